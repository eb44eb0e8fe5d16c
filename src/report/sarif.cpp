// Facts about the format are from the standard's prose and schema: `level` is `none` unless the kind is `fail`
// (3.27.10), columns are counted in the unit that the run names (3.14.17), thread flows of one code flow are ordered by
// `executionOrder` (3.38.11), and the text of a message may have links to related locations, so that brackets in it
// are escaped (3.11.6).
#include "report/sarif.hpp"

#include "program/call_stack.hpp"
#include "report/explanation.hpp"
#include "report/json_text.hpp"
#include "report/source_text.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace heddle::report {

using program::Property;

namespace {

constexpr const char *rootName = "SRCROOT";
constexpr const char *schemaUri =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

std::string_view descriptionOf(Property property) {
  switch (property) {
  case Property::UnreachCall:
    return "No assertion fails, and no error function is called.";
  case Property::NoDataRace:
    return "No two conflicting accesses, of which one is not atomic, are unordered.";
  case Property::NoDeadlock:
    return "No thread waits for ever.";
  case Property::ValidDeref:
    return "Every access is to an object that exists.";
  case Property::ValidFree:
    return "What is freed is allocated, and has not been freed.";
  case Property::ValidMemtrack:
    return "No allocated memory is lost.";
  case Property::NoOverflow:
    return "No signed overflow, no bad shift, no division by zero.";
  case Property::LockDiscipline:
    return "Locks are released by the thread that holds them, and are not taken twice.";
  case Property::DefinedBehaviour:
  case Property::KnownFunctions:
  case Property::Vacuity:
    break;
  }
  return {};
}

/// All of them, in the order of their numbers, so that logs can be merged.
Json allRules() {
  Json rules = Json::array();
  for (unsigned i = 0; i < program::userPropertyCount; ++i) {
    const auto property = static_cast<Property>(i);
    rules.push_back({{"id", program::name(property)},
                     {"shortDescription", {{"text", descriptionOf(property)}}},
                     {"defaultConfiguration", {{"level", "error"}}}});
  }
  return rules;
}

/// All characters that are not unreserved in a URI, except for the separators of a path.
std::string percentEncoded(const std::string &path) {
  std::string result;
  for (const char c : path) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         std::string_view("-._~/").find(c) != std::string_view::npos;
    result += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

Json messageOf(const std::string &text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\')
      escaped += '\\';
    escaped += c;
  }
  return {{"text", escaped}};
}

/// In braces, one value would be the value itself with some compilers, and a list of it with others.
Json listOf(Json value) {
  Json list = Json::array();
  list.push_back(std::move(value));
  return list;
}

/// Places in the source, as the format describes them.
class Places {
public:
  Places(const program::SourceMap &sources, const Question &question)
      : sources_(sources), root_(question.origin ? question.origin->directory : std::string()), text_(sources) {}

  Json artifact(const std::string &path) const {
    const std::filesystem::path absolute = (root_ / path).lexically_normal();
    const std::filesystem::path relative = absolute.lexically_relative(root_.lexically_normal());
    if (root_.empty() || relative.empty() || *relative.begin() == "..")
      return {{"uri", (absolute.is_absolute() ? "file://" : "") + percentEncoded(absolute.string())}};
    return {{"uri", percentEncoded(relative.string())}, {"uriBaseId", rootName}};
  }

  /// A location without a place if there is none: of code that has no file.
  Json location(program::SourceSpan span, const std::string &message) {
    Json result = Json::object();
    if (hasPlace(span)) {
      const program::SourceSpan user = sources_.userSpan(span);
      Json region{{"startLine", user.line}};
      if (user.column != 0)
        region["startColumn"] = columnOf(user);
      result["physicalLocation"] = {{"artifactLocation", artifact(sources_.path(user.file))},
                                    {"region", std::move(region)}};
    }
    if (!message.empty())
      result["message"] = messageOf(message);
    return result;
  }

  bool hasPlace(program::SourceSpan span) const {
    const program::SourceSpan user = sources_.userSpan(span);
    return user.known() && hasFile(user.file);
  }

  Json stack(program::SourceSpan span) {
    Json frames = Json::array();
    for (const program::StackEntry &entry : program::callStack(sources_, span)) {
      Json frame = location(entry.span, {});
      frame["logicalLocations"] = listOf({{"name", entry.function}, {"kind", "function"}});
      frames.push_back({{"location", std::move(frame)}});
    }
    return {{"frames", std::move(frames)}};
  }

private:
  /// The code of a harness on the command line has none.
  bool hasFile(program::FileId file) const { return !sources_.path(file).starts_with('<'); }

