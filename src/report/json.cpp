// The content of the text report, and the schedule in the format of `heddle replay`. Keys are written in the
// order in which they are added here, so that two reports can be compared as text.
#include "report/json.hpp"

#include "interpreter/minimise.hpp"
#include "program/call_stack.hpp"
#include "program/names.hpp"
#include "report/folding.hpp"
#include "report/json_text.hpp"
#include "report/source_text.hpp"
#include "report/table.hpp"

#include <algorithm>
#include <optional>

namespace heddle::report {

std::string_view reasonKind(support::StopReason reason) {
  switch (reason) {
  case support::StopReason::Timeout:
    return "timeout";
  case support::StopReason::Memory:
    return "memory";
  case support::StopReason::Interrupted:
    return "interrupted";
  case support::StopReason::None:
  case support::StopReason::Effort:
  case support::StopReason::Answered:
    break;
  }
  return "incomplete";
}

namespace {

Json locationOf(program::SourceSpan span, const program::SourceMap &sources) {
  const program::SourceSpan user = sources.userSpan(span);
  if (!user.known())
    return nullptr;
  return Json{{"file", sources.path(user.file)}, {"line", user.line}, {"column", user.column}};
}

/// Each warning once: several engines may give the same.
Json warningsOf(const std::vector<program::Warning> &warnings, const program::SourceMap &sources) {
  Json result = Json::array();
  for (const program::Warning &warning : warnings) {
    Json entry{{"message", warning.message},
               {"location", locationOf(warning.span, sources)},
               {"blocksProof", warning.blocksProof}};
    if (std::find(result.begin(), result.end(), entry) == result.end())
      result.push_back(std::move(entry));
  }
  return result;
}

/// The call stack, innermost function first.
Json stackOf(program::SourceSpan span, const program::SourceMap &sources) {
  Json stack = Json::array();
  for (const program::StackEntry &entry : program::callStack(sources, span))
    stack.push_back({{"function", entry.function}, {"location", locationOf(entry.span, sources)}});
  return stack;
}

Json violationOf(const interpreter::Violation &violation, const interpreter::Explanation &explanation,
                 const program::SourceMap &sources) {
  Json facts = Json::array();
  for (const interpreter::Fact &fact : explanation.facts)
    facts.push_back({{"role", interpreter::name(fact.role)},
                     {"text", fact.text + fact.rest},
                     {"rest", fact.rest}, // the end of the text, which follows the place
                     {"thread", fact.thread ? Json(*fact.thread) : Json(nullptr)},
                     {"location", locationOf(fact.span, sources)},
                     {"stack", stackOf(fact.span, sources)}});
  return {{"property", program::name(violation.property)},   {"message", violation.message},
          {"location", locationOf(violation.span, sources)}, {"thread", violation.thread},
          {"stack", stackOf(violation.span, sources)},       {"explanation", std::move(facts)}};
}

Json lengthOf(const ExecutionLength &length) {
  return {{"contextSwitches", length.contextSwitches}, {"steps", length.steps}};
}

Json accessesOf(const interpreter::EventDetails &details) {
  Json accesses = Json::array();
  for (const interpreter::EventAccess &access : details.accesses)
    accesses.push_back({{"variable", access.variable},
                        {"value", access.value},
                        {"isRead", access.isRead},
                        {"object", access.range.object},
                        {"begin", access.range.begin},
                        {"end", access.range.end}});
  return accesses;
}

/// Earlier events that this one follows from, by their index.
Json originsOf(const interpreter::EventDetails &details) {
  Json origins = Json::array();
  for (const interpreter::EventOrigin &origin : details.origins)
    origins.push_back({{"kind", interpreter::name(origin.kind)}, {"event", origin.event}});
  return origins;
}

Json traceOf(const interpreter::Trace &trace, const Notes &notes, const program::SourceMap &sources) {
  const std::vector<bool> &relevant = notes.explanation.relevant;
  SourceText text(sources);
  Json threads = Json::array();
  for (unsigned i = 0; i < trace.threads.size(); ++i)
    threads.push_back({{"index", i}, {"name", trace.threads[i].name}});
  Json events = Json::array();
  std::optional<unsigned> running;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const interpreter::TraceEvent &event = trace.events[i];
    const interpreter::EventDetails details = i < notes.details.size() ? notes.details[i] : interpreter::EventDetails();
    Json entry{{"step", event.step},
               {"thread", event.thread},
               {"location", locationOf(event.span, sources)},
               {"source", text.printableLine(event.span)},
               {"text", event.text},
               {"local", event.local},
               {"relevant", event.step >= relevant.size() || relevant[event.step]},
               {"accesses", accessesOf(details)},
               {"origins", originsOf(details)}};
    if (running != event.thread)
      entry["stack"] = stackOf(event.span, sources);
    running = event.thread;
    events.push_back(std::move(entry));
  }
  Json folds = Json::array();
  for (const Fold &fold : foldsOf(trace, relevant))
    folds.push_back({{"first", fold.first}, {"end", fold.end}, {"text", fold.text}});
  return {{"threads", std::move(threads)},
          {"events", std::move(events)},
          {"folds", std::move(folds)},
          {"ending", name(trace.ending)},
          {"endingText", trace.endingText}};
}

Json scheduleOf(const interpreter::Trace &trace, const program::Program &program, const std::optional<Origin> &origin) {
  return Json::parse(savedSchedule(trace, program, origin));
}

/// One object for each engine that ran, in order: an engine may run twice. Times are seconds, sizes bytes.
Json statisticsOf(const std::vector<engines::Result::Run> &runs) {
  Json result = Json::array();
  for (const engines::Result::Run &run : runs) {
    Json values = Json::object();
    for (const engines::Statistic &statistic : run.statistics.list()) {
      const bool isWhole = statistic.unit == engines::Unit::Count || statistic.unit == engines::Unit::Bytes;
      const std::string id(statistic.id);
      if (isWhole)
        values[id] = static_cast<std::uint64_t>(statistic.value);
      else
        values[id] = statistic.value;
    }
    result.push_back({{"engine", run.engine}, {"values", std::move(values)}});
  }
  return result;
}

/// Engines that have failed, and why, including the one whose failure is the answer.
Json internalErrorsOf(const engines::Result &result) {
  Json errors = Json::array();
  if (const auto *error = std::get_if<engines::InternalError>(&result.answer))
    errors.push_back({{"engine", result.engine}, {"message", error->message}});
  for (const engines::Result::Failure &failure : result.failures)
    errors.push_back({{"engine", failure.engine}, {"message", failure.message}});
  return errors;
}

std::string_view identifierOf(engines::Unknown::Kind kind) {
  using Kind = engines::Unknown::Kind;
  switch (kind) {
  case Kind::Bound:
    return "bound";
  case Kind::Unsupported:
    return "unsupported";
  case Kind::Incomplete:
    return "incomplete";
  case Kind::OutOfMemory:
    return "memory";
  case Kind::Undefined:
    return "undefined-behaviour";
  case Kind::Unmodelled:
    return "unknown-function";
  }
  return "incomplete";
}

std::string_view identifierOf(engines::Suspicion suspicion) {
  switch (suspicion) {
  case engines::Suspicion::Race:
    return "data-race";
  case engines::Suspicion::Deadlock:
    return "deadlock";
  case engines::Suspicion::Violation:
    return "violation";
  case engines::Suspicion::Undefined:
    return "undefined-behaviour";
  case engines::Suspicion::Unfollowed:
    break;
  }
  return "not-followed";
}

/// What an engine could not exclude, the most suspicious first.
Json suspectsOf(const std::vector<engines::Suspect> &suspects, const program::SourceMap &sources) {
  Json list = Json::array();
  for (const engines::Suspect &suspect : suspects) {
    Json places = Json::array();
    for (const engines::Suspect::Place &place : suspect.places)
      places.push_back({{"role", place.role},
                        {"function", place.function},
                        {"locks", place.locks},
                        {"location", locationOf(place.span, sources)}});
    list.push_back({{"kind", identifierOf(suspect.suspicion)},
                    {"what", suspect.what},
                    {"places", std::move(places)},
                    {"reason", suspect.reason}});
  }
  return list;
}

/// Why the verdict is unknown, for programs that read the report.
std::string_view reasonKindOf(const engines::Answer &answer) {
  if (const auto *unknown = std::get_if<engines::Unknown>(&answer))
    return identifierOf(unknown->kind);
  if (const auto *cancelled = std::get_if<engines::Cancelled>(&answer))
    return reasonKind(cancelled->reason);
  return "internal-error";
}

} // namespace

