// What another engine could not exclude, as targets of random executions.
//
// A target is made of one suspect. Of a race, its points are the two accesses; of a deadlock, the requests in the
// cycle; of another violation, the place itself, and all accesses to memory from which the values there come: two
// threads that meet at such accesses take them in random order, which is how an update is lost.
#pragma once

#include "engines/suspect.hpp"
#include "interpreter/target.hpp"
#include "program/program.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace heddle::engines::random {

/// Whether targets can be made of some of them.
bool areLocated(const Suspects &suspects);

class Targets {
public:
  Targets(const program::Program &program, const Suspects &suspects);
  ~Targets();
  Targets(const Targets &) = delete;
  Targets &operator=(const Targets &) = delete;

  /// The target of the n-th execution that has one; the more suspicious, the more executions it gets. Null if there
  /// are no targets.
  const interpreter::Target *forExecution(std::size_t n);

private:
  class Builder;
  std::unique_ptr<Builder> builder_;
  std::vector<const Suspect *> suspects_;
  std::vector<std::optional<interpreter::Target>> targets_; // by suspect, made when they are needed
};

} // namespace heddle::engines::random
