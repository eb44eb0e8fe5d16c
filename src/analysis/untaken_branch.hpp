// Summaries of branches that an execution did not take: where they merge with the rest, and what they may write on
// the way.
#pragma once

#include "analysis/initialisation.hpp"
#include "analysis/points_to.hpp"
#include "analysis/region.hpp"
#include "program/program.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace heddle::analysis {

/// What a thread may do between taking an action and reaching the merge point of the branch. It may also stop
/// anywhere in between.
struct UntakenBranch {
  program::LocationId merge = 0;              // the immediate post-dominator of the location
  std::vector<program::RegisterId> registers; // written by it and live at `merge`; sorted
  RegionSet writes;                           // memory that it may write, shared or not; normalised
  /// Some path reaches `merge`. If none does (abort(), a failed assumption, an endless loop), the thread never leaves
  /// the branch, and only its writes matter.
  bool arrives = false;
};

/// Refers to the program and the points-to sets, which must outlive it.
class UntakenBranches {
public:
  UntakenBranches(const program::Program &program, const PointsTo &pointsTo);
  ~UntakenBranches();

  /// False if a checked property depends on the locations of threads: then no branch is summarised.
  bool canBeSummarised() const;
  /// The summary of an action that is one of several out of its location; none if it cannot be summarised. Computed on
  /// demand; references stay valid.
  const std::optional<UntakenBranch> &of(program::CfaId cfa, program::ActionId action);

private:
  struct Effect;
  struct Function;

  Function &functionOf(program::CfaId cfa);
  const Effect &effectOf(program::CfaId cfa, program::ActionId action);
  bool add(program::CfaId cfa, const program::Operation &operation, Effect &effect) const;
  std::optional<UntakenBranch> summarise(program::CfaId cfa, program::ActionId action);

  const program::Program &program_;
  const PointsTo &pointsTo_;
  Initialisation initialisation_;
  bool loadsWrite_;                                  // a Load can observe whether padding was read before
  std::vector<std::unique_ptr<Function>> functions_; // by CfaId, once asked for
};

} // namespace heddle::analysis
