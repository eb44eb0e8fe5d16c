#include "engines/modular/barriers.hpp"

#include <numeric>

namespace heddle::engines::modular {

using program::SyncKind;

namespace {

// The layout of runtime/barrier.c.
constexpr std::uint64_t barrierBytes = 20;
constexpr std::uint64_t countOffset = 8;
constexpr unsigned countBytes = 4;

} // namespace

bool areApart(const Phase &a, const Phase &b) {
  if ((a.modulus == 0 && a.least < b.least) || (b.modulus == 0 && b.least < a.least))
    return true;
  const std::uint64_t step = std::gcd(a.modulus, b.modulus);
  const std::uint64_t distance = a.least > b.least ? a.least - b.least : b.least - a.least;
  return step == 0 ? distance != 0 : distance % step != 0;
}

void Barriers::wait(State &state, program::CfaId cfa, const Cell &barrier) {
  users_[barrier].insert(cfa);
  if (state.mode != Mode::Shared)
    refute(barrier);
  ++state.phases[barrier].least;
}

void Barriers::store(const State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end) {
  if (state.mode != Mode::Shared)
    return;
  for (const auto &entry : users_) {
    const Cell &barrier = entry.first;
    const bool isHit = barrier.object == object && begin < barrier.offset + barrierBytes && barrier.offset < end;
    const bool isModel = state.sync && state.sync->second == barrier &&
                         (state.sync->first == SyncKind::BarrierWait || state.sync->first == SyncKind::BarrierLeave);
    if (isHit && !isModel)
      refute(barrier);
  }
}

bool Barriers::isValid(const Cell &barrier) const {
  if (areAllRefuted_ || refuted_.contains(barrier))
    return false;
  const std::uint64_t offset = barrier.offset + countOffset;
  const Value count = global_.read(barrier.object, offset, countBytes);
  if (!count.isConstant())
    return false;
  SignedBits threads = 0;
  for (const program::CfaId cfa : users_.at(barrier))
    threads += parallelism_.instances(cfa) == analysis::Instances::One ? SignedBits{1} : global_.mostThreadsOf(cfa);
  return threads <= static_cast<SignedBits>(count.number->low) || mutation_ == Mutation::AnyBarrierOrders;
}

bool Barriers::areApart(program::CfaId first, const std::map<Cell, Phase> &a, program::CfaId second,
                        const std::map<Cell, Phase> &b) const {
  for (const auto &entry : users_) {
    if (!entry.second.contains(first) || !entry.second.contains(second))
      continue;
    const auto phaseIn = [&](const std::map<Cell, Phase> &phases) {
      const auto found = phases.find(entry.first);
      return found == phases.end() ? Phase{} : found->second;
    };
    if (modular::areApart(phaseIn(a), phaseIn(b)) && isValid(entry.first))
      return true;
  }
  return false;
}

} // namespace heddle::engines::modular
