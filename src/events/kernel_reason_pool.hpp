// Reasons as bit sets of atoms, identified by numbers.
#pragma once

#include "events/order_graph_problem.hpp"

namespace heddle::events {

using ReasonId = std::uint32_t;

/// A reason is a set of atoms. A read-from implies the guard of its write. Such a guard belongs to every reason with
/// the read-from, and is not counted in the size of the reason.
class ReasonPool {
public:
  static constexpr ReasonId empty = 0;

  explicit ReasonPool(const OrderProblem &problem);

  /// The reason of one atom; the empty one for noAtom.
  ReasonId single(Atom atom) const { return atom; }
  /// The union: a new reason, unless one of the two is empty or they are the same.
  ReasonId unite(ReasonId a, ReasonId b);
  /// Removes the reason if it is the newest and was added after the mark.
  void release(ReasonId reason, std::size_t mark);
  std::size_t mark() const { return sizes_.size(); }

  /// The number of atoms that are not implied by others.
  std::size_t size(ReasonId reason) const { return sizes_[reason]; }
  /// Whether `strong` implies `weak`.
  bool isImplied(ReasonId weak, ReasonId strong) const {
    for (std::size_t word = 0; word < words_; ++word)
      if ((coreWord(weak, word) & ~closureWord(strong, word)) != 0)
        return false;
    return true;
  }

  bool contains(ReasonId reason, Atom atom) const { return (closureWord(reason, atom / 64) >> (atom % 64) & 1U) != 0; }

  /// The atoms that were united, including those that are implied by others.
  std::vector<Atom> atoms(ReasonId reason) const;
  /// The atoms that are not implied by others.
  std::vector<Atom> core(ReasonId reason) const;
  /// The atoms and what they imply, as bits.
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
  std::vector<std::uint64_t> bits_; // of each reason: its atoms, then those that they imply
  std::vector<std::uint32_t> sizes_;
};

/// Reasons for cycles that have been found: a reason that implies one of them is redundant.
class KnownReasons {
public:
  KnownReasons(const OrderProblem &problem, const ReasonPool &pool);

  void add(ReasonId reason);
  /// Considers only known reasons of one or two atoms.
  bool impliesShort(ReasonId reason) const;
  bool impliesAny(ReasonId reason) const;

  const std::vector<ReasonId> &all() const { return all_; }

private:
  const ReasonPool &pool_;
  std::vector<std::uint64_t> singles_;               // atoms that are a reason alone
  std::vector<std::vector<std::uint64_t>> partners_; // by atom: those that are a reason together with it
  std::vector<ReasonId> longer_;
  std::vector<ReasonId> all_;
};

} // namespace heddle::events
