// State variables and state formulas as text, for the logs of engines.
#pragma once

#include "program/program.hpp"
#include "reachability/state_variables.hpp"

#include <string>

namespace heddle::engines::tree {

class FormulaText {
public:
  FormulaText(const program::Program &program, reachability::StateVariables &variables)
      : program_(program), variables_(variables) {}

  /// "T1.x" for register x of thread T1, "T1.result", "counter", "buffer+4", "o17+8" for a dynamic object.
  std::string variable(reachability::VariableId id) const;
  std::string formula(program::Expr formula);

private:
  const program::Program &program_;
  reachability::StateVariables &variables_;
  program::Cfa names_; // its registers are the variables that have occurred in formulas
};

} // namespace heddle::engines::tree
