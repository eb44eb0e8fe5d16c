#include "program/names.hpp"

#include <array>

namespace heddle::program {

namespace {

constexpr std::array dataModels{DataModel::LP64, DataModel::ILP32};

} // namespace

std::vector<std::string> propertyNames() {
  std::vector<std::string> names;
  for (unsigned i = 0; i < userPropertyCount; ++i)
    names.emplace_back(name(static_cast<Property>(i)));
  names.emplace_back("valid-memsafety");
  return names;
}

std::string nameOf(PropertySet properties) {
  for (std::string &name : propertyNames())
    if (parseProperty(name) == properties)
      return std::move(name);
  return {};
}

std::vector<std::string> dataModelNames() {
  std::vector<std::string> names;
  for (const DataModel model : dataModels)
    names.emplace_back(name(model));
  return names;
}

std::string_view name(DataModel model) { return model == DataModel::LP64 ? "LP64" : "ILP32"; }

std::optional<DataModel> parseDataModel(std::string_view text) {
  for (const DataModel model : dataModels)
    if (name(model) == text)
      return model;
  return std::nullopt;
}

} // namespace heddle::program
