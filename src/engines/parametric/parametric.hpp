// Engine `parametric`: safety for any number of threads, by symmetry-aware predicate abstraction to a thread transition
// system, coverability, and refinement.
#pragma once

#include "engines/engine.hpp"
#include "smt/solver.hpp"

namespace heddle::engines::parametric {

extern const Engine engine;

struct Options {
  smt::Backend solver = smt::Backend::CaDiCaL;
  std::uint64_t transitions = 500000;
  bool widening = true; // of the targets of the coverability search
  bool checkProof = false;
  bool writeProof = false; // as text, into the answer (proof/proof_file.hpp)

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

} // namespace heddle::engines::parametric
