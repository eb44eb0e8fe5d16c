// Order between what main does and what each of its threads does.
//
// If it is known which threads main starts and joins, with which arguments, and where its accesses go
// (analysis/joins.hpp), then each access of main is compared with the threads that run at that time: an access of a
// thread that goes to factor * argument + [low, high) (slots.hpp) does not race with it if no running thread has an
// argument with which both have a common byte. Threads that main starts later, or has joined before, are ordered with
// the access. So main may use the results of the threads that it has joined while others still run.
//
// Main takes the same actions in every execution, apart from those of which the accesses are not listed, and the
// threads of the function are started by main only. So what is checked here is all that can happen.
#pragma once

#include "analysis/joins.hpp"
#include "engines/modular/findings.hpp"
#include "engines/modular/global.hpp"
#include "engines/modular/mutation.hpp"

#include <map>
#include <optional>
#include <vector>

namespace heddle::engines::modular {

class MainOrder {
public:
  /// `course` is null if it is not known.
  MainOrder(const program::Program &program, const analysis::MainCourse *course, const Global &global,
            const Slots &slots, Mutation mutation)
      : program_(program), course_(course), global_(global), slots_(slots), mutation_(mutation) {}

  bool isExcluded(const SharedAccess &ofMain, const SharedAccess &ofThread);

private:
  struct Thread {
    std::int64_t number = 0; // the argument; the offset if it is an address
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    auto operator<=>(const Thread &) const = default;
  };
  /// The threads of the function, ascending; none if an argument is not known.
  using Threads = std::optional<std::vector<Thread>>;

  const Threads &threadsOf(program::CfaId cfa);
  Threads findThreads(program::CfaId cfa) const;

  const program::Program &program_;
  const analysis::MainCourse *course_;
  const Global &global_;
  const Slots &slots_;
  Mutation mutation_;
  std::map<program::CfaId, Threads> threads_;
};

} // namespace heddle::engines::modular
