// CLI11 keeps of a validator only functions and a name. The name therefore carries what `valuesOf` returns: the place
// as one letter, and the choices, separated by spaces.
#include "cli/values.hpp"

#include <CLI/Error.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

namespace heddle::cli {

namespace {

char letterOf(Values::Place place) {
  switch (place) {
  case Values::Place::File:
    return 'f';
  case Values::Place::Directory:
    return 'd';
  case Values::Place::Nowhere:
    break;
  }
  return '-';
}

std::string encoded(const Values &values) {
  return fmt::format("{} {}", letterOf(values.place), fmt::join(values.choices, " "));
}

Values decoded(const std::string &name) {
  Values values;
  std::istringstream words(name);
  std::string first;
  words >> first;
  for (const Values::Place place : {Values::Place::File, Values::Place::Directory})
    if (first == std::string(1, letterOf(place)))
      values.place = place;
  for (std::string choice; words >> choice;)
    values.choices.push_back(choice);
  return values;
}

CLI::Validator acceptingAll(const Values &values) {
  return {[](const std::string & /*value*/) { return std::string(); }, "", encoded(values)};
}

CLI::Validator notEmpty(Values::Place place) {
  return {[](const std::string &name) { return name.empty() ? "the name of the file is empty" : std::string(); }, "",
          encoded({{}, place})};
}

} // namespace

CLI::Validator oneOf(const std::vector<std::string> &choices) {
  return CLI::IsMember(choices).description("").name(encoded({choices, Values::Place::Nowhere}));
}

CLI::Validator suggesting(const std::vector<std::string> &choices) {
  return acceptingAll({choices, Values::Place::Nowhere});
}

CLI::Validator suggestingOrFile(const std::vector<std::string> &choices) {
  return acceptingAll({choices, Values::Place::File});
}

CLI::Validator fileName() { return notEmpty(Values::Place::File); }

CLI::Validator directoryName() { return notEmpty(Values::Place::Directory); }

Values valuesOf(CLI::Option &option) {
  try {
    return decoded(option.get_validator(0)->get_name());
  } catch (const CLI::OptionNotFound &) { // the only way to learn that there is no validator
    return {};
  }
}

} // namespace heddle::cli
