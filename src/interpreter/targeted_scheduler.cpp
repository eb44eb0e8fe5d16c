#include "interpreter/targeted_scheduler.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace heddle::interpreter {

namespace {

constexpr std::uint64_t timesPatience = 4; // for which a thread is held in total
constexpr unsigned ordinaryAccesses = 4;   // fewer visits to these are held than to those of a race, by this factor

bool areOpposite(const Target::Point &a, const Target::Point &b) {
  return ((a.sides & Target::first) != 0 && (b.sides & Target::second) != 0) ||
         ((a.sides & Target::second) != 0 && (b.sides & Target::first) != 0);
}

} // namespace

TargetedScheduler::TargetedScheduler(Machine &machine, const Target &target, Scheduler &plain,
                                     std::mt19937_64 &generator)
    : machine_(machine), target_(target), plain_(plain), generator_(generator) {
  constexpr unsigned shortest = 4; // as powers of two
  constexpr unsigned lengths = 9;
  constexpr std::array<unsigned, 3> rates{1, 2, 8};
  patience_ = std::uint64_t{1} << (shortest + generator_() % lengths);
  heldOutOf_ = rates[generator_() % rates.size()];
}

const std::vector<Target::Point> *TargetedScheduler::pointsAt(const Thread &thread) const {
  const auto points = target_.points.find({thread.cfa, thread.location});
  return points == target_.points.end() ? nullptr : &points->second;
}

/// A slot may be used by several threads, one after the other.
TargetedScheduler::Guest &TargetedScheduler::guestOf(const State &state, unsigned thread) {
  if (guests_.size() <= thread)
    guests_.resize(thread + 1);
  Guest &guest = guests_[thread];
  const Thread &now = state.threads[thread];
  if (guest.aim && guest.cfa == now.cfa)
    return guest;
  guest = {.cfa = now.cfa};
  std::vector<std::size_t> reachable;
  for (std::size_t aim = 0; aim < target_.aims.size(); ++aim)
    if (const std::vector<std::uint32_t> &distances = target_.aims[aim][now.cfa];
        !distances.empty() && distances[now.location] != Target::unreachable)
      reachable.push_back(aim);
  guest.aim = reachable.empty() ? target_.aims.size() : reachable[generator_() % reachable.size()];
  return guest;
}

bool TargetedScheduler::isHeld(Guest &guest) {
  if (guest.decision != Decision::Held && guest.decision != Decision::Steered)
    return false;
  std::uint64_t &total = guest.decision == Decision::Held ? guest.held : guest.steered;
  const std::uint64_t time = step_ - guest.since;
  if (time < patience_ && total + time < timesPatience * patience_)
    return true;
  total += time;
  guest.decision = Decision::Free;
  return false;
}

bool TargetedScheduler::isOffCourse(const State &state, unsigned thread) {
  const Thread &now = state.threads[thread];
  const Guest &guest = guests_[thread];
  if (*guest.aim == target_.aims.size())
    return false;
  if (machine_.program().cfas[now.cfa].outgoing[now.location].size() < 2)
    return false;
  const std::vector<program::ActionId> open = machine_.openActions(state, thread);
  if (open.size() < 2)
    return false;
  const std::vector<std::uint32_t> &distances = target_.aims[*guest.aim][now.cfa];
  const auto distanceAfter = [&](program::ActionId action) {
    return distances[machine_.program().cfas[now.cfa].actions[action].to];
  };
  const auto [least, most] = std::ranges::minmax(open, {}, distanceAfter);
  if (distanceAfter(least) == distanceAfter(most))
    return false;
  return std::ranges::none_of(open, [&](program::ActionId action) {
    return distanceAfter(action) == distanceAfter(least) && machine_.mayTake(state, thread, action);
  });
}

bool TargetedScheduler::isAtPoint(const State &state, unsigned thread) {
  const Thread &now = state.threads[thread];
  const std::vector<Target::Point> *points = pointsAt(now);
  return points != nullptr && std::ranges::any_of(*points, [&](const Target::Point &point) {
           const program::Action &action = machine_.program().cfas[now.cfa].actions[point.action];
           return action.from != now.location || machine_.mayTake(state, thread, point.action);
         });
}

/// Whether the thread is at an ordinary access, of which there are many.
bool TargetedScheduler::hasPartners(const Thread &thread) const {
  return !target_.isRace &&
         std::ranges::any_of(*pointsAt(thread), [](const Target::Point &point) { return point.sides != 0; });
}

TargetedScheduler::Decision TargetedScheduler::decide(const State &state, unsigned thread) {
  Guest &guest = guests_[thread];
  guest.awaitsPartner = target_.isRace || flip(2);
  const std::uint64_t limit = timesPatience * patience_;
  if (isAtPoint(state, thread)) {
    const bool isOrdinary = hasPartners(state.threads[thread]) && !isUpdating(state, thread);
    const unsigned outOf = isOrdinary ? heldOutOf_ * ordinaryAccesses : heldOutOf_;
    return guest.held < limit && flip(outOf) ? Decision::Held : Decision::Free;
  }
  return guest.steered < limit && isOffCourse(state, thread) && flip(heldOutOf_) ? Decision::Steered : Decision::Free;
}

