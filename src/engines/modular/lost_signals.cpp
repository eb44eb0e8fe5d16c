#include "engines/modular/lost_signals.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::LocationId;

struct LostSignals::Claim {
  Cell signals;
  Cell lock;
  Cell cell;
  Interval content;
  bool areCounted = false; // each signal settles a debt of one
  bool isUpper = true;     // areCounted: the content is an upper bound
};

struct LostSignals::Debt {
  static constexpr unsigned many = 2;
  unsigned owed = 0;         // signals; `many`: only a broadcast settles them
  bool isWoken = false;      // areCounted
  bool hasSignalled = false; // areCounted: once since it took the lock, without a debt
  bool areAllAwake = false;  // no thread waits, since the lock is held from before a broadcast
  bool owes() const { return owed != 0 || isWoken; }
  auto operator<=>(const Debt &) const = default;
};

LostSignals::LostSignals(const program::Program &program, const Objects &objects, const Runs &runs,
                         const std::vector<RestingPoint> &points, const std::map<Cell, Interval> &bounds,
                         Mutation mutation)
    : program_(program), objects_(objects), runs_(runs), points_(points), bounds_(bounds), mutation_(mutation) {}

/// Whether the value is in the content of the claim, if it is the content of the cell in some state.
bool LostSignals::isKept(const Claim &claim, const Value &value) const {
  if (!value.isNumber())
    return false;
  const auto bounds = bounds_.find(claim.cell);
  const std::optional<Interval> both =
      bounds != bounds_.end() ? meet(*value.number, bounds->second) : std::optional(*value.number);
  return !both || includes(claim.content, *both);
}

/// Whether several threads other than the one that signals may wait.
bool LostSignals::mayBeSeveral(const Cell &signals, CfaId signalling) const {
  const auto [entry, isNew] = several_.try_emplace({signals, signalling}, true);
  if (!isNew)
    return entry->second;
  std::set<CfaId> functions;
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    for (ActionId id = 0; id < program_.cfas[cfa].actions.size(); ++id)
      for (const Run &run : runs_.of(cfa, id).runs)
        for (const Event &event : run.events)
          if (event.kind == Event::Kind::Wait && (event.cell == signals || event.cell.bytes == 0))
            functions.insert(cfa);
  const auto isOne = [&](CfaId cfa) { return objects_.parallelism().instances(cfa) == analysis::Instances::One; };
  if (isOne(signalling))
    functions.erase(signalling);
  return entry->second = functions.size() > 1 || (!functions.empty() && !isOne(*functions.begin()));
}

LostSignals::Debt LostSignals::after(const Claim &claim, CfaId cfa, const Run &run, Debt debt) const {
  const auto isHeldIn = [&](const State &state) {
    const auto held = state.held.find(claim.lock);
    return held != state.held.end() && held->second == exclusively;
  };
  const bool isHeld = isHeldIn(*run.from) && std::ranges::all_of(run.ends, isHeldIn);
  for (const Event &event : run.events) {
    const bool isSignal = event.kind == Event::Kind::Signal && event.cell == claim.signals;
    const bool isBroadcast = (event.kind == Event::Kind::Broadcast && event.cell == claim.signals) ||
                             (isSignal && (mutation_ == Mutation::SignalsWakeAll || !mayBeSeveral(claim.signals, cfa)));
    if (isBroadcast) {
      debt.owed = 0;
      debt.areAllAwake = isHeld;
    } else if (isSignal && claim.areCounted && debt.owed < Debt::many) {
      debt.hasSignalled = debt.owed == 0 && isHeld;
      debt.owed = 0;
    } else if (event.kind == Event::Kind::Wake && event.cell == claim.signals) {
      debt.isWoken = claim.areCounted;
    } else if (event.kind == Event::Kind::Store && event.cell == claim.cell && run.from->mode == Mode::Shared) {
      if (isKept(claim, event.value)) {
        debt.owed = 0;
        debt.isWoken = false;
        continue;
      }
      // If it was outside before, another debt is due, or no thread waits.
      if (!claim.areCounted && event.before.isNumber() && !meet(*event.before.number, claim.content))
        continue;
      const SignedBits up = !claim.areCounted || event.change.mayWrap ? SignedBits{Debt::many}
                            : claim.isUpper                           ? event.change.most
                                                                      : -event.change.least;
      if (up < 0)
        debt.isWoken = false;
      if (up <= 0 || debt.areAllAwake)
        continue;
      if (up == 1 && debt.hasSignalled)
        debt.hasSignalled = false;
      else
        debt.owed = static_cast<unsigned>(std::min<SignedBits>(debt.owed + up, Debt::many));
    }
  }
  if (!isHeld) {
    debt.hasSignalled = false;
    debt.areAllAwake = false;
  }
  // What the lock protects is known until it has been released.
  const bool isKnown = std::ranges::all_of(run.ends, [&](const State &state) {
    const auto known = state.known.find(claim.cell);
    return known != state.known.end() && isKept(claim, known->second.value);
  });
  if (isHeldIn(*run.from) && isKnown && !run.ends.empty()) {
    debt.owed = 0;
    debt.isWoken = false;
  }
  return debt;
}

