// Reads verification tasks in the two formats of the software verification competition. Both are small:
// a task definition is YAML with a fixed set of keys, a property file is a list of lines
//
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// each of which names one property by a formula that is matched as a whole, ignoring blanks. Formulas of
// properties that Heddle does not verify are recognised, so that the message says so instead of calling
// the file malformed. The competition has no formulas for deadlocks and lock discipline; Heddle's are
// `G ! deadlock` and `G lock-discipline`.
#include "frontend/task.hpp"

#include "program/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace heddle::frontend {

namespace fs = std::filesystem;
using program::DataModel;
using program::Property;
using support::Error;
using support::Expected;

namespace {

Expected<std::string> readText(const std::string &path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    return Error{fmt::format("{}: is a directory", path)};
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return Error{fmt::format("{}: no such file", path)};
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

std::string withoutBlanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](unsigned char c) { return std::isspace(c) != 0; });
  return result;
}

struct Formula {
  std::string_view text; // without blanks
  Property property;
};
constexpr std::array formulas{
    Formula{"G!data-race", Property::NoDataRace},          Formula{"Gvalid-deref", Property::ValidDeref},
    Formula{"Gvalid-free", Property::ValidFree},           Formula{"Gvalid-memtrack", Property::ValidMemtrack},
    Formula{"G!overflow", Property::NoOverflow},           Formula{"G!deadlock", Property::NoDeadlock},
    Formula{"Glock-discipline", Property::LockDiscipline},
};

bool isIdentifier(std::string_view text) {
  const auto isWordCharacter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, isWordCharacter);
}

/// The text between a prefix and a suffix, if it has both.
std::optional<std::string_view> between(std::string_view text, std::string_view prefix, std::string_view suffix) {
  if (!text.starts_with(prefix) || !text.ends_with(suffix) || text.size() < prefix.size() + suffix.size())
    return std::nullopt;
  return text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
}

/// A line of an arbitrary file, made fit to be shown in a message.
std::string quotable(std::string_view line) {
  constexpr std::size_t limit = 80;
  std::string shown(line.substr(0, limit));
  std::ranges::replace_if(shown, [](unsigned char c) { return std::isprint(c) == 0; }, '?');
  while (shown.ends_with('?') || shown.ends_with(' ')) // a carriage return, most likely
    shown.pop_back();
  return line.size() > limit ? shown + "…" : shown;
}

std::optional<Error> readCheck(const std::string &line, const std::string &path, PropertySpec &spec) {
  const std::string dense = withoutBlanks(line);
  const std::optional<std::string_view> check = between(dense, "CHECK(init(", "))");
  const std::size_t comma = check ? check->find("()),LTL(") : std::string_view::npos;
  if (comma == std::string_view::npos)
    return Error{fmt::format("{}: not a property file: `{}`", path, quotable(line))};
  const std::string_view start = check->substr(0, comma);
  const std::string_view formula = check->substr(comma + std::string_view("()),LTL(").size());
  if (start != "main")
    return Error{fmt::format("{}: property of the function `{}` is not supported, only of `main`", path, start)};

  if (const auto called = between(formula, "G!call(", "())"); called && isIdentifier(*called)) {
    spec.properties.insert(Property::UnreachCall);
    spec.errorFunctions.emplace_back(*called);
    return std::nullopt;
  }
  const auto *known = std::ranges::find(formulas, formula, &Formula::text);
  if (known == formulas.end())
    return Error{fmt::format("{}: property `{}` is not supported", path, quotable(line))};
  spec.properties.insert(known->property);
  return std::nullopt;
}

std::string resolve(const std::string &task, const std::string &file) {
  return (fs::path(task).parent_path() / file).lexically_normal().string();
}

/// An exception for a task definition that lacks a mandatory part; carries the reason to the handler.
struct Malformed {
  std::string reason;
};

std::vector<std::string> readInputFiles(const YAML::Node &node, const std::string &path) {
  std::vector<std::string> files;
  if (node && node.IsScalar())
    files.push_back(resolve(path, node.as<std::string>()));
  if (node && node.IsSequence())
    for (const YAML::Node &file : node)
      files.push_back(resolve(path, file.as<std::string>()));
  if (files.empty())
    throw Malformed{"it names no input_files"};
  return files;
}