bool TargetedScheduler::awaitsPartner(unsigned thread) const {
  return guests_[thread].decision == Decision::Held && guests_[thread].awaitsPartner;
}

std::optional<std::pair<unsigned, unsigned>> TargetedScheduler::findMeeting(const State &state,
                                                                            const std::vector<unsigned> &enabled) {
  struct Access {
    unsigned thread;
    const Target::Point *point;
    NextAccess access;
  };
  std::vector<std::pair<unsigned, const Target::Point *>> candidates;
  for (const unsigned thread : enabled)
    if (const auto *points = pointsAt(state.threads[thread]))
      for (const Target::Point &point : *points)
        if (point.sides != 0)
          candidates.emplace_back(thread, &point);
  if (candidates.empty() || candidates.front().first == candidates.back().first)
    return std::nullopt;
  std::vector<Access> accesses;
  for (const auto &[thread, point] : candidates) {
    const auto next = machine_.nextAccess(state, thread, point->action, point->instruction);
    if (!next)
      continue;
    for (const Access &other : accesses)
      if (other.thread != thread && (target_.isRace || awaitsPartner(other.thread) || awaitsPartner(thread)) &&
          areOpposite(*other.point, *point) && (other.point->writes || point->writes) &&
          mayOverlap(other.access, *next))
        return std::pair(other.thread, thread);
    accesses.push_back({thread, point, *next});
  }
  return std::nullopt;
}

/// Whether the thread is about to overwrite what it has read, and may not have noticed that others have written since.
bool TargetedScheduler::isUpdating(const State &state, unsigned thread) {
  const std::optional<NextAccess> &read = guests_[thread].read;
  return read && std::ranges::any_of(*pointsAt(state.threads[thread]), [&](const Target::Point &point) {
           const auto next = machine_.nextAccess(state, thread, point.action, point.instruction);
           return point.writes && next && mayOverlap(*read, *next);
         });
}

void TargetedScheduler::noteAccess(const State &state, unsigned thread) {
  const std::vector<Target::Point> *points = pointsAt(state.threads[thread]);
  if (target_.isRace || points == nullptr)
    return;
  std::optional<NextAccess> &read = guests_[thread].read;
  for (const Target::Point &point : *points)
    if (point.sides != 0 && !point.writes)
      read = machine_.nextAccess(state, thread, point.action, point.instruction);
  if (std::ranges::any_of(*points, [](const Target::Point &point) { return point.writes; }))
    read.reset();
}

unsigned TargetedScheduler::take(const State &state, unsigned thread) {
  noteAccess(state, thread);
  Guest &guest = guests_[thread];
  if (guest.decision == Decision::Held)
    guest.held += step_ - guest.since;
  if (guest.decision == Decision::Steered)
    guest.steered += step_ - guest.since;
  guest.decision = Decision::None;
  return thread;
}

std::vector<unsigned> TargetedScheduler::withoutEnds(const State &state, const std::vector<unsigned> &enabled) {
  std::vector<unsigned> others;
  std::ranges::copy_if(enabled, std::back_inserter(others), [&](unsigned thread) {
    const Thread &now = state.threads[thread];
    const program::Cfa &cfa = machine_.program().cfas[now.cfa];
    return std::ranges::none_of(cfa.outgoing[now.location], [&](program::ActionId id) {
      const auto ends = [](const program::Instruction &instruction) {
        return std::holds_alternative<program::EndProgram>(instruction.operation);
      };
      return std::ranges::any_of(cfa.actions[id].instructions, ends) && machine_.mayTake(state, thread, id);
    });
  });
  return others;
}

unsigned TargetedScheduler::choose(const State &state, const std::vector<unsigned> &enabled) {
  ++step_;
  if (postponed_ < timesPatience * patience_)
    if (const std::vector<unsigned> others = withoutEnds(state, enabled);
        !others.empty() && others.size() < enabled.size()) {
      ++postponed_;
      return chooseAmong(state, others);
    }
  return chooseAmong(state, enabled);
}

unsigned TargetedScheduler::chooseAmong(const State &state, const std::vector<unsigned> &enabled) {
  const std::optional<unsigned> next = std::exchange(next_, std::nullopt);
  if (next && std::ranges::find(enabled, *next) != enabled.end())
    return take(state, *next);
  for (const unsigned thread : enabled)
    if (guestOf(state, thread).decision == Decision::Steered && !isOffCourse(state, thread))
      return take(state, thread);
  if (const auto meeting = findMeeting(state, enabled)) {
    const bool isSwapped = flip(2);
    if (target_.isRace)
      next_ = isSwapped ? meeting->first : meeting->second;
    return take(state, isSwapped ? meeting->second : meeting->first);
  }
  std::vector<unsigned> candidates;
  std::ranges::copy_if(enabled, std::back_inserter(candidates),
                       [&](unsigned thread) { return !isHeld(guests_[thread]); });
  while (!candidates.empty()) {
    const unsigned thread = plain_.choose(candidates);
    Guest &guest = guests_[thread];
    if (guest.decision == Decision::None) {
      guest.decision = decide(state, thread);
      guest.since = step_;
    }
    if (!isHeld(guest))
      return take(state, thread);
    std::erase(candidates, thread);
  }
  return take(state, enabled[generator_() % enabled.size()]);
}

} // namespace heddle::interpreter
