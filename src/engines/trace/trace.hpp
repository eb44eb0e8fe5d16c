// Stateless search over executions: the concurrent trace program of each execution is checked and used for pruning.
#pragma once

#include "engines/engine.hpp"
#include "smt/solver.hpp"

#include <cstdint>

namespace heddle::engines::trace {

struct Options {
  enum class Reduction : std::uint8_t {
    None,  // every thread in every state
    Dpor,  // dynamic partial-order reduction, with sleep sets
    Sleep, // sleep sets alone
  } reduction = Reduction::Dpor;
  bool prunes = true;           // check trace programs, and skip executions that they show to be safe
  bool symbolicInputs = true;   // false: only the inputs with which the executions are run
  std::uint64_t depth = 10'000; // steps of one execution
  std::uint64_t seed = 0;
  bool checkProof = false;
  smt::Backend solver = smt::Backend::CaDiCaL;

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::trace