TaskProperty readProperty(const YAML::Node &node, const std::string &path) {
  if (!node.IsMap() || !node["property_file"])
    throw Malformed{"a property has no property_file"};
  TaskProperty property;
  property.file = resolve(path, node["property_file"].as<std::string>());
  if (const YAML::Node verdict = node["expected_verdict"])
    property.expectedVerdict = verdict.as<bool>();
  if (const YAML::Node part = node["subproperty"])
    property.subproperty = part.as<std::string>();
  return property;
}

std::optional<DataModel> readDataModel(const YAML::Node &options) {
  if (!options || !options["data_model"])
    return std::nullopt;
  const auto name = options["data_model"].as<std::string>();
  if (const std::optional<DataModel> model = program::parseDataModel(name))
    return model;
  throw Malformed{fmt::format("the data model `{}` is not LP64 or ILP32", name)};
}

/// The words of the command line that belong to the task, such as the macro that selects a variant of its program.
std::vector<std::string> readArguments(const YAML::Node &options, const std::string &path) {
  constexpr std::string_view placeholder = "{folder}";
  std::vector<std::string> arguments;
  if (!options || !options["heddle"] || !options["heddle"]["arguments"])
    return arguments;
  const std::string parent = fs::path(path).parent_path().string();
  const std::string folder = parent.empty() ? "." : parent;
  for (const YAML::Node &node : options["heddle"]["arguments"]) {
    auto argument = node.as<std::string>();
    for (std::size_t at = 0; (at = argument.find(placeholder, at)) != std::string::npos; at += folder.size())
      argument.replace(at, placeholder.size(), folder);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

Task readTask(const YAML::Node &document, const std::string &path) {
  if (!document.IsMap() || !document["format_version"])
    throw Malformed{"it has no format_version"};
  const auto version = document["format_version"].as<std::string>();
  if (!version.starts_with("2."))
    throw Malformed{fmt::format("its format_version is {}, not 2.0", version)};
  Task task;
  task.inputFiles = readInputFiles(document["input_files"], path);
  for (const YAML::Node &property : document["properties"])
    task.properties.push_back(readProperty(property, path));
  const YAML::Node options = document["options"];
  if (options && options["language"] && options["language"].as<std::string>() != "C")
    throw Malformed{fmt::format("its language is {}; Heddle verifies C", options["language"].as<std::string>())};
  task.dataModel = readDataModel(options);
  task.arguments = readArguments(options, path);
  return task;
}

} // namespace

Expected<Task> parseTask(const std::string &path) {
  const Expected<std::string> text = readText(path);
  if (!text)
    return text.error();
  try {
    return readTask(YAML::Load(*text), path);
  } catch (const Malformed &malformed) {
    return Error{fmt::format("{}: not a task definition that Heddle can use: {}", path, malformed.reason)};
  } catch (const YAML::Exception &exception) {
    const std::string place = exception.mark.is_null() ? path : fmt::format("{}:{}", path, exception.mark.line + 1);
    return Error{fmt::format("{}: not a task definition: {}", place, exception.msg)};
  }
}

Expected<PropertySpec> parsePropertyFile(const std::string &path) {
  const Expected<std::string> text = readText(path);
  if (!text)
    return text.error();
  return parseProperties(*text, path);
}

Expected<PropertySpec> parseProperties(const std::string &text, const std::string &origin) {
  PropertySpec spec;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (withoutBlanks(line).empty())
      continue;
    if (std::optional<Error> problem = readCheck(line, origin, spec))
      return *problem;
  }
  if (spec.properties.empty())
    return Error{fmt::format("{}: not a property file: it has no CHECK line", origin)};
  return spec;
}

std::string toText(const PropertySpec &spec) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string &formula) {
    lines.push_back(fmt::format("CHECK( init(main()), LTL({}) )", formula));
  };
  if (spec.properties.contains(Property::UnreachCall))
    for (const std::string &function : spec.errorFunctions)
      add(fmt::format("G ! call({}())", function));
  for (const Formula &formula : formulas)
    if (spec.properties.contains(formula.property)) {
      const std::string_view body = formula.text.substr(1); // after G
      add(body.starts_with('!') ? fmt::format("G ! {}", body.substr(1)) : fmt::format("G {}", body));
    }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

} // namespace heddle::frontend
