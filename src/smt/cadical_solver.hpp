// The solver that bit-blasts to CaDiCaL.
#pragma once

#include "smt/solver.hpp"

#include <memory>

namespace heddle::smt {

std::unique_ptr<Solver> makeCadicalSolver();

} // namespace heddle::smt
