// Thread escape: which accesses to memory conflict with no concurrent access of another thread.
#pragma once

#include "analysis/parallel.hpp"
#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace heddle::analysis {

class Escape {
public:
  Escape(const program::Program &program, const PointsTo &pointsTo, const Parallelism &parallelism);

  /// Whether a pointer to the object may reach a thread other than the one that allocated it. True for all static
  /// objects.
  bool escapes(AbstractObject object) const { return escapes_[object]; }

  /// Whether the Load, Store or Free at `point` conflicts with no access of any other thread that may
  /// happen in parallel. False for operations that access no memory.
  bool isLocal(ProgramPoint point) const;

private:
  /// The accesses to an object that this analysis does not distinguish.
  struct AccessClass {
    program::CfaId cfa;
    Parallelism::AliveSet others;
    std::uint64_t begin; // the bytes [begin, end) of the object
    std::uint64_t end;
    bool writes;
    auto operator<=>(const AccessClass &) const = default;
  };
  /// One access, with its class for each object that it may access.
  struct ClassifiedAccess {
    bool isAccess = false;
    std::vector<std::pair<AbstractObject, AccessClass>> classes; // of objects that escape
    bool isWild = false;
  };

  void findEscaping();
  void collectAccesses();
  void findConflicts();
  void findConflicts(std::map<AccessClass, bool> &classes) const;
  bool mayConflict(const AccessClass &a, const AccessClass &b) const;
  ClassifiedAccess classify(ProgramPoint point) const;

  const program::Program &program_;
  const PointsTo &pointsTo_;
  const Parallelism &parallelism_;
  std::vector<bool> escapes_;
  /// By object: its classes of accesses, and whether each conflicts with another or with itself.
  std::vector<std::map<AccessClass, bool>> classes_;
};

/// Clears `shared` of every access that is local. Returns the number of accesses that became local.
std::size_t markLocalAccesses(program::Program &program);

/// Adds an AtomicBegin to actions that enter an atomic block and have become local: a block is a step of its own, so
/// its beginning must be a scheduling point.
void keepBlockEntriesVisible(program::Program &program);

} // namespace heddle::analysis