  /// Clang counts bytes, and the format code points.
  unsigned columnOf(program::SourceSpan span) {
    const std::string_view before = std::string_view(text_.line(span)).substr(0, span.column - 1);
    const auto continued =
        std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
    return span.column - static_cast<unsigned>(continued);
  }

  const program::SourceMap &sources_;
  std::filesystem::path root_;
  SourceText text_;
};

Json resultFor(Property property, std::string_view kind, const std::string &message) {
  return {{"ruleId", program::name(property)},
          {"ruleIndex", static_cast<unsigned>(property)},
          {"kind", kind},
          {"level", kind == "fail" ? "error" : "none"},
          {"message", messageOf(message)}};
}

/// The execution, with a thread flow for each thread that takes part in it.
Json codeFlowOf(const interpreter::Trace &trace, const interpreter::Explanation &explanation, Places &places) {
  std::map<unsigned, Json> flows; // by thread: the locations
  unsigned order = 0;
  const auto add = [&](unsigned thread, program::SourceSpan span, const std::string &text, const char *importance) {
    const auto flow = flows.try_emplace(thread, Json::array()).first;
    flow->second.push_back(
        {{"location", places.location(span, text)}, {"executionOrder", ++order}, {"importance", importance}});
  };
  for (const interpreter::TraceEvent &event : trace.events) {
    const bool isRelevant = event.step >= explanation.relevant.size() || explanation.relevant[event.step];
    if (!event.local)
      add(event.thread, event.span, event.text, isRelevant ? "important" : "unimportant");
  }
  const interpreter::Violation &violation = *trace.violation;
  if (violation.property != Property::NoDeadlock)
    add(violation.thread, violation.span, violation.message, "essential");
  for (const interpreter::Fact &fact : explanation.facts)
    if (violation.property == Property::NoDeadlock && fact.role == interpreter::Fact::Role::Waiting && fact.thread)
      add(*fact.thread, fact.span, fact.text + fact.rest, "essential");
  if (flows.empty()) // a deadlock in the first step, which nothing explains
    add(violation.thread, violation.span, violation.message, "essential");
  Json threads = Json::array();
  for (auto &[thread, locations] : flows)
    threads.push_back({{"id", threadLabel(trace, thread)}, {"locations", std::move(locations)}});
  return {{"threadFlows", std::move(threads)}};
}

Json violationResult(const interpreter::Trace &trace, const interpreter::Explanation &explanation,
                     std::string_view kind, const program::SourceMap &sources, Places &places) {
  const interpreter::Violation &violation = *trace.violation;
  std::string text = violation.message;
  Json related = Json::array();
  for (const interpreter::Fact &fact : explanation.facts) {
    const std::string stack = stackText(sources, fact.span);
    const std::string line = fact.text + (stack.empty() ? "" : " in " + stack) + fact.rest;
    if (!places.hasPlace(fact.span)) {
      text += "\n" + line;
      continue;
    }
    Json location = places.location(fact.span, line);
    location["id"] = related.size() + 1;
    related.push_back(std::move(location));
  }
  Json result = resultFor(violation.property, kind, text);
  if (places.hasPlace(violation.span))
    result["locations"] = listOf(places.location(violation.span, {}));
  if (!related.empty())
    result["relatedLocations"] = std::move(related);
  if (Json stack = places.stack(violation.span); !stack["frames"].empty())
    result["stacks"] = listOf(std::move(stack));
  result["codeFlows"] = listOf(codeFlowOf(trace, explanation, places));
  return result;
}

Json notificationOf(const char *level, const std::string &text) {
  return {{"level", level}, {"message", messageOf(text)}};
}

Json warningNotifications(const std::vector<program::Warning> &warnings, Places &places) {
  Json result = Json::array();
  for (const program::Warning &warning : warnings) {
    Json notification = notificationOf(warning.blocksProof ? "warning" : "note", warning.message);
    if (places.hasPlace(warning.span))
      notification["locations"] = listOf(places.location(warning.span, {}));
    if (std::ranges::find(result, notification) == result.end())
      result.push_back(std::move(notification));
  }
  return result;
}

std::string logText(Json results, Json notifications, bool isSuccessful, const std::optional<Origin> &origin) {
  Json run;
  Json &driver = run["tool"]["driver"];
  driver["name"] = "Heddle";
  if (origin)
    driver["semanticVersion"] = origin->heddle;
  driver["rules"] = allRules();
  if (origin)
    run["originalUriBaseIds"][rootName]["uri"] =
        "file://" + percentEncoded((std::filesystem::path(origin->directory) / "").string());
  run["columnKind"] = "unicodeCodePoints";
  run["invocations"] =
      listOf({{"executionSuccessful", isSuccessful}, {"toolExecutionNotifications", std::move(notifications)}});
  run["results"] = std::move(results);
  Json log;
  log["$schema"] = schemaUri;
  log["version"] = "2.1.0";
  log["runs"] = listOf(std::move(run));
  return jsonText(log);
}

/// Results about a property as a whole are at the files of the program.
Json propertyResult(Property property, std::string_view kind, const std::string &message, const Question &question,
                    const Places &places) {
  Json result = resultFor(property, kind, message);
  Json locations = Json::array();
  for (const std::string &file : question.files)
    locations.push_back({{"physicalLocation", {{"artifactLocation", places.artifact(file)}}}});
  result["locations"] = std::move(locations);
  return result;
}

std::string proofMessage(Property property, const engines::NoViolation &proved) {
  std::string text = fmt::format("{} holds for every interleaving and every input", program::name(property));
  if (!proved.assumptions.empty())
    text += fmt::format(", assuming: {}", fmt::join(proved.assumptions, ", "));
  return text;
}

} // namespace

