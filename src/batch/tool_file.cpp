// Descriptions of tools in YAML. Unknown keys are errors, since a misspelt one would change what is measured.
#include "batch/tool.hpp"

#include "program/names.hpp"
#include "support/hash.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace heddle::batch {

using support::Error;
using support::Expected;

namespace {

/// An exception within this file: what is wrong with the description.
struct Malformed {
  YAML::Mark mark;
  std::string reason;
};

Arguments wordsOf(const YAML::Node &node) {
  if (!node.IsSequence())
    throw Malformed{node.Mark(), "a list of words is expected, such as [cbmc, --version]"};
  return node.as<Arguments>();
}

std::regex regexOf(const YAML::Node &node) {
  try {
    return std::regex(node.as<std::string>(), std::regex::ECMAScript | std::regex::multiline);
  } catch (const std::regex_error &error) {
    throw Malformed{node.Mark(), fmt::format("not a regular expression: {}", error.what())};
  }
}

YAML::Node required(const YAML::Node &node, const std::string &key) {
  const YAML::Node value = node[key];
  if (!value)
    throw Malformed{node.Mark(), fmt::format("'{}' is missing", key)};
  return value;
}

template <std::size_t Size> void allowOnly(const YAML::Node &node, const std::array<std::string_view, Size> &keys) {
  for (const auto &entry : node)
    if (const auto key = entry.first.as<std::string>(); std::ranges::find(keys, key) == keys.end())
      throw Malformed{entry.first.Mark(), fmt::format("unknown key '{}'", key)};
}

program::DataModel dataModelOf(const YAML::Node &node) {
  if (const auto model = program::parseDataModel(node.as<std::string>()))
    return *model;
  throw Malformed{node.Mark(), "a data model is LP64 or ILP32"};
}

VerdictPattern verdictPatternOf(const YAML::Node &node) {
  allowOnly(node, std::array<std::string_view, 2>{"match", "verdict"});
  const YAML::Node text = required(node, "verdict");
  const std::optional<Verdict> verdict = parseVerdict(text.as<std::string>());
  if (!verdict)
    throw Malformed{text.Mark(), "a verdict is true, false, unknown or error"};
  return {regexOf(required(node, "match")), *verdict};
}

Replacement replacementOf(const YAML::Node &node) {
  allowOnly(node, std::array<std::string_view, 2>{"replace", "with"});
  return {regexOf(required(node, "replace")), required(node, "with").as<std::string>()};
}

Tool toolOf(const YAML::Node &document) {
  if (!document.IsMap())
    throw Malformed{document.Mark(), "not a description of a tool"};
  allowOnly(document, std::array<std::string_view, 7>{"name", "command", "version", "properties", "data-model",
                                                      "verdicts", "prepare"});
  Tool tool;
  tool.name = required(document, "name").as<std::string>();
  tool.command = wordsOf(required(document, "command"));
  if (tool.command.empty())
    throw Malformed{document["command"].Mark(), "the command is empty"};
  if (const YAML::Node version = document["version"])
    tool.version = wordsOf(version);
  for (const auto &entry : required(document, "properties")) {
    const auto property = entry.first.as<std::string>();
    if (!program::parseProperty(property))
      throw Malformed{entry.first.Mark(), fmt::format("'{}' is no property that Heddle knows", property)};
    tool.properties[property] = wordsOf(entry.second);
  }
  for (const auto &entry : document["data-model"])
    tool.dataModels[dataModelOf(entry.first)] = wordsOf(entry.second);
  for (const YAML::Node &node : required(document, "verdicts"))
    tool.verdicts.push_back(verdictPatternOf(node));
  for (const YAML::Node &node : document["prepare"])
    tool.replacements.push_back(replacementOf(node));
  return tool;
}

} // namespace

Expected<Tool> readTool(const std::string &path) {
  const auto place = [&](const YAML::Mark &mark) {
    return mark.is_null() ? path : fmt::format("{}:{}", path, mark.line + 1);
  };
  try {
    Tool tool = toolOf(YAML::LoadFile(path));
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    tool.description = fmt::format("{:016x}", support::hashBytes(text.data(), text.size(), 0));
    return tool;
  } catch (const Malformed &malformed) {
    return Error{fmt::format("{}: {}", place(malformed.mark), malformed.reason)};
  } catch (const YAML::BadFile &) {
    return Error{fmt::format("{}: cannot be read", path)};
  } catch (const YAML::Exception &exception) {
    return Error{fmt::format("{}: not a description of a tool: {}", place(exception.mark), exception.msg)};
  }
}

} // namespace heddle::batch
