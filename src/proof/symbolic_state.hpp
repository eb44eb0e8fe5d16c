// States as formulas, for the checker: every variable of a node's state has a name, and a state behind some actions
// has values over these names.
//
// Memory is bytes. So that words stay words in formulas, a byte is known as a part of a wider value, and what is read
// is put together again; where labels speak of words that do not overlap, these are the names.
#pragma once

#include "proof/proof.hpp"

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace heddle::proof {

/// The names, in a pool of the checker's own.
class Vocabulary {
public:
  Vocabulary(const program::Program &program, const ReachabilityProof &proof);

  program::ExprPool &pool() { return pool_; }
  const program::Program &program() const { return program_; }

  Expr ofRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg);
  Expr ofResult(unsigned slot);
  Expr ofHistory(VariableId variable, unsigned width);
  /// A value that is chosen: the one with that number in what is executed just now.
  Expr ofInput(unsigned number, unsigned width);

  /// A word of memory: the one that labels speak of, or a single byte.
  struct Word {
    std::uint64_t offset = 0;
    unsigned bytes = 1;
  };
  Word wordAt(program::ObjectId object, std::uint64_t offset) const;
  /// What the word holds in the named state, or (`making` is not 0) what it holds when that object is made.
  Expr ofWord(program::ObjectId object, const Word &word, unsigned making);

  /// What a name stands for; none if it is a value that is chosen just now.
  std::optional<Variable> variableOf(program::RegisterId name) const;

private:
  using Key = std::tuple<unsigned, std::uint64_t, std::uint64_t, std::uint64_t, unsigned>;
  Expr intern(const Key &key, unsigned width);

  const program::Program &program_;
  program::ExprPool pool_;
  std::map<Key, Expr> names_;
  std::vector<Key> keys_;                                                          // by name
  std::unordered_map<program::ObjectId, std::map<std::uint64_t, unsigned>> words_; // offset to size
};

class SymbolicState {
public:
  SymbolicState(Vocabulary &vocabulary, const Control &where) : control(where), vocabulary_(&vocabulary) {}
  /// The state in which the program starts.
  static SymbolicState initial(Vocabulary &vocabulary, const Control &where);

  Expr reg(unsigned slot, program::CfaId cfa, program::RegisterId id) const;
  void setRegister(unsigned slot, program::CfaId cfa, program::RegisterId id, Expr value);
  Expr result(unsigned slot) const;
  void setResult(unsigned slot, Expr value) { results_[slot] = value; }

  Expr read(program::ObjectId object, std::uint64_t offset, unsigned bytes) const;
  /// Where the condition holds; elsewhere memory stays as it is.
  void write(program::ObjectId object, std::uint64_t offset, Expr value, Expr condition);
  /// A new object, zeroed or with any content.
  void make(program::ObjectId object, bool zeroed);
  /// What the object held when it was made.
  Expr firstContent(program::ObjectId object, std::uint64_t offset, unsigned bytes) const;

  /// An expression of a thread's automaton.
  Expr evaluate(Expr expression, unsigned slot, program::CfaId cfa) const;
  /// A conjunct of a label, with those values for history variables.
  Expr evaluateLabel(Expr conjunct, const ReachabilityProof &proof,
                     const std::unordered_map<VariableId, Expr> &history) const;

  Control control;
  std::vector<Expr> conditions; // for coming here
  std::vector<Expr> inputs;     // that were chosen, in order
  unsigned firstInput = 0;      // the number of the first

private:
  struct Byte {
    Expr word = nullptr;
    unsigned index = 0;
  };
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
  unsigned makings_ = 0;
  std::map<std::tuple<unsigned, program::CfaId, program::RegisterId>, Expr> registers_;
  std::map<unsigned, Expr> results_;
  std::map<program::ObjectId, Content> memory_;
};

} // namespace heddle::proof
