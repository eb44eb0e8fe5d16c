// Futures: a static over-approximation of everything that a thread may still do, for partial-order reduction.
#pragma once

#include "analysis/dependence.hpp"
#include "analysis/parallel.hpp"
#include "program/program.hpp"

#include <map>
#include <tuple>

namespace heddle::analysis {

/// Refers to the program and the dependence, which must outlive it.
class Futures {
public:
  Futures(const program::Program &program, const Dependence &dependence)
      : program_(program), dependence_(dependence), parallelism_(program) {}

  /// Everything that a thread at that location, and the threads that it may start, may do as long as a thread of the
  /// function `alive` has not terminated. For example, what main does after joining all threads is not included.
  const Footprint &from(program::CfaId cfa, program::LocationId location, program::CfaId alive);

  const Parallelism &parallelism() const { return parallelism_; }

private:
  const program::Program &program_;
  const Dependence &dependence_;
  Parallelism parallelism_;
  std::map<std::tuple<program::CfaId, program::LocationId, program::CfaId>, Footprint> known_;
};

} // namespace heddle::analysis