std::string toSarif(const Question &question, const engines::Result &result, const std::string &reason,
                    const program::Program &program, const Notes &notes, const std::optional<Violations> &violations) {
  Places places(program.sources, question);
  Json results = Json::array();
  const auto addViolation = [&](const interpreter::Trace &trace, const Notes &about) {
    const bool isCertain = result.verdict() == engines::Verdict::False;
    Json entry = violationResult(trace, about.explanation, isCertain ? "fail" : "open", program.sources, places);
    if (!isCertain)
      entry["message"] = messageOf(fmt::format("{}\n{}", trace.violation->message, reason));
    results.push_back(std::move(entry));
  };
  if (violations && !violations->list.empty())
    for (const auto &[trace, about] : violations->list)
      addViolation(*trace, *about);
  else if (const interpreter::Trace *trace = engines::violatingTrace(result.answer))
    addViolation(*trace, notes);
  const auto *proved = std::get_if<engines::NoViolation>(&result.answer);
  for (unsigned i = 0; i < program::userPropertyCount; ++i) {
    const auto property = static_cast<Property>(i);
    if (!question.properties.contains(property) || result.verdict() == engines::Verdict::False)
      continue;
    if (proved != nullptr)
      results.push_back(propertyResult(property, "pass", proofMessage(property, *proved), question, places));
    else if (engines::violatingTrace(result.answer) == nullptr)
      results.push_back(propertyResult(
          property, "open", fmt::format("{} is undecided: {}", program::name(property), reason), question, places));
  }
  for (Json &entry : results)
    entry["properties"] = {{"verdict", name(result.verdict())}, {"engine", result.engine}};
  Json notifications = warningNotifications(allWarnings(program, result), places);
  const auto *error = std::get_if<engines::InternalError>(&result.answer);
  if (error != nullptr)
    notifications.push_back(notificationOf("error", fmt::format("engine {}: {}", result.engine, error->message)));
  for (const engines::Result::Failure &failure : result.failures)
    notifications.push_back(notificationOf("error", fmt::format("engine {}: {}", failure.engine, failure.message)));
  return logText(std::move(results), std::move(notifications), error == nullptr, question.origin);
}

std::string toSarif(const Question &question, const interpreter::Trace &trace, const program::Program &program,
                    const interpreter::Explanation &explanation) {
  Places places(program.sources, question);
  Json results = Json::array();
  if (trace.violation)
    results.push_back(violationResult(trace, explanation, "fail", program.sources, places));
  return logText(std::move(results), warningNotifications(trace.warnings, places), true, question.origin);
}

std::string unknownAsSarif(const std::string &reason) {
  return logText(Json::array(), listOf(notificationOf("error", "no verdict: " + reason)), true, std::nullopt);
}

std::string mergedSarif(const std::vector<std::string> &logs) {
  Json merged;
  for (const std::string &text : logs) {
    Json log = Json::parse(text, nullptr, false);
    if (log.is_discarded()) // of a process that was killed while it wrote
      continue;
    if (merged.is_null()) {
      merged = std::move(log);
      continue;
    }
    for (const char *list : {"results", "invocations"})
      for (Json &entry : log["runs"][0][list])
        merged["runs"][0][list].push_back(std::move(entry));
    if (log["runs"][0].contains("originalUriBaseIds"))
      merged["runs"][0]["originalUriBaseIds"] = log["runs"][0]["originalUriBaseIds"];
  }
  return merged.is_null() ? unknownAsSarif("no property was verified") : jsonText(merged);
}

} // namespace heddle::report
