// Whether every join of main is valid, whatever the other threads do.
//
// The abstraction does not know which threads exist, so it cannot tell whether a handle names a thread that can be
// joined. In most programs this does not depend on other threads: main starts threads in one loop and joins them in
// another. Here, main is executed alone, with unknown values for inputs and for all memory that another thread may
// write. Of the address of an object that it allocates, only the identity of the object and the offset are known. Where
// an unknown value decides about its control flow, all ways are followed at once up to the place where they meet, if no
// thread is started or joined on them (detour.hpp), and what may be written there is unknown from then on. If every
// handle that is joined or detached comes from a Spawn of main and is so for the first time, then all joins are valid
// in every execution: apart from detours, main's control flow and its handles are the same in all of them, up to the
// point where it stops.
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace heddle::analysis {

bool joinsAreValid(const program::Program &program, const PointsTo &pointsTo);

/// What main does in every execution, as far as it gets. Its starts and joins of threads are numbered in their order.
struct MainCourse {
  static constexpr std::uint64_t never = UINT64_MAX;
  struct Access {
    AbstractObject object = 0;
    std::uint64_t offset = 0;
    std::uint64_t time = 0; // the number of the last start or join before it
  };
  struct Thread {
    program::CfaId cfa = 0;
    std::optional<program::Bits> argument;
    std::uint64_t start = 0;
    std::uint64_t end = never; // the join
  };

  std::vector<bool> isTaken; // by action: it is, or may be, taken
  std::map<const program::Instruction *, std::vector<Access>>
      accesses; // of all loads and stores whose places are known
  std::vector<Thread> threads;
};

/// None if the joins may be invalid.
std::optional<MainCourse> courseOfMain(const program::Program &program, const PointsTo &pointsTo);

} // namespace heddle::analysis
