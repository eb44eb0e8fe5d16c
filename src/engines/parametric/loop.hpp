// The loop of abstraction, coverability and refinement.
#pragma once

#include "coverability/check.hpp"
#include "engines/parametric/concrete_path.hpp"
#include "engines/parametric/meetings.hpp"
#include "engines/parametric/parametric.hpp"
#include "engines/parametric/refinement.hpp"
#include "engines/parametric/weakening.hpp"
#include "engines/tree/formula_text.hpp"
#include "engines/tree/search.hpp"
#include "proof/parametric_proof.hpp"

#include <memory>
#include <optional>
#include <set>

namespace heddle::engines::parametric {

class Loop {
public:
  Loop(const Context &context, const Options &options, const Weakening &weakening);

  Answer run();
  Statistics statistics();

  /// After NoViolation.
  proof::ParametricProof proof();

private:
  std::optional<Answer> iterate();
  std::optional<Answer> treat(const ThreadSystem &abstract, const coverability::System &system,
                              const coverability::Trace &trace);
  std::optional<Answer> execute(const ConcretePath &path);
  std::optional<Answer> accept(const ConcretePath &path);
  std::string describe(const ConcretePath &path) const;
  Answer cancelled();
  void logPredicates(std::size_t added);

  const Context &context_;
  const program::Program &program_;
  const Options &options_;
  const Weakening weakening_;
  tree::Setting setting_;         // the program with any number of threads in slots
  reachability::Semantics alone_; // one thread among others
  tree::FormulaText text_;
  Templates templates_;
  std::unique_ptr<Synchronisation> synchronisation_; // if data races are checked
  Segments segments_;
  Predicates predicates_;
  Enumeration enumeration_;
  Abstraction abstraction_;
  Refinement refinement_;
  std::unique_ptr<RaceAccesses> raceAccesses_; // if data races are checked
  std::unique_ptr<Meetings> meetings_;
  std::unique_ptr<LockWaits> waits_;    // if deadlocks are checked
  std::set<const Segment *> dismissed_; // operations that are not supported, and known to be reachable
  std::optional<Unknown> incomplete_;
  // After NoViolation: the abstraction that proves it.
  std::unique_ptr<ThreadSystem> proving_;
  coverability::Certificate certificate_;
  std::uint64_t iterations_ = 0;
  std::size_t sharedStates_ = 0;
  std::size_t localStates_ = 0;
  std::size_t transitions_ = 0;
  std::chrono::nanoseconds abstracting_{};
  std::chrono::nanoseconds covering_{};
  std::chrono::nanoseconds refining_{};
  std::size_t executed_ = 0; // threads of the counterexample that was executed
};

} // namespace heddle::engines::parametric
