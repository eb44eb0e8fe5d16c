// Schedules as JSON, for people to read and for `heddle run --schedule` to follow:
//
//   {
//     "version": 1,
//     "program": ["lost_update.c"],
//     "properties": ["unreach-call"],
//     "steps": [[0, 3], [1, 1], [2, 2]],
//     "inputs": [[{"value": "5", "width": 32, "name": "__VERIFIER_nondet_int"}]],
//     "deadlocked": [1]
//   }
//
// `"unknownWrites": true` is added if functions without a body may write (Program::unknownWrites).
//
// An entry of "steps" is [thread, number of consecutive steps]. Values are decimal strings, because JSON's numbers
// cannot represent all 64-bit integers. The parser is strict: it rejects everything that it would otherwise ignore.
#include "interpreter/schedule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::interpreter {

using Json = nlohmann::ordered_json;
using support::Error;
using support::Expected;

namespace {

constexpr int version = 1;
constexpr std::uint64_t maxThread = 65'535;
constexpr std::uint64_t maxSteps = 100'000'000;

/// The elements of a list, one per line.
std::string rows(const Json &list) {
  std::string text = "[";
  for (std::size_t i = 0; i < list.size(); ++i)
    text += (i == 0 ? "\n    " : ",\n    ") + list[i].dump();
  return text + (list.empty() ? "]" : "\n  ]");
}

std::optional<std::uint64_t> asNumber(const Json &json, std::uint64_t limit) {
  if (!json.is_number_unsigned() && !(json.is_number_integer() && json.get<std::int64_t>() >= 0))
    return std::nullopt;
  const auto number = json.get<std::uint64_t>();
  return number <= limit ? std::optional(number) : std::nullopt;
}

std::optional<program::Bits> asBits(const std::string &text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  program::Bits value = 0;
  for (const char digit : text) {
    const program::Bits next = value * 10 + static_cast<unsigned>(digit - '0');
    if (value > ~program::Bits{0} / 10 || next < value * 10)
      return std::nullopt;
    value = next;
  }
  return value;
}

Error missing(const char *field, const char *what) {
  return {fmt::format("\"{}\" is missing, or is not {}", field, what)};
}

Expected<std::vector<unsigned>> parseSteps(const Json &list) {
  std::vector<unsigned> steps;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool pair = list[i].is_array() && list[i].size() == 2;
    const auto thread = asNumber(pair ? list[i][0] : list[i], maxThread);
    const auto count = pair ? asNumber(list[i][1], maxSteps) : std::optional<std::uint64_t>(1);
    if (!thread || !count || *count == 0 || steps.size() + *count > maxSteps)
      return Error{
          fmt::format("entry {} of \"steps\" is {}; it must be a thread's index (0 to {}), or a pair of it and "
                      "how many times the thread runs",
                      i + 1, list[i].dump(), maxThread)};
    steps.insert(steps.end(), *count, static_cast<unsigned>(*thread));
  }
  return steps;
}

Expected<Input> parseInput(const Json &json, std::size_t thread, std::size_t index) {
  const auto wrong = [&](const char *what) {
    return Error{fmt::format("input {} of thread {} has no \"{}\"", index + 1, thread, what)};
  };
  if (!json.is_object() || !json.contains("value") || !json["value"].is_string())
    return wrong("value\" that is a decimal number in quotes");
  const auto value = asBits(json["value"].get<std::string>());
  if (!value)
    return wrong("value\" that is a decimal number in quotes");
  const auto width = json.contains("width") ? asNumber(json["width"], support::maxWidth) : std::nullopt;
  if (!width || *width == 0)
    return wrong("width\" from 1 to 128");
  if (support::truncate(*value, static_cast<unsigned>(*width)) != *value)
    return Error{fmt::format("input {} of thread {} does not fit into {} bits", index + 1, thread, *width)};
  const bool named = json.contains("name") && json["name"].is_string();
  return Input{*value, static_cast<unsigned>(*width), named ? json["name"].get<std::string>() : ""};
}

Expected<std::vector<std::vector<Input>>> parseInputs(const Json &list) {
  std::vector<std::vector<Input>> inputs;
  for (std::size_t thread = 0; thread < list.size(); ++thread) {
    if (!list[thread].is_array())
      return Error{fmt::format("entry {} of \"inputs\" must be the list of inputs of thread {}", thread + 1, thread)};
    inputs.emplace_back();
    for (std::size_t i = 0; i < list[thread].size(); ++i) {
      Expected<Input> input = parseInput(list[thread][i], thread, i);
      if (!input)
        return input.error();
      inputs.back().push_back(std::move(*input));
    }
  }
  return inputs;
}

} // namespace

