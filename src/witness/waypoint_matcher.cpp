// An execution passes a place when the thread takes an action with an instruction in its line, or in a function that
// the line calls. Lines rather than columns are compared: tools disagree on the column of a statement. A place with a
// constraint is passed where the constraint is observed to hold (observe.hpp), and only there. The instructions of an
// action are matched in their order, those after an observation once its outcome is known. A place that is to be
// avoided until the next waypoint ends the match.
#include "witness/waypoint_matcher.hpp"

#include "program/call_stack.hpp"
#include "witness/source_scan.hpp"

#include <algorithm>
#include <cstdlib>

namespace heddle::witness {

using interpreter::InputRequest;
using program::SourceSpan;

namespace {

/// The number of `x == 5`, `\result == -1`, `(x == 5U)`.
std::optional<std::int64_t> comparedNumber(const std::string &constraint) {
  const std::vector<Token> tokens = tokensOf(constraint);
  const auto textAt = [&](std::size_t i) {
    return i < tokens.size() ? constraint.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) : std::string();
  };
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (textAt(i) != "=" || textAt(i + 1) != "=")
      continue;
    std::size_t at = i + 2;
    while (textAt(at) == "(")
      ++at;
    const bool isNegative = textAt(at) == "-";
    at += isNegative ? 1 : 0;
    if (at >= tokens.size() || tokens[at].kind != Token::Kind::Number)
      continue;
    const auto number = static_cast<std::int64_t>(std::strtoull(textAt(at).c_str(), nullptr, 0));
    return isNegative ? -number : number;
  }
  return std::nullopt;
}

/// The numbers in a constraint, with both signs.
void addConstants(const std::string &constraint, std::vector<std::int64_t> &constants) {
  for (const Token &token : tokensOf(constraint))
    if (token.kind == Token::Kind::Number) {
      const auto number = static_cast<std::int64_t>(std::strtoull(constraint.c_str() + token.begin, nullptr, 0));
      constants.push_back(number);
      constants.push_back(-number);
    }
}

bool isSamePlace(const Route::Place &a, const Route::Place &b) {
  return !a.constraint && !b.constraint && a.file == b.file && a.line == b.line && a.thread == b.thread;
}

/// The lines with code: an execution cannot be seen to pass others.
std::set<std::pair<std::string, unsigned>> linesOf(const program::Program &program) {
  std::set<std::pair<std::string, unsigned>> lines;
  std::set<std::pair<program::FrameId, unsigned>> known;
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        if (known.emplace(instruction.span.frame, instruction.span.line).second)
          for (const program::StackEntry &entry : program::callStack(program.sources, instruction.span))
            lines.emplace(baseName(program.sources.path(entry.span.file)), entry.span.line);
  return lines;
}

} // namespace

Route routeOf(const program::Program &program, const ViolationWitness &witness, const ObservedProgram *observed) {
  const std::set<std::pair<std::string, unsigned>> lines = linesOf(program);
  const auto hasCode = [&](const Route::Place &place) {
    return std::ranges::any_of(lines, [&](const auto &line) {
      return line.second == place.line && (place.file.empty() || line.first == place.file);
    });
  };
  Route route;
  for (std::size_t i = 0; i < witness.waypoints.size(); ++i) {
    const Waypoint &waypoint = witness.waypoints[i];
    Route::Place place{baseName(waypoint.position.file), waypoint.position.line, waypoint.thread,
                       waypoint.createdThread};
    if (observed != nullptr)
      place.constraint = observed->constraintOf(i);
    if (place.constraint)
      place.text = waypoint.constraint;
    if (waypoint.isAvoided) {
      // Without observations, what depends on a constraint is not avoided.
      if (place.constraint || waypoint.constraint.empty())
        route.avoided.push_back({place, route.places.size()});
      continue;
    }
    if (waypoint.kind == Waypoint::Kind::Target) {
      route.target = place;
      continue;
    }
    const bool isResult = waypoint.kind == Waypoint::Kind::FunctionReturn;
    if (isResult || waypoint.holdsAfter)
      if (const std::optional<std::int64_t> number =
              isResult ? resultNumber(waypoint.constraint) : comparedNumber(waypoint.constraint))
        route.values.push_back({place, *number, isResult});
    if (waypoint.kind == Waypoint::Kind::Assumption)
      addConstants(waypoint.constraint, route.constants);
    if (!place.constraint && !hasCode(place))
      continue;
    const bool isSegment = !route.avoided.empty() && route.avoided.back().before == route.places.size();
    if (route.places.empty() || isSegment || !isSamePlace(route.places.back(), place))
      route.places.push_back(place);
    else if (place.created)
      route.places.back().created = place.created;
  }
  return route;
}

bool WaypointMatcher::isAt(const program::SourceMap &sources, SourceSpan span, const Route::Place &place) {
  const auto isThere = [&](SourceSpan at) {
    return at.known() && at.line == place.line && (place.file.empty() || baseName(sources.path(at.file)) == place.file);
  };
  // What happens between functions, such as the start of a thread, has a place but no call stack.
  return isThere(span) || std::ranges::any_of(program::callStack(sources, span), isThere, &program::StackEntry::span);
}

