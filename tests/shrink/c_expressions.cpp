// Expressions: an operator may be replaced by one of its operands, and each operand by a constant.
#include "shrink/c_parser.hpp"

#include <algorithm>
#include <array>

namespace heddle::shrink {

namespace {

/// Binary operators by precedence, the lowest first. Assignments are left to declarators.
int precedence(const Token &token) {
  static constexpr std::array<std::pair<std::string_view, int>, 19> operators{{{"||", 1},
                                                                               {"&&", 2},
                                                                               {"|", 3},
                                                                               {"^", 4},
                                                                               {"&", 5},
                                                                               {"==", 6},
                                                                               {"!=", 6},
                                                                               {"<", 7},
                                                                               {">", 7},
                                                                               {"<=", 7},
                                                                               {">=", 7},
                                                                               {"<<", 8},
                                                                               {">>", 8},
                                                                               {"+", 9},
                                                                               {"-", 9},
                                                                               {"*", 10},
                                                                               {"/", 10},
                                                                               {"%", 10},
                                                                               {"?", 0}}};
  const auto *const found =
      std::find_if(operators.begin(), operators.end(), [&](const auto &entry) { return token.is(entry.first); });
  return found == operators.end() || token.kind != Token::Kind::Punctuator ? -1 : found->second;
}

bool endsOperand(const Token &token) {
  return token.kind == Token::Kind::Identifier || token.kind == Token::Kind::Number ||
         token.kind == Token::Kind::Literal || token.is(")") || token.is("]") || token.is("++") || token.is("--");
}

bool startsType(const Token &token) {
  static constexpr std::array<std::string_view, 14> words{"void",     "char",   "short",  "int",   "long",
                                                          "unsigned", "signed", "struct", "union", "const",
                                                          "float",    "double", "enum",   "_Bool"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

} // namespace

/// The last binary operator of the lowest precedence outside of brackets, or `end`.
std::size_t CParser::lowestOperator(std::size_t begin, std::size_t end) const {
  std::size_t best = end;
  int lowest = 100;
  for (std::size_t i = begin; i < end; ++i) {
    const int here = precedence(tokens_[i]);
    if (here >= 0 && here <= lowest && i > begin && endsOperand(tokens_[i - 1])) {
      lowest = here;
      best = i;
    }
    if (isAt(i, {"(", "[", "{"}))
      i = closing(i, end);
  }
  return best;
}

std::size_t CParser::expression(std::size_t parent, std::size_t begin, std::size_t end) {
  const std::size_t self = addNode(parent, false);
  if (begin >= end || startsType(tokens_[begin]) || tokens_[begin].is("{")) {
    groups(self, begin, end);
    return self;
  }
  const bool isOne = end == begin + 1 && tokens_[begin].is("1");
  if (end == begin + 1 && tokens_[begin].is("0")) {
    addTokens(self, begin, end);
    return self;
  }
  node(self).alternatives.push_back(Parts{text("0", begin)});
  if (!isOne)
    node(self).alternatives.push_back(Parts{text("1", begin)});
  const std::size_t position = lowestOperator(begin, end);
  if (position == end) {
    const bool isParenthesised = tokens_[begin].is("(") && closing(begin, end) + 1 == end;
    if (!isParenthesised) {
      groups(self, begin, end);
      return self;
    }
    const std::size_t inner = expression(self, begin + 1, end - 1);
    node(self).parts = {token(begin), child(inner), token(end - 1)};
    node(self).alternatives.push_back(Parts{child(inner)});
    return self;
  }
  const std::size_t left = expression(self, begin, position);
  node(self).parts = {child(left), token(position)};
  node(self).alternatives.push_back(Parts{child(left)});
  std::size_t rest = position + 1;
  const std::size_t colon = tokens_[position].is("?") ? findAtDepth0(rest, end, ":") : end;
  if (colon < end) {
    const std::size_t middle = expression(self, rest, colon);
    node(self).parts.push_back(child(middle));
    node(self).parts.push_back(token(colon));
    node(self).alternatives.push_back(Parts{child(middle)});
    rest = colon + 1;
  }
  const std::size_t right = expression(self, rest, end);
  node(self).parts.push_back(child(right));
  node(self).alternatives.push_back(Parts{child(right)});
  return self;
}

/// The tokens as they are, except that what is in brackets, separated by commas, is an expression each.
void CParser::groups(std::size_t self, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    addTokens(self, i, i + 1);
    if (!isAt(i, {"(", "["}))
      continue;
    const std::size_t close = closing(i, end);
    for (std::size_t from = i + 1; from < close;) {
      const std::size_t to = std::min(findAtDepth0(from, close, ","), findAtDepth0(from, close, ";"));
      const std::size_t argument = expression(self, from, to);
      node(self).parts.push_back(child(argument));
      if (to < close)
        addTokens(self, to, to + 1);
      from = to + 1;
    }
    if (close < end)
      addTokens(self, close, close + 1);
    i = close;
  }
}

} // namespace heddle::shrink