std::string toText(const Input &input) {
  switch (input.kind) {
  case program::InputKind::UnknownResult:
    return fmt::format("{}() returns {}", input.name, support::toSignedDecimal(input.value, input.width));
  case program::InputKind::UnknownPointer:
    return fmt::format("{}() returns {}", input.name,
                       input.value == 0 ? "a null pointer" : "a pointer to a new object");
  case program::InputKind::UnknownEffect:
    return fmt::format("{}() {}", input.name, input.value == 0 ? "has no effect" : "writes data");
  case program::InputKind::UnknownWrite: {
    const std::size_t space = input.name.find(' ');
    const std::string value = input.width != 1   ? support::toSignedDecimal(input.value, input.width)
                              : input.value == 0 ? "a null pointer"
                                                 : "a pointer to a new object";
    return fmt::format("{} writes {}{}", input.name.substr(0, space), value,
                       space == std::string::npos ? "" : input.name.substr(space));
  }
  case program::InputKind::Nondet:
  case program::InputKind::Uninitialised:
  case program::InputKind::Scheduling:
    break;
  }
  return fmt::format("input {} → {}", input.name, support::toDecimal(input.value));
}

std::string toJson(const Schedule &schedule, const program::Program &program) {
  Json files = Json::array();
  for (program::FileId file = 1; file < program.sources.fileCount(); ++file)
    if (!program.sources.isRuntime(file))
      files.push_back(program.sources.path(file));
  Json properties = Json::array();
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (program.properties.contains(static_cast<program::Property>(i)))
      properties.push_back(program::name(static_cast<program::Property>(i)));
  Json steps = Json::array();
  for (const unsigned thread : schedule.steps) {
    if (steps.empty() || steps.back()[0] != thread)
      steps.push_back({thread, 0});
    steps.back()[1] = steps.back()[1].get<std::uint64_t>() + 1;
  }
  Json inputs = Json::array();
  for (const std::vector<Input> &ofThread : schedule.inputs) {
    Json list = Json::array();
    for (const Input &input : ofThread)
      list.push_back({{"value", support::toDecimal(input.value)}, {"width", input.width}, {"name", input.name}});
    inputs.push_back(std::move(list));
  }
  return fmt::format("{{\n  \"version\": {},\n  \"program\": {},\n  \"properties\": {},\n"
                     "  \"steps\": {},\n  \"inputs\": {},\n  \"deadlocked\": {}{}\n}}\n",
                     version, files.dump(), properties.dump(), steps.dump(), rows(inputs),
                     Json(schedule.deadlocked).dump(), program.unknownWrites ? ",\n  \"unknownWrites\": true" : "");
}

Expected<Schedule> parseSchedule(const std::string &json) {
  const Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded())
    return Error{"it is not JSON"};
  if (!document.is_object() || !document.contains("version"))
    return Error{"it is JSON, but has no \"version\""};
  if (document["version"] != version)
    return Error{
        fmt::format("its version is {}, and this Heddle reads version {}", document["version"].dump(), version)};
  if (!document.contains("program") || !document["program"].is_array())
    return missing("program", "a list of file names");
  if (!document.contains("steps") || !document["steps"].is_array())
    return missing("steps", "a list");
  if (!document.contains("inputs") || !document["inputs"].is_array())
    return missing("inputs", "a list with one list for each thread");

  Schedule schedule;
  if (document.contains("properties")) {
    if (!document["properties"].is_array())
      return missing("properties", "a list of names");
    for (const Json &entry : document["properties"]) {
      if (!entry.is_string() || !program::parseProperty(entry.get<std::string>()))
        return missing("properties", "a list of names");
      schedule.properties.push_back(entry.get<std::string>());
    }
  }
  Expected<std::vector<unsigned>> steps = parseSteps(document["steps"]);
  if (!steps)
    return steps.error();
  schedule.steps = std::move(*steps);
  Expected<std::vector<std::vector<Input>>> inputs = parseInputs(document["inputs"]);
  if (!inputs)
    return inputs.error();
  schedule.inputs = std::move(*inputs);
  if (document.contains("deadlocked")) {
    if (!document["deadlocked"].is_array())
      return missing("deadlocked", "a list of threads");
    for (const Json &entry : document["deadlocked"]) {
      const auto thread = asNumber(entry, maxThread);
      if (!thread)
        return missing("deadlocked", "a list of threads");
      schedule.deadlocked.push_back(static_cast<unsigned>(*thread));
    }
  }
  if (document.contains("unknownWrites")) {
    if (!document["unknownWrites"].is_boolean())
      return missing("unknownWrites", "true or false");
    schedule.unknownWrites = document["unknownWrites"].get<bool>();
  }
  return schedule;
}

} // namespace heddle::interpreter
