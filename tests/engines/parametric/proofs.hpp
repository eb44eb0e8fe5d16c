// Proofs of engine parametric, also of one with a defect.
#pragma once

#include "engines/ask.hpp"
#include "engines/parametric/loop.hpp"
#include "proof/check_parametric.hpp"

#include <optional>
#include <string>

namespace heddle::testing {

/// The proof, if the engine says that the program is safe.
inline std::optional<proof::ParametricProof> parametricProof(const Program &program,
                                                             const engines::parametric::Weakening &weakening = {},
                                                             std::uint64_t effort = 100'000) {
  support::Cancellation cancellation;
  cancellation.setEffort(effort);
  const Context context{.program = program, .cancellation = cancellation, .engine = "parametric"};
  const engines::parametric::Options options;
  engines::parametric::Loop loop(context, options, weakening);
  if (!std::holds_alternative<engines::NoViolation>(loop.run()))
    return std::nullopt;
  return loop.proof();
}

inline proof::CheckResult checkedParametric(const Program &program, const proof::ParametricProof &proof,
                                            smt::Backend solver = smt::Backend::CaDiCaL) {
  support::Cancellation cancellation;
  cancellation.setEffort(1'000'000);
  return proof::checkParametric(program, proof, {.solver = solver}, cancellation);
}

inline const std::string anyNumberOfWorkers =
    " int main(void) { while (__VERIFIER_nondet_bool()) start(worker, 0); return 0; }";

} // namespace heddle::testing
