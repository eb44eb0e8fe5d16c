// The accesses of each step that may race with one of another thread.
//
// The accesses of a step are those of its visible action and of the atomic block that it begins. An access that is the
// only one of its step takes place whenever the thread is there; whether it conflicts with another one depends on the
// addresses. A longer step may take a way that does not make the access. In the execution that synchronisation.hpp
// describes, the step has been moved to the end, so that its reads may have other values than before, and do not decide
// about the way. They do if the memory is *handed over*: every atomic store to it follows, in its step, a load from it
// that synchronises, so that its writes are ordered by happens-before. If the moved step writes it, too, a later write
// would happen after its access, and there was none. Both kinds err on the safe side: what is not a race is found out
// when the execution is tried.
//
// One case is left out and must be reported: an access that follows a releasing store in the same step. What
// synchronises with that store comes after the whole step but is not ordered with the access.
#pragma once

#include "analysis/parallel.hpp"
#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::engines::parametric {

/// A shared access of a step.
struct StepAccess {
  program::CfaId cfa = 0;
  program::ActionId action = 0;
  std::size_t index = 0; // of the instruction
  bool writes = false;
  bool isPlain = false;
  bool isAlone = false; // the only access of its step, which is never disabled
  bool isAfterRelease = false;
  bool isFollowed = false;         // something after it, in its step, may end the execution or stop the thread
  program::Expr address = nullptr; // of the program
  unsigned bytes = 0;
  analysis::RegionSet regions;
  program::SourceSpan span;
};

class RaceAccesses {
public:
  RaceAccesses(const program::Program &program, const analysis::PointsTo &pointsTo);

  /// The accesses of the steps that begin at the location, as far as they may race with some other access.
  const std::vector<StepAccess> &of(program::CfaId cfa, program::LocationId location) const {
    return byLocation_[cfa][location];
  }
  bool mayRace(const StepAccess &a, const StepAccess &b) const;
  /// Whether the memory is handed over, see above.
  bool isHandedOver(program::ObjectId object) const {
    return !isAnythingWrittenBlindly_ && !blindlyWritten_.contains(object);
  }
  /// An access that may race with steps that come after its whole step, see above.
  const std::optional<program::SourceSpan> &uncovered() const { return uncovered_; }

private:
  void collect(program::CfaId cfa, program::LocationId location, const analysis::PointsTo &pointsTo);
  bool mayEnd(program::CfaId cfa, program::ActionId action, std::size_t from) const;

  const program::Program &program_;
  const analysis::Parallelism parallelism_;
  std::vector<std::vector<std::vector<StepAccess>>> byLocation_; // by function and location
  std::set<program::ObjectId> blindlyWritten_;
  bool isAnythingWrittenBlindly_ = false;
  std::optional<program::SourceSpan> uncovered_;
};

} // namespace heddle::engines::parametric
