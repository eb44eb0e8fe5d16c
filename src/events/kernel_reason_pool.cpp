// A derivation unites and compares hundreds of thousands of reasons. As bit sets, each operation takes a few
// instructions for the number of literals that a candidate usually has. Most unions are found redundant at once; they
// are at the end of the pool and are released again.
#include "events/kernel_reason_pool.hpp"

#include <bit>

namespace heddle::events {

namespace {

constexpr std::size_t wordBits = 64;

std::uint64_t bitOf(Atom atom) { return std::uint64_t{1} << (atom % wordBits); }

} // namespace

ReasonPool::ReasonPool(const OrderProblem &problem) : words_((problem.literals.size() + wordBits - 1) / wordBits) {
  const std::size_t atoms = problem.literals.size();
  bits_.assign(atoms * 2 * words_, 0);
  sizes_.assign(atoms, 1);
  sizes_[empty] = 0;
  for (Atom atom = 1; atom < atoms; ++atom)
    bits_[(std::size_t{atom} * 2) * words_ + atom / wordBits] |= bitOf(atom);
  for (const OrderProblem::Read &read : problem.reads) {
    const Atom guard = problem.writes[read.write].guard;
    if (guard != noAtom && read.readsFrom != noAtom && guard != read.readsFrom)
      bits_[(std::size_t{read.readsFrom} * 2 + 1) * words_ + guard / wordBits] |= bitOf(guard);
  }
}

ReasonId ReasonPool::unite(ReasonId a, ReasonId b) {
  if (a == b || b == empty)
    return a;
  if (a == empty)
    return b;
  const std::size_t start = bits_.size();
  bits_.resize(start + 2 * words_);
  const std::uint64_t *first = bitsOf(a);
  const std::uint64_t *second = bitsOf(b);
  std::uint64_t *made = bits_.data() + start;
  for (std::size_t word = 0; word < 2 * words_; ++word)
    made[word] = first[word] | second[word];
  int size = 0;
  for (std::size_t word = 0; word < words_; ++word)
    size += std::popcount(made[word] & ~made[words_ + word]);
  sizes_.push_back(static_cast<std::uint32_t>(size));
  return static_cast<ReasonId>(sizes_.size() - 1);
}

void ReasonPool::release(ReasonId reason, std::size_t mark) {
  if (reason < mark || reason + 1 != sizes_.size())
    return;
  sizes_.pop_back();
  bits_.resize(bits_.size() - 2 * words_);
}

namespace {

void appendAtoms(std::vector<Atom> &atoms, std::uint64_t bits, std::size_t word) {
  for (; bits != 0; bits &= bits - 1)
    atoms.push_back(static_cast<Atom>(word * wordBits + static_cast<std::size_t>(std::countr_zero(bits))));
}

} // namespace

std::vector<Atom> ReasonPool::atoms(ReasonId reason) const {
  std::vector<Atom> result;
  for (std::size_t word = 0; word < words_; ++word)
    appendAtoms(result, bitsOf(reason)[word], word);
  return result;
}

std::vector<Atom> ReasonPool::core(ReasonId reason) const {
  std::vector<Atom> result;
  for (std::size_t word = 0; word < words_; ++word)
    appendAtoms(result, coreWord(reason, word), word);
  return result;
}

KnownReasons::KnownReasons(const OrderProblem &problem, const ReasonPool &pool)
    : pool_(pool), singles_(pool.words(), 0), partners_(problem.literals.size()) {}

void KnownReasons::add(ReasonId reason) {
  all_.push_back(reason);
  const std::vector<Atom> core = pool_.core(reason);
  if (core.size() == 1) {
    singles_[core[0] / wordBits] |= bitOf(core[0]);
  } else if (core.size() == 2) {
    partners_[core[0]].resize(pool_.words(), 0);
    partners_[core[0]][core[1] / wordBits] |= bitOf(core[1]);
  } else {
    longer_.push_back(reason);
  }
}

bool KnownReasons::impliesShort(ReasonId reason) const {
  for (std::size_t word = 0; word < pool_.words(); ++word)
    if ((singles_[word] & pool_.closureWord(reason, word)) != 0)
      return true;
  for (std::size_t word = 0; word < pool_.words(); ++word) {
    for (std::uint64_t bits = pool_.closureWord(reason, word); bits != 0; bits &= bits - 1) {
      const auto &partners = partners_[word * wordBits + static_cast<std::size_t>(std::countr_zero(bits))];
      for (std::size_t other = 0; other < partners.size(); ++other)
        if ((partners[other] & pool_.closureWord(reason, other)) != 0)
          return true;
    }
  }
  return false;
}

bool KnownReasons::impliesAny(ReasonId reason) const {
  if (impliesShort(reason))
    return true;
  for (const ReasonId known : longer_)
    if (pool_.isImplied(known, reason))
      return true;
  return false;
}

} // namespace heddle::events
