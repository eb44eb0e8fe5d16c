// `--solver`, for the engines that ask one.
#pragma once

#include "engines/option.hpp"
#include "smt/solver.hpp"

namespace heddle::engines {

inline Option solverOption(smt::Backend &setting) {
  return choice("--solver", setting, {{"cadical", smt::Backend::CaDiCaL}, {"z3", smt::Backend::Z3}},
                "cadical (bit-blasting) or z3");
}

} // namespace heddle::engines