std::vector<std::size_t> LostSignals::owingPoints(const Claim &claim) const {
  std::vector<bool> owes(points_.size(), false);
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    const program::Cfa &automaton = program_.cfas[cfa];
    std::vector<Debts> debts(automaton.locations.size());
    debts[automaton.entry].insert(Debt{});
    std::vector<LocationId> pending{automaton.entry};
    std::set<LocationId> stops;
    bool owesAtEnd = false;
    while (!pending.empty()) {
      const LocationId at = pending.back();
      pending.pop_back();
      const Debts here = debts[at];
      for (const ActionId id : automaton.outgoing[at])
        for (const Run &run : runs_.of(cfa, id).runs)
          for (const Debt &debt : here) {
            const Debt next = after(claim, cfa, run, debt);
            if (!run.endings.empty())
              owesAtEnd = owesAtEnd || next.owes();
            else if (!run.stops.empty() && (next.owes() || debt.owes()))
              stops.insert(at);
            else if (!run.ends.empty() && debts[automaton.actions[id].to].insert(next).second)
              pending.push_back(automaton.actions[id].to);
          }
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i].cfa != cfa)
        continue;
      switch (points_[i].kind) {
      case RestingPoint::Kind::End:
        owes[i] = owesAtEnd;
        break;
      case RestingPoint::Kind::Stop:
        owes[i] = stops.contains(points_[i].location);
        break;
      case RestingPoint::Kind::Wait:
        owes[i] = std::ranges::any_of(debts[points_[i].location], [](const Debt &debt) { return debt.owes(); });
        break;
      }
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < owes.size(); ++i)
    if (owes[i] && mutation_ != Mutation::NothingIsOwed)
      result.push_back(i);
  return result;
}

/// The bound that all threads which wait there have found, if each of them has.
std::optional<LostSignals::Claim> LostSignals::countingClaim(const RestingPoint &point, const Cell &cell,
                                                             bool isUpper) const {
  const unsigned width = cell.bytes * 8;
  const Interval all = Interval::full(width);
  SignedBits bound = isUpper ? all.least : all.most;
  for (const RestingPoint &other : points_) {
    if (other.signals != point.signals)
      continue;
    if (!other.condition || other.condition->lock != point.condition->lock)
      return std::nullopt;
    const auto found = other.condition->cells.find(cell);
    if (found == other.condition->cells.end())
      return std::nullopt;
    bound = isUpper ? std::max(bound, found->second.most) : std::min(bound, found->second.least);
  }
  if (bound == (isUpper ? all.most : all.least))
    return std::nullopt;
  const std::optional<Interval> content =
      isUpper ? Interval::ofSigned(all.least, bound, width) : Interval::ofSigned(bound, all.most, width);
  return Claim{*point.signals, point.condition->lock, cell, *content, true, isUpper};
}

std::vector<KeptContent> LostSignals::keptAt(const RestingPoint &point) const {
  std::vector<KeptContent> result;
  for (const auto &[cell, content] : point.condition->cells) {
    const Claim claim{*point.signals, point.condition->lock, cell, content, false, true};
    result.push_back({cell, content, owingPoints(claim)});
    for (const bool isUpper : {true, false})
      if (const std::optional<Claim> counting = countingClaim(point, cell, isUpper))
        result.push_back({cell, counting->content, owingPoints(*counting)});
  }
  return result;
}

} // namespace heddle::engines::modular
