// The common part of engines that build abstract reachability trees: the setting of state formulas, how a search is
// run, and how its proof is checked and written.
#pragma once

#include "engines/engine.hpp"
#include "program/expression.hpp"
#include "proof/proof.hpp"
#include "reachability/entailment.hpp"
#include "reachability/semantics.hpp"
#include "reachability/state_variables.hpp"
#include "smt/solver.hpp"

#include <memory>
#include <vector>

namespace heddle::engines::tree {

/// The program as transitions between control locations, with the pool of its formulas and a solver for them.
struct Setting {
  Setting(const Context &context, smt::Backend solver,
          reachability::Semantics::Rests rests = reachability::Semantics::Rests::BeforeVisible)
      : variables(pool), entailment(solver, context.cancellation),
        semantics(context.program, variables, entailment, context.limits.maxThreads, rests) {}

  program::ExprPool pool;
  reachability::StateVariables variables;
  reachability::Entailment entailment;
  reachability::Semantics semantics;
};

/// One run of such an engine.
class Search {
public:
  virtual ~Search() = default;
  virtual Answer run() = 0;
  /// After `run` has answered NoViolation.
  virtual proof::ReachabilityProof proof() = 0;
  virtual const std::vector<program::Warning> &warnings() const = 0;
  virtual Statistics statistics() const = 0;
};

struct Options {
  smt::Backend solver = smt::Backend::CaDiCaL;
  bool checkProof = false; // by an independent checker
  bool writeProof = false; // as text, into the answer (proof/proof_file.hpp)

  OptionList list();
};

/// The solver for the check of a proof. If the check was asked for, the other one than that which found the proof.
/// Otherwise the faster one: Z3 takes ten times as long for small proofs, which is more than the check may take.
smt::Backend checkingSolver(smt::Backend solver, bool isAskedFor);

/// Properties that abstract reachability trees do not check.
constexpr program::PropertySet unsupported{program::Property::NoDataRace, program::Property::NoDeadlock,
                                           program::Property::ValidMemtrack};

/// Runs the search that `make` creates, unless a property is not supported; checks and writes its proof as the options
/// say. A failed check withdraws the verdict.
Outcome run(const Context &context, const Options &options, const std::function<std::unique_ptr<Search>()> &make);

} // namespace heddle::engines::tree
