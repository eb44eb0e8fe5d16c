#include "engines/tree/formula_text.hpp"

#include <fmt/format.h>

namespace heddle::engines::tree {

using program::Expr;
using reachability::StateVariable;
using reachability::VariableId;

std::string FormulaText::variable(VariableId id) const {
  const StateVariable &variable = variables_[id];
  const std::string thread = variable.slot == 0 ? "main" : fmt::format("T{}", variable.slot);
  switch (variable.kind) {
  case StateVariable::Kind::Register: {
    const std::string &name = program_.cfas[variable.cfa].registers[variable.reg].name;
    return name.empty() ? fmt::format("{}.%{}", thread, variable.reg) : fmt::format("{}.{}", thread, name);
  }
  case StateVariable::Kind::Result:
    return thread + ".result";
  case StateVariable::Kind::Cell: {
    const std::string object = variable.object < program_.objects.size() ? program_.objects[variable.object].name
                                                                         : fmt::format("o{}", variable.object);
    return variable.offset == 0 ? object : fmt::format("{}+{}", object, variable.offset);
  }
  case StateVariable::Kind::Input:
  case StateVariable::Kind::Symbol:
    break;
  }
  return fmt::format("input_{}", id);
}

std::string FormulaText::formula(Expr formula) {
  for (const Expr used : variables_.vocabularyOf(formula).variables) {
    if (names_.registers.size() <= used->index)
      names_.registers.resize(used->index + 1);
    program::Register &named = names_.registers[used->index];
    if (named.name.empty())
      named = {.name = variable(used->index), .width = used->width};
  }
  return program::toText(formula, names_);
}

} // namespace heddle::engines::tree
