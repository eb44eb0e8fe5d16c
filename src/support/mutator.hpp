// Mutation testing of proof checkers: an engine is given one defect on purpose, and the check of its proofs must notice
// every wrong one that results. The defects of an engine are an enumeration with the value `None`, next to the engine;
// only tests set another value.
#pragma once

namespace heddle::support {

/// Decides where the defect takes effect: at every n-th opportunity.
template <typename Mutation> class Mutator {
public:
  Mutator() = default;
  explicit Mutator(Mutation mutation, unsigned period = 1) : mutation_(mutation), period_(period) {}

  Mutator every(unsigned period) const { return Mutator(mutation_, period); }
  bool isActive() const { return !is(Mutation::None); }
  bool is(Mutation mutation) const { return mutation == mutation_; }
  bool strikes(Mutation mutation) { return is(mutation) && ++opportunities_ % period_ == 0; }

private:
  Mutation mutation_ = Mutation::None;
  unsigned period_ = 1;
  unsigned opportunities_ = 0;
};

} // namespace heddle::support
