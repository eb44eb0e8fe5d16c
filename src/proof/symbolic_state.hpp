// Symbolic states of the checker: every variable of a node's state has a name, and a state after some actions has
// values over these names.
//
// Memory consists of bytes. To keep words intact in formulas, each byte is represented as a part of a wider value, and
// reads reassemble these parts. The names of memory are the words that labels mention, unless they overlap.
#pragma once

#include "proof/proof.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::proof {

/// The names, in a pool that only the checker uses.
class Vocabulary {
public:
  Vocabulary(const program::Program &program, const ReachabilityProof &proof);

  program::ExprPool &pool() { return pool_; }
  const program::Program &program() const { return program_; }
  /// Whether the slots of threads of the automaton are not reused.
  bool keepsSlot(program::CfaId cfa) const { return keepsSlot_[cfa]; }

  Expr ofRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg);
  Expr ofResult(unsigned slot);
  Expr ofHistory(VariableId variable, unsigned width);
  /// The input with that number of the actions that are being executed. Inputs from different sources are different.
  Expr ofInput(unsigned number, unsigned width, std::uint64_t source = 0);

  /// A word of memory that labels mention, or a single byte.
  struct Word {
    std::uint64_t offset = 0;
    unsigned bytes = 1;
  };
  Word wordAt(program::ObjectId object, std::uint64_t offset) const;
  /// The content of the word in the named state or, if `making` is not 0, at that allocation of the object.
  Expr ofWord(program::ObjectId object, const Word &word, unsigned making);

  /// The variable that a name denotes; no value if it is an input or uninitialised content.
  std::optional<Variable> variableOf(program::RegisterId name) const;

private:
  using Key = std::tuple<unsigned, std::uint64_t, std::uint64_t, std::uint64_t, unsigned>;
  Expr intern(const Key &key, unsigned width);

  const program::Program &program_;
  std::vector<bool> keepsSlot_; // by CFA
  program::ExprPool pool_;
  std::map<Key, Expr> names_;
  std::vector<Key> keys_;                                                          // by name
  std::unordered_map<program::ObjectId, std::map<std::uint64_t, unsigned>> words_; // offset to size
};

class SymbolicState {
public:
  SymbolicState(Vocabulary &vocabulary, const Control &where) : control(where), vocabulary_(&vocabulary) {}
  /// The initial state of the program.
  static SymbolicState initial(Vocabulary &vocabulary, const Control &where);

  Expr reg(unsigned slot, program::CfaId cfa, program::RegisterId id) const;
  void setRegister(unsigned slot, program::CfaId cfa, program::RegisterId id, Expr value);
  /// A thread of the automaton begins in the slot: all registers are zero. They are not listed, because large automata
  /// have very many.
  void clearRegisters(unsigned slot, program::CfaId cfa);
  Expr result(unsigned slot) const;
  void setResult(unsigned slot, Expr value) { results_[slot] = value; }

  Expr read(program::ObjectId object, std::uint64_t offset, unsigned bytes) const;
  /// Whether the static object has the content of the named state.
  bool isNamed(program::ObjectId object) const { return statics_ == Unwritten::Named && !memory_.contains(object); }
  /// The objects that have been written or allocated.
  std::vector<program::ObjectId> changedObjects() const;
  /// Writes the value if the condition holds.
  void write(program::ObjectId object, std::uint64_t offset, Expr value, Expr condition);
  /// Allocates an object, zeroed or with arbitrary content.
  void make(program::ObjectId object, bool zeroed);
  /// The content of the object when it was allocated.
  Expr firstContent(program::ObjectId object, std::uint64_t offset, unsigned bytes) const;

  /// The value of an expression of a thread's automaton.
  Expr evaluate(Expr expression, unsigned slot, program::CfaId cfa) const;
  /// The value of a conjunct of a label, with those values of history variables.
  Expr evaluateLabel(Expr conjunct, const ReachabilityProof &proof,
                     const std::unordered_map<VariableId, Expr> &history) const;

  /// Replaces names in all values and conditions; where there is no other name, `nameOf` is null.
  void replaceNames(const std::function<Expr(Expr)> &nameOf);

  Control control;
  std::vector<Expr> conditions; // under which this state is reached
  std::vector<Expr> inputs;     // in the order in which they were chosen
  unsigned firstInput = 0;      // the number of the first

private:
  struct Byte {
    Expr word = nullptr;
    unsigned index = 0;
  };
  /// The content of bytes that have not been written in this state.
  enum class Unwritten : std::uint8_t { Named, Initial, Zero, Arbitrary };
  struct Content {
    Unwritten unwritten = Unwritten::Named;
    unsigned making = 0;
    std::map<std::uint64_t, Byte> written;
  };
  Byte byteAt(program::ObjectId object, std::uint64_t offset) const;
  Byte firstByte(program::ObjectId object, std::uint64_t offset, const Content &content) const;
  template <typename At> Expr join(unsigned bytes, const At &byteAt) const;

  Vocabulary *vocabulary_;
  Unwritten statics_ = Unwritten::Named;
  std::set<std::pair<unsigned, program::CfaId>> started_; // registers that have not been assigned are zero
  unsigned makings_ = 0;
  std::map<std::tuple<unsigned, program::CfaId, program::RegisterId>, Expr> registers_;
  std::map<unsigned, Expr> results_;
  std::map<program::ObjectId, Content> memory_;
};

} // namespace heddle::proof
