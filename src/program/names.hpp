// Names of properties and data models as users write them: on the command line, in task definitions, in reports.
#pragma once

#include "program/program.hpp"
#include "program/property.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::program {

/// What `parseProperty` understands: the elementary properties, and valid-memsafety, which has a name as a whole.
std::vector<std::string> propertyNames();
/// Empty for a set of properties that has no name.
std::string nameOf(PropertySet properties);

std::vector<std::string> dataModelNames();
std::string_view name(DataModel model);
std::optional<DataModel> parseDataModel(std::string_view name);

} // namespace heddle::program
