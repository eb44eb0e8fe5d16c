// An execution passes a place when the thread takes an action with an instruction in its line, or in a function that
// the line calls. Lines rather than columns are compared: tools disagree on the column of a statement. Constraints on
// variables are not evaluated, except for those of inputs, and waypoints to avoid are left out: they restrict
// executions, which the search may ignore, since its result is replayed in any case.
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

bool isSamePlace(const Route::Place &a, const Route::Place &b) {
  return a.file == b.file && a.line == b.line && a.thread == b.thread;
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

Route routeOf(const program::Program &program, const ViolationWitness &witness) {
  const std::set<std::pair<std::string, unsigned>> lines = linesOf(program);
  const auto hasCode = [&](const Route::Place &place) {
    return std::ranges::any_of(lines, [&](const auto &line) {
      return line.second == place.line && (place.file.empty() || line.first == place.file);
    });
  };
  Route route;
  for (const Waypoint &waypoint : witness.waypoints) {
    const Route::Place place{baseName(waypoint.position.file), waypoint.position.line, waypoint.thread,
                             waypoint.createdThread};
    if (waypoint.isAvoided)
      continue;
    if (waypoint.kind == Waypoint::Kind::Target) {
      route.target = place;
      continue;
    }
    if (!hasCode(place))
      continue;
    if (const std::optional<std::int64_t> number = comparedNumber(waypoint.constraint))
      route.values.push_back({place, *number, waypoint.constraint.find("\\result") != std::string::npos});
    if (route.places.empty() || !isSamePlace(route.places.back(), place))
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
  const program::Cfa &cfa = program_.cfas[state.threads[thread].cfa];
  for (const program::Instruction &instruction : cfa.actions[action].instructions) {
    const Route::Place *place = next();
    if (place == nullptr)
      return;
    if (!mayBe(thread, *place) || !isAt(program_.sources, instruction.span, *place))
      continue;
    if (place->thread && !numbersAreSlots_)
      slots_.emplace(*place->thread, thread);
    ++next_;
  }
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
  // A violation without a place in the user's files cannot be elsewhere.
  if (!route_.target || !place.known() || program_.sources.isRuntime(place.file))
    return true;
  return isAt(program_.sources, violation.span, *route_.target) ||
         std::ranges::any_of(violation.participants, [&](const interpreter::Violation::Participant &participant) {
           return isAt(program_.sources, participant.span, *route_.target);
         });
}

} // namespace heddle::witness
