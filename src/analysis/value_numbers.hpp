// Value numbers: what the registers of an automaton hold at each location, as expressions over symbols.
//
// A *symbol* stands for a value that is not computed from others: of a register where paths merge with different
// values, of a register that a loop assigns at the head of that loop, and what an instruction yields that is no
// expression (an input, a load, a new object, a new thread). In one run through the automaton, two equal expressions
// have the same value as long as none of their symbols has got a new value in between (Alpern, Wegman, Zadeck,
// "Detecting equality of variables in programs"). A comparison of values at two places must make sure of
// that, with `definitionOf`. A register holds the symbol of an instruction in a loop only after that instruction, in
// the same round.
//
// A variable on the stack whose address is used for nothing but its loads and stores counts as one more register.
//
// Symbols are registers of the program's pool of expressions whose ids follow those of the automaton.
#pragma once

#include "analysis/control_flow.hpp"
#include "analysis/loops.hpp"
#include "program/program.hpp"

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::analysis {

class ValueNumbers {
public:
  /// The expressions of registers, by register, and after them those of variables on the stack.
  using Environment = std::vector<program::Expr>;

  /// Where a symbol gets its value.
  struct Definition {
    enum class Kind : std::uint8_t { Initial, Merge, LoopHead, Load, Other };
    Kind kind = Kind::Initial;
    program::LocationId location = 0;              // where paths merge, or the action of the instruction begins
    program::RegisterId reg = 0;                   // Merge, LoopHead: whose values
    program::Expr address = nullptr;               // Load: in terms of symbols
    const program::Operation *operation = nullptr; // Load, Other; of a Load, one of several
  };

  /// None if the automaton is too large, or has loops that are entered at several places.
  static std::optional<ValueNumbers> of(const program::Program &program, program::CfaId cfa, const ControlFlow &flow,
                                        const LoopInfo &loops);

  /// On arrival at a reachable location.
  const Environment &at(program::LocationId location) const { return environments_[location]; }
  /// On arrival at the head of a loop, from outside of it.
  const Environment &onEntry(program::LocationId head) const { return entries_.at(head); }
  /// Executes the action; `visit` gets each instruction with the values before it.
  using Visit = std::function<void(const program::Instruction &, const Environment &)>;
  Environment after(program::ActionId action, const Visit &visit = nullptr);
  /// The expression in terms of symbols.
  program::Expr valueOf(program::Expr e, const Environment &environment) const;

  bool isSymbol(program::Expr e) const { return e->isRegister() && e->index >= firstSymbol_; }
  const Definition &definitionOf(program::Expr symbol) const { return definitions_[symbol->index - firstSymbol_]; }
  /// Calls `visit` once for each symbol in the expression.
  void forEachSymbol(program::Expr e, const std::function<void(program::Expr)> &visit) const;

private:
  ValueNumbers(const program::Program &program, program::CfaId cfa);
  void findVariables();
  /// The variable that an access goes to.
  std::optional<program::RegisterId> variableAt(program::Expr address) const;
  /// The register or variable that the operation assigns, or noRegister.
  program::RegisterId assignedBy(const program::Operation &operation) const;
  void run(const ControlFlow &flow, const LoopInfo &loops);
  program::Expr define(unsigned width, Definition definition);
  program::Expr symbolAt(program::LocationId location, program::RegisterId reg, Definition::Kind kind);
  /// `isFirst`: nothing that could change memory has been executed in the action.
  void execute(const program::Operation &operation, program::LocationId from, bool isFirst, Environment &environment);

  program::ExprPool *pool_;
  const program::Cfa *cfa_;
  std::map<program::RegisterId, program::RegisterId> variables_; // by the register that has the address
  std::vector<unsigned> widths_;                                 // of registers and variables
  program::RegisterId firstSymbol_;
  std::vector<Definition> definitions_; // by symbol
  std::vector<Environment> environments_;
  std::map<program::LocationId, Environment> entries_;
  std::map<std::pair<program::LocationId, program::RegisterId>, program::Expr> merged_;
  /// Actions out of one location that begin with a load from one address load the same.
  std::map<std::tuple<program::LocationId, program::Expr, unsigned>, program::Expr> firstLoads_;
  std::map<const program::Operation *, program::Expr> results_;
};

} // namespace heddle::analysis
