// The solver that translates to Z3.
#pragma once

#include "smt/solver.hpp"

#include <memory>

namespace heddle::smt {

std::unique_ptr<Solver> makeZ3Solver();

} // namespace heddle::smt
