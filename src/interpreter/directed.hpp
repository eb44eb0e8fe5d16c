// An execution whose threads and inputs a director chooses; the director also observes it.
#pragma once

#include "interpreter/inputs.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/observer.hpp"
#include "interpreter/trace.hpp"

#include <optional>
#include <vector>

namespace heddle::interpreter {

class Director : public InputSource, public Observer {
public:
  using InputSource::choose;
  /// The thread of the next step: one of `enabled`, which is not empty. None ends the execution.
  virtual std::optional<unsigned> choose(const State &state, const std::vector<unsigned> &enabled) = 0;
};

/// The trace has no events.
Trace runDirected(const program::Program &program, Director &director, const Limits &limits = {});

} // namespace heddle::interpreter
