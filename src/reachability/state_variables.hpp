// The variables of state formulas: registers of threads, cells of memory, and symbols for chosen values.
//
// State formulas are expressions in a pool of their own, whose `Register` nodes are these variables. When a slot or the
// id of an object is reused, its variables are reused too: the transition that starts the thread or allocates the
// object assigns all of them.
#pragma once

#include "program/program.hpp"

#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace heddle::reachability {

using program::Expr;
using VariableId = program::RegisterId;

struct StateVariable {
  enum class Kind : std::uint8_t {
    Register, // of a thread
    Result,   // of a terminated thread, for the thread that joins it
    Cell,     // of memory
    Input,    // a value that a transition chooses, the same on all paths
    Symbol,   // the value of an input on one path
  };
  Kind kind = Kind::Symbol;
  unsigned width = 0;
  unsigned slot = 0;            // Register, Result, Input: of the thread
  program::CfaId cfa = 0;       // Register
  program::RegisterId reg = 0;  // Register; Input: its number in the step
  program::ObjectId object = 0; // Cell
  std::uint64_t offset = 0;     // Cell

  bool isState() const { return kind != Kind::Input && kind != Kind::Symbol; }
};

class StateVariables {
public:
  explicit StateVariables(program::ExprPool &pool) : pool_(pool) {}

  Expr ofRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg, unsigned width);
  Expr ofResult(unsigned slot, unsigned width);
  Expr ofCell(program::ObjectId object, std::uint64_t offset, unsigned bytes);
  /// Shared by all actions of a thread at one location: the value is chosen before the action.
  Expr ofInput(unsigned slot, unsigned number, unsigned width);
  Expr newSymbol(unsigned width);

  const StateVariable &operator[](VariableId id) const { return variables_[id]; }

  /// The variables and the size of a formula.
  struct Vocabulary {
    std::vector<Expr> variables;
    bool hasInputs = false;
    bool hasSymbols = false;
    std::size_t size = 0; // its operators, each counted once

    bool isState() const { return !hasInputs && !hasSymbols; }
  };
  const Vocabulary &vocabularyOf(Expr formula);
  /// The indices of the formulas that share variables with the seeds, directly or through each other, in the order in
  /// which they are reached.
  std::vector<std::size_t> connected(std::span<const Expr> formulas, std::span<const Expr> seeds);

  program::ExprPool &pool() { return pool_; }

private:
  using Key = std::tuple<StateVariable::Kind, std::uint64_t, std::uint64_t, std::uint64_t, unsigned>;
  Expr intern(const Key &key, const StateVariable &variable);

  program::ExprPool &pool_;
  std::vector<StateVariable> variables_;
  std::map<Key, Expr> index_;
  std::unordered_map<Expr, Vocabulary> vocabularies_;
};

} // namespace heddle::reachability
