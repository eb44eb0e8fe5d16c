// Makes the solver of a backend.
#include "smt/solver.hpp"

#include "smt/cadical_solver.hpp"
#include "smt/float_templates.hpp"
#include "smt/z3_solver.hpp"

namespace heddle::smt {

std::unique_ptr<Solver> makeSolver(Backend backend) {
  return backend == Backend::CaDiCaL ? makeCadicalSolver() : makeZ3Solver();
}

bool isSupported(program::ExprKind kind) { return !program::isFloatingPoint(kind) || hasFloatTemplate(kind); }

} // namespace heddle::smt
