// A waypoint is written for each step of the schedule and each statement that the step executes with an effect that
// other threads can notice; the inputs of the program are waypoints with the value as a constraint. A thread that is
// interrupted inside a statement has a waypoint there before and after the interruption: the format has no finer
// places.
#include "witness/violation.hpp"

#include "interpreter/directed.hpp"
#include "support/files.hpp"
#include "witness/source_scan.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace heddle::witness {

using interpreter::InputRequest;
using interpreter::Occurrence;
using interpreter::State;
using program::SourceSpan;

namespace {

/// Places of the program as witnesses name them: where the statement begins.
class Places {
public:
  explicit Places(const program::Program &program) : program_(program) {}

  Position position(SourceSpan span) {
    Position position{program_.sources.path(span.file), span.line, span.column,
                      program_.sources.frame(span.frame).function};
    if (const SourceScan *scan = scanOf(span.file))
      if (const Token *statement = scan->statementAt(span.line, span.column);
          statement != nullptr && statement->line == span.line)
        position.column = statement->column;
    return position;
  }

private:
  const SourceScan *scanOf(program::FileId file) {
    auto [entry, isNew] = scans_.try_emplace(file);
    if (isNew)
      if (std::optional<std::string> text = support::readFile(program_.sources.path(file)))
        entry->second = std::make_unique<SourceScan>(std::move(*text));
    return entry->second.get();
  }

  const program::Program &program_;
  std::map<program::FileId, std::unique_ptr<SourceScan>> scans_;
};

/// Replays the schedule and notes the waypoints.
class Recorder final : public interpreter::Director {
public:
  Recorder(const program::Program &program, const interpreter::Schedule &schedule)
      : program_(program), schedule_(schedule), inputs_(schedule), places_(program) {}

  std::optional<unsigned> choose(const State & /*state*/, const std::vector<unsigned> & /*enabled*/) override {
    return next_ < schedule_.steps.size() ? std::optional(schedule_.steps[next_++]) : std::nullopt;
  }

  std::optional<interpreter::Bits> choose(const InputRequest &request) override { return inputs_.choose(request); }

  void occurred(const State & /*state*/, const Occurrence &occurrence) override {
    const program::Operation &operation = occurrence.instruction->operation;
    if (!program::isVisible(operation))
      return;
    const bool isSpawn = std::holds_alternative<program::Spawn>(operation);
    Waypoint *waypoint = add(occurrence.thread, occurrence.instruction->span, isSpawn);
    if (isSpawn && waypoint != nullptr)
      waypoint->createdThread = occurrence.other;
  }

  void chosen(const State & /*state*/, const InputRequest &request, interpreter::Bits value) override {
    if (request.kind != program::InputKind::Nondet || request.name == nullptr)
      return;
    Waypoint *waypoint = add(request.thread, request.span, true);
    if (waypoint == nullptr)
      return;
    waypoint->kind = Waypoint::Kind::FunctionReturn;
    const bool isNegative = request.width <= 64 && request.width > 0 && (value >> (request.width - 1) & 1) != 0;
    const auto number = static_cast<std::uint64_t>(value);
    const bool isUnsigned = request.name->find("_u") != std::string::npos;
    const std::int64_t extended = isNegative && request.width < 64
                                      ? static_cast<std::int64_t>(number | ~std::uint64_t{0} << request.width)
                                      : static_cast<std::int64_t>(number);
    waypoint->constraint = isUnsigned ? fmt::format("\\result == {}", number) : fmt::format("\\result == {}", extended);
    waypoint->resultFunction = *request.name;
  }

  ViolationWitness take(const interpreter::Trace &trace) {
    if (!trace.violation)
      return std::move(witness_);
    Waypoint *target = add(trace.violation->thread, trace.violation->span, true);
    if (target == nullptr)
      target = addSubstitute(trace.violation->thread);
    target->kind = Waypoint::Kind::Target;
    if (witness_.waypoints.size() > 1 && isSamePlace(witness_.waypoints[witness_.waypoints.size() - 2], *target))
      witness_.waypoints.erase(witness_.waypoints.end() - 2);
    return std::move(witness_);
  }

private:
  static bool isSamePlace(const Waypoint &step, const Waypoint &other) {
    return step.kind == Waypoint::Kind::Step && !step.createdThread && step.thread == other.thread &&
           step.position == other.position;
  }

  /// Null if the place is not in the user's files, or already noted.
  Waypoint *add(unsigned thread, SourceSpan span, bool isForced) {
    const SourceSpan place = program_.sources.userSpan(span);
    if (!place.known() || program_.sources.isRuntime(place.file))
      return nullptr;
    Waypoint waypoint;
    waypoint.position = places_.position(place);
    waypoint.thread = thread;
    if (entered_.insert(thread).second)
      waypoint.entered = waypoint.position.function;
    if (!isForced && !witness_.waypoints.empty() && isSamePlace(witness_.waypoints.back(), waypoint))
      return nullptr;
    witness_.waypoints.push_back(std::move(waypoint));
    return &witness_.waypoints.back();
  }

  /// Both formats want a place for the violation, also where it has none in the user's files: a function without a body
  /// that a thread starts in, say. The last place that was passed takes its part.
  Waypoint *addSubstitute(unsigned thread) {
    Waypoint waypoint;
    waypoint.thread = thread;
    waypoint.position = witness_.waypoints.empty() ? Position{"", 1, 1, "main"} : witness_.waypoints.back().position;
    witness_.waypoints.push_back(std::move(waypoint));
    return &witness_.waypoints.back();
  }

  const program::Program &program_;
  const interpreter::Schedule &schedule_;
  interpreter::ScheduledInputs inputs_;
  Places places_;
  std::size_t next_ = 0;
  std::set<unsigned> entered_;
  ViolationWitness witness_;
};

} // namespace

ViolationWitness waypointsOf(const program::Program &program, const interpreter::Trace &trace) {
  Recorder recorder(program, trace.schedule);
  interpreter::Limits limits;
  limits.steps = std::max<std::uint64_t>(limits.steps, trace.schedule.steps.size() + 1);
  interpreter::runDirected(program, recorder, limits);
  return recorder.take(trace);
}

} // namespace heddle::witness
