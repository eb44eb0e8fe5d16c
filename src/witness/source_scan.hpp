// Where statements and loops begin in a C file, by its tokens. Witnesses name places in the text, and checks of
// invariants are inserted into it.
#pragma once

#include "support/expected.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::witness {

struct Token {
  enum class Kind : std::uint8_t { Word, Number, Text, Mark };
  Kind kind = Kind::Mark;
  std::size_t begin = 0; // in the text
  std::size_t end = 0;
  unsigned line = 1;
  unsigned column = 1;
};

/// Without comments and without lines of the preprocessor.
std::vector<Token> tokensOf(std::string_view text);

class SourceScan {
public:
  explicit SourceScan(std::string text);

  struct Loop {
    enum class Kind : std::uint8_t { While, For, Do };
    Kind kind;
    std::size_t keyword; // the index of its token
    /// Where an expression can be inserted that is evaluated before each evaluation of the condition or, for Do, a
    /// statement that is executed at the beginning of each iteration.
    std::size_t insertion;
    std::size_t headerEnd; // after the closing parenthesis; for Do, after the keyword
    bool hasCondition;     // false for the second part of `for (;;)`
  };

  /// Positions in the text.
  struct Statement {
    std::size_t begin = 0;
    std::optional<std::size_t> end; // after the semicolon of a simple statement
    bool isBody = false;            // of another statement, without braces
    bool isLeft = true;             // false for one that jumps elsewhere
  };
  struct Condition {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  const std::string &text() const { return text_; }
  const Token &token(std::size_t index) const { return tokens_[index]; }
  const std::vector<Loop> &loops() const { return loops_; }

  /// The last statement that begins at or before the place, in the same or an earlier line.
  const Token *statementAt(unsigned line, unsigned column) const;
  /// The statement that begins exactly there; without a column, the first one of the line.
  const Token *statementStart(unsigned line, unsigned column) const;
  /// The statement that begins there, also if it is the body of another one; if none does, the only one that begins in
  /// the line. The error has the reason.
  support::Expected<Statement> statementOf(unsigned line, unsigned column) const;
  /// The condition of the `if`, `while` or `for` there; if there is none, the only one of the line.
  support::Expected<Condition> conditionOf(unsigned line, unsigned column) const;
  /// The loop whose keyword is there; without a column, or if there is none, the only loop of the line.
  const Loop *loopAt(unsigned line, unsigned column) const;
  /// The loop whose keyword or condition includes the place.
  const Loop *loopWithHeaderAt(unsigned line, unsigned column) const;

private:
  std::string_view textOf(const Token &token) const {
    return std::string_view(text_).substr(token.begin, token.end - token.begin);
  }
  void findStatements();
  void findLoops();
  /// Whether the statement, which is not in braces, belongs to a condition, `else` or `do` before it.
  bool isBody(std::size_t index) const;
  std::optional<std::size_t> endOfSimple(std::size_t index) const;
  std::optional<std::size_t> closing(std::size_t open) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> statements_; // tokens that begin one to which another may be prefixed
  std::vector<Loop> loops_;
};

/// Text that is added to a source.
struct Insertion {
  std::size_t at = 0;
  std::string text;
};

/// The number of `\result == -1` or `(\result == 5U)`; none of any other constraint.
std::optional<std::int64_t> resultNumber(const std::string &constraint);

/// Why the text may not be an expression without an effect, which has no assignment, no call, and nothing that ends it;
/// nothing if it certainly is one. A cast to a type that a typedef names counts as a call if its operand is in
/// parentheses.
std::optional<std::string> reasonNotPure(std::string_view expression);

} // namespace heddle::witness
