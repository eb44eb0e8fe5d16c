#include "engines/cegar/cegar.hpp"

namespace heddle::engines::cegar {

Outcome run(const program::Program &, const Options &, Progress &) {
  Outcome outcome;
  outcome.reason = "engine cegar is not finished";
  return outcome;
}

} // namespace heddle::engines::cegar