std::optional<unsigned> WaypointMatcher::slotOf(const Route::Place &place) const {
  if (!place.thread || numbersAreSlots_)
    return place.thread;
  const auto known = slots_.find(*place.thread);
  return known == slots_.end() ? std::nullopt : std::optional(known->second);
}

bool WaypointMatcher::isNumbered(unsigned slot) const {
  return numbersAreSlots_ || std::ranges::any_of(slots_, [&](const auto &entry) { return entry.second == slot; });
}

bool WaypointMatcher::mayBe(unsigned slot, const Route::Place &place) const {
  if (const std::optional<unsigned> known = slotOf(place))
    return *known == slot;
  return !place.thread || !isNumbered(slot);
}

const Route::Place *WaypointMatcher::nextOfSameThread() const {
  for (std::size_t i = next_; next_ > 0 && i < route_.places.size(); ++i)
    if (route_.places[i].thread == route_.places[next_ - 1].thread)
      return &route_.places[i];
  return nullptr;
}

void WaypointMatcher::takes(const interpreter::State &state, unsigned thread, program::ActionId action) {
  action_ = &program_.cfas[state.threads[thread].cfa].actions[action];
  matched_ = 0;
  matchPending(thread);
}

template <typename Passes> void WaypointMatcher::match(unsigned thread, Passes passes) {
  if (const Route::Place *place = next(); place != nullptr && mayBe(thread, *place) && passes(*place))
    return pass(thread);
  for (const Route::Avoided &avoided : route_.avoided)
    hasStrayed_ = hasStrayed_ || (avoided.before == next_ && mayBe(thread, avoided.place) && passes(avoided.place));
}

void WaypointMatcher::occurred(const interpreter::Occurrence &occurrence) {
  if (observed_ == nullptr || !isObservation(*occurrence.instruction))
    return;
  const std::optional<unsigned> constraint = observed_->constraint(occurrence.place.object);
  if (constraint && occurrence.value != 0)
    match(occurrence.thread, [&](const Route::Place &place) { return place.constraint == constraint; });
  ++matched_;
  matchPending(occurrence.thread);
}

/// Up to the next observation.
void WaypointMatcher::matchPending(unsigned thread) {
  for (; matched_ < action_->instructions.size(); ++matched_) {
    const program::Instruction &instruction = action_->instructions[matched_];
    if (isObservation(instruction))
      return;
    if (!isInserted(instruction.span))
      match(thread, [&](const Route::Place &place) {
        return !place.constraint && isAt(program_.sources, instruction.span, place);
      });
  }
}

bool WaypointMatcher::isObservation(const program::Instruction &instruction) const {
  return std::holds_alternative<program::Store>(instruction.operation) && isInserted(instruction.span);
}

void WaypointMatcher::pass(unsigned thread) {
  const Route::Place &place = *next();
  if (place.thread && !numbersAreSlots_)
    slots_.emplace(*place.thread, thread);
  ++next_;
}

bool WaypointMatcher::hasInputs() const {
  if (hasOtherInput_)
    return false;
  for (std::size_t i = 0; i < route_.values.size(); ++i)
    if (route_.values[i].isResult && !isUsed_[i])
      return false;
  return true;
}

std::optional<std::size_t> WaypointMatcher::nextValue(const InputRequest &request) const {
  for (std::size_t i = 0; i < route_.values.size(); ++i)
    if (!isUsed_[i] && mayBe(request.thread, route_.values[i].place) &&
        isAt(program_.sources, request.span, route_.values[i].place))
      return i;
  return std::nullopt;
}

std::optional<std::int64_t> WaypointMatcher::valueFor(const InputRequest &request) const {
  const std::optional<std::size_t> index = nextValue(request);
  return index ? std::optional(route_.values[*index].value) : std::nullopt;
}

void WaypointMatcher::chosen(const InputRequest &request, interpreter::Bits value) {
  if (request.kind != program::InputKind::Nondet)
    return;
  const std::optional<std::size_t> index = nextValue(request);
  if (!index)
    return;
  isUsed_[*index] = true;
  const auto expected = static_cast<std::uint64_t>(route_.values[*index].value);
  const std::uint64_t mask = request.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << request.width) - 1;
  if (route_.values[*index].isResult && ((static_cast<std::uint64_t>(value) ^ expected) & mask) != 0)
    hasOtherInput_ = true;
}

bool WaypointMatcher::isAtTarget(const interpreter::Violation &violation) const {
  const SourceSpan place = program_.sources.userSpan(violation.span);
  if (isInserted(place))
    return false;
  // A violation without a place in the user's files cannot be elsewhere.
  if (!route_.target || !place.known() || program_.sources.isRuntime(place.file))
    return true;
  return isAt(program_.sources, violation.span, *route_.target) ||
         std::ranges::any_of(violation.participants, [&](const interpreter::Violation::Participant &participant) {
           return isAt(program_.sources, participant.span, *route_.target);
         });
}

} // namespace heddle::witness
