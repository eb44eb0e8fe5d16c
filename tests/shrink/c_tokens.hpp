// The tokens of a C file, as far as a shrinker needs them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::shrink {

struct Token {
  enum class Kind { Identifier, Number, Literal, Punctuator, Directive };

  Kind kind;
  std::string space; // white space before it; a comment counts as one space
  std::string text;  // a directive is a whole logical line, without its end

  bool is(std::string_view other) const { return text == other; }
  bool isIdentifier() const { return kind == Kind::Identifier; }
};

/// Never fails: a character that starts no token of C is a punctuator.
std::vector<Token> tokenise(std::string_view text);

/// Collects tokens as text that has the same tokens again.
class TokenWriter {
public:
  void write(const Token &token);
  /// The text, without empty lines.
  std::string finish() const;

private:
  std::string text_;
  bool afterDirective_ = false;
};

/// The same tokens with one statement to a line, indented by blocks.
std::string layOut(std::string_view text);

} // namespace heddle::shrink