Json reportOf(const Question &question, const engines::Result &result, const std::string &reason,
              const program::Program &program, const Notes &notes, const std::optional<Violations> &violations) {
  Json json;
  json["verdict"] = name(result.verdict());
  if (result.verdict() == engines::Verdict::Unknown) {
    json["reason"] = reason;
    json["reasonKind"] = reasonKindOf(result.answer);
    json["notExcluded"] = suspectsOf(result.suspects.list, program.sources);
  }
  if (const auto *proved = std::get_if<engines::NoViolation>(&result.answer)) {
    json["assumptions"] = proved->assumptions;
    json["checked"] = !proved->check.empty();
    if (!proved->check.empty())
      json["check"] = proved->check;
    if (!proved->unchecked.empty())
      json["uncheckedBecause"] = proved->unchecked;
    json["unreached"] = proved->unreached;
  }
  json["files"] = question.files;
  json["dataModel"] = name(question.dataModel);
  json["memoryModel"] = memoryModel;
  json["properties"] = propertyNames(question.properties);
  json["engine"] = result.engine;
  const interpreter::Trace *trace = engines::violatingTrace(result.answer);
  if (trace != nullptr)
    json["violation"] = violationOf(*trace->violation, notes.explanation, program.sources);
  if (trace != nullptr && notes.before)
    json["shortened"] = {
        {"from", lengthOf(*notes.before)},
        {"to", lengthOf({interpreter::contextSwitches(trace->schedule.steps), trace->schedule.steps.size()})}};
  json["warnings"] = warningsOf(allWarnings(program, result), program.sources);
  json["statistics"] = statisticsOf(result.runs);
  json["internalErrors"] = internalErrorsOf(result);
  if (trace != nullptr) {
    json["schedule"] = scheduleOf(*trace, program, question.origin);
    json["trace"] = traceOf(*trace, notes, program.sources);
  }
  if (violations) {
    Json list = Json::array();
    for (const auto &[each, about] : violations->list)
      list.push_back({{"violation", violationOf(*each->violation, about->explanation, program.sources)},
                      {"schedule", scheduleOf(*each, program, question.origin)},
                      {"trace", traceOf(*each, *about, program.sources)}});
    json["violations"] = std::move(list);
    json["suppressed"] = violations->suppressed;
  }
  return json;
}

std::string toJson(const Question &question, const engines::Result &result, const std::string &reason,
                   const program::Program &program, const Notes &notes, const std::optional<Violations> &violations) {
  return jsonText(reportOf(question, result, reason, program, notes, violations));
}

std::string toJson(const interpreter::Trace &trace, const program::Program &program, const Notes &notes,
                   const std::optional<Origin> &origin) {
  Json json = traceOf(trace, notes, program.sources);
  if (trace.violation)
    json["violation"] = violationOf(*trace.violation, notes.explanation, program.sources);
  json["warnings"] = warningsOf(trace.warnings, program.sources);
  json["schedule"] = scheduleOf(trace, program, origin);
  return jsonText(json);
}

std::string savedSchedule(const interpreter::Trace &trace, const program::Program &program,
                          std::optional<Origin> origin) {
  if (origin)
    origin->violation = trace.violation ? trace.violation->message : "";
  return toJson(SavedSchedule{trace.schedule, std::move(origin)}, program);
}

} // namespace heddle::report
