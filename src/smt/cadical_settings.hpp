// What all uses of CaDiCaL have in common: its settings, and how it is stopped.
#pragma once

#include "support/cancellation.hpp"

#include <cadical.hpp>

#include <cstdint>

namespace heddle::smt {

/// The options suit many small calls with clauses added between them. Measured against the defaults, in CPU time on a
/// busy machine (differences below a fifth are noise), on generated formulas: (a) 2000 calls under
/// assumptions on 12 words of 32 bits, 17000 variables at the end: 4.6 s instead of 6.3 s; (b) 180 calls that
/// refine the order of events of three threads with 32-bit values, 2500 variables: 3.4 s instead of 5.1 s;
/// (c) the same with four threads, 80 calls: 5.8 s instead of 13.3 s; (d) eight single calls on floating-point
/// circuits: 0.1 s instead of 1.8 s, all of it in one of them; (e) eight single calls on products and quotients
/// of 7 to 32 bits: the same. Chronological backtracking made the difference in (d), lucky phases and walks in (c).
/// Variable elimination stays on: eliminated variables must be restored when a clause mentions them, but the proofs on
/// which bounded model checking spends its time need it. With it, examples/fib_bench.c with 8 rounds takes 2.8 s
/// instead of 7.4 s, and with 11 rounds 28 s instead of minutes.
inline void configure(CaDiCaL::Solver &cadical) {
  for (const char *option : {"lucky", "walk", "chrono"})
    cadical.set(option, 0);
  cadical.set("quiet", 1);
}

class CadicalPoll final : public CaDiCaL::Terminator {
public:
  /// The work of the solver between two polls grows with the formula.
  CadicalPoll(support::Cancellation &cancellation, std::uint64_t clauses)
      : cancellation_(cancellation), effort_(1 + clauses / clausesPerEffort) {}
  bool terminate() override { return cancellation_.poll(effort_); }

private:
  static constexpr std::uint64_t clausesPerEffort = 16384;

  support::Cancellation &cancellation_;
  std::uint64_t effort_;
};

} // namespace heddle::smt
