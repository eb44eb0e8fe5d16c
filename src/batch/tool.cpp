// Command lines of tools.
//
// In the words of a command, {files} stands for the input files, {property} for what the description has for the
// property, {data-model} for what it has for the data model (each zero or more words of their own); {timeout} and
// {memory} are the limits in seconds and megabytes, within a word or alone.
#include "batch/tool.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>

namespace heddle::batch {

namespace {

constexpr std::array verdictNames{
    std::pair{Verdict::True, std::string_view("true")},
    std::pair{Verdict::False, std::string_view("false")},
    std::pair{Verdict::Unknown, std::string_view("unknown")},
    std::pair{Verdict::Error, std::string_view("error")},
};

void replaceAll(std::string &text, std::string_view from, const std::string &to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

template <typename Map> Arguments wordsFor(const Map &map, const typename Map::key_type &key) {
  const auto found = map.find(key);
  return found == map.end() ? Arguments() : found->second;
}

void append(Arguments &words, const Arguments &more) { words.insert(words.end(), more.begin(), more.end()); }

/// Heddle ends by itself at its limits, with a reason and statistics; these are a little tighter than those at which it
/// is stopped from outside.
Arguments heddleCommand(const Tool &tool, const BatchTask &task, const ProcessLimits &limits) {
  Arguments words = tool.command;
  append(words, {"--format", "json", "--timeout", fmt::format("{}ms", limits.wall.count())});
  if (limits.memory)
    append(words, {"--memory-limit", std::to_string(*limits.memory)});
  if (!tool.cache.empty())
    append(words, {"--cache", tool.cache});
  append(words, {"--property", task.propertyFile.empty() ? task.property : task.propertyFile});
  words.push_back(task.definition);
  return words;
}

} // namespace

std::string_view name(Verdict verdict) {
  for (const auto &[candidate, text] : verdictNames)
    if (candidate == verdict)
      return text;
  return "error";
}

std::optional<Verdict> parseVerdict(std::string_view text) {
  for (const auto &[verdict, candidate] : verdictNames)
    if (candidate == text)
      return verdict;
  return std::nullopt;
}

Tool heddleAsTool(const std::string &executable, const std::string &name, const Arguments &options) {
  Tool tool;
  tool.name = name;
  tool.isHeddle = true;
  tool.version = {executable, "--version"};
  tool.command = {executable, "verify"};
  append(tool.command, options);
  return tool;
}

Arguments expand(const Tool &tool, const BatchTask &task, const std::vector<std::string> &files,
                 const ProcessLimits &limits) {
  if (tool.isHeddle)
    return heddleCommand(tool, task, limits);
  Arguments words;
  for (const std::string &word : tool.command) {
    // The tool runs in a folder of its own.
    if (words.empty() && word.find('/') != std::string::npos) {
      words.push_back(std::filesystem::absolute(word).string());
    } else if (word == "{files}") {
      append(words, files);
    } else if (word == "{property}") {
      append(words, wordsFor(tool.properties, task.property));
    } else if (word == "{data-model}") {
      append(words, wordsFor(tool.dataModels, task.dataModel.value_or(program::DataModel::LP64)));
    } else {
      std::string &added = words.emplace_back(word);
      replaceAll(added, "{timeout}", std::to_string(limits.wall.count() / 1000));
      replaceAll(added, "{memory}", std::to_string(limits.memory.value_or(0) / 1'000'000));
    }
  }
  return words;
}

} // namespace heddle::batch
