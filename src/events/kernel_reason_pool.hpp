// Sets of atoms, as bits, known by a number.
#pragma once

#include "events/order_graph_problem.hpp"

namespace heddle::events {

using ReasonId = std::uint32_t;

/// A reason is a set of atoms. A read-from implies the guard of the write that it names, so a guard that one of
/// the read-froms implies does not count, and it is there even if nothing else asked for it.
class ReasonPool {
public:
  static constexpr ReasonId empty = 0;

  explicit ReasonPool(const OrderProblem &problem);

  /// The empty one for noAtom.
  ReasonId single(Atom atom) const { return atom; }
  /// One of those given, if it is the union, or a new one.
  ReasonId unite(ReasonId a, ReasonId b);
  /// Forgets the reason if it is the newest and younger than the mark.
  void release(ReasonId reason, std::size_t mark);
  std::size_t mark() const { return sizes_.size(); }

  /// How many atoms the reason needs to name.
  std::size_t size(ReasonId reason) const { return sizes_[reason]; }
  /// Does all of `weak` follow from `strong`?
  bool isImplied(ReasonId weak, ReasonId strong) const {
    for (std::size_t word = 0; word < words_; ++word)
      if ((coreWord(weak, word) & ~closureWord(strong, word)) != 0)
        return false;
    return true;
  }

  bool contains(ReasonId reason, Atom atom) const { return (closureWord(reason, atom / 64) >> (atom % 64) & 1U) != 0; }

  /// All that were put together, those that need not be named among them.
  std::vector<Atom> atoms(ReasonId reason) const;
  /// Those that must be named.
  std::vector<Atom> core(ReasonId reason) const;
  /// All that hold, as bits.
  std::uint64_t closureWord(ReasonId reason, std::size_t word) const {
    const std::uint64_t *bits = bitsOf(reason);
    return bits[word] | bits[words_ + word];
  }
  std::size_t words() const { return words_; }

private:
  const std::uint64_t *bitsOf(ReasonId reason) const { return bits_.data() + std::size_t{reason} * 2 * words_; }
  std::uint64_t coreWord(ReasonId reason, std::size_t word) const {
    const std::uint64_t *bits = bitsOf(reason);
    return bits[word] & ~bits[words_ + word];
  }

  std::size_t words_;
  std::vector<std::uint64_t> bits_; // of each reason: what was put together, then what it implies
  std::vector<std::uint32_t> sizes_;
};

/// Reasons for cycles: a reason from which one of them follows is of no more use.
class KnownReasons {
public:
  KnownReasons(const OrderProblem &problem, const ReasonPool &pool);

  void add(ReasonId reason);
  /// Looks only for known ones of one or two atoms.
  bool impliesShort(ReasonId reason) const;
  bool impliesAny(ReasonId reason) const;

  const std::vector<ReasonId> &all() const { return all_; }

private:
  const ReasonPool &pool_;
  std::vector<std::uint64_t> singles_;               // atoms that are one alone
  std::vector<std::vector<std::uint64_t>> partners_; // of each atom: those that are one with it
  std::vector<ReasonId> longer_;
  std::vector<ReasonId> all_;
};

} // namespace heddle::events
