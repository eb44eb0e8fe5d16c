#include "shrink/c_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace heddle::shrink {

namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

constexpr std::array<std::string_view, 22> longPunctuators{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                           "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                                           "*=",  "/=",  "%=",  "&=", "|=", "^="};

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    for (;;) {
      const std::string space = skipSpace();
      if (at_ == text_.size())
        return tokens;
      const bool startsLine = tokens.empty() || space.find('\n') != std::string::npos;
      const std::size_t begin = at_;
      const Token::Kind kind = skipToken(startsLine);
      tokens.push_back({kind, space, std::string(text_.substr(begin, at_ - begin))});
    }
  }

private:
  bool startsWith(std::string_view prefix) const { return text_.substr(at_).starts_with(prefix); }
  void skipTo(std::size_t position) { at_ = std::min(position, text_.size()); }

  std::string skipSpace() {
    std::string space;
    while (at_ < text_.size()) {
      if (startsWith("//")) {
        skipTo(text_.find('\n', at_));
      } else if (startsWith("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        skipTo(end == std::string_view::npos ? end : end + 2);
        space += ' ';
      } else if (isSpace(text_[at_])) {
        space += text_[at_++];
      } else {
        break;
      }
    }
    return space;
  }

  Token::Kind skipToken(bool startsLine) {
    const char first = text_[at_];
    if (first == '#' && startsLine) {
      do
        skipTo(text_.find('\n', at_ + 1));
      while (at_ < text_.size() && text_[at_ - 1] == '\\');
      return Token::Kind::Directive;
    }
    if (first == '"' || first == '\'')
      return skipLiteral(first);
    if (isDigit(first) || (first == '.' && at_ + 1 < text_.size() && isDigit(text_[at_ + 1])))
      return skipNumber();
    if (isWord(first)) {
      while (at_ < text_.size() && isWord(text_[at_]))
        ++at_;
      return Token::Kind::Identifier;
    }
    const auto *const found = std::find_if(longPunctuators.begin(), longPunctuators.end(),
                                           [&](std::string_view punctuator) { return startsWith(punctuator); });
    at_ += found == longPunctuators.end() ? 1 : found->size();
    return Token::Kind::Punctuator;
  }

  Token::Kind skipLiteral(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\')
        ++at_;
    skipTo(at_ + 1);
    return Token::Kind::Literal;
  }

  Token::Kind skipNumber() {
    const auto isExponent = [](char c) { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; };
    for (++at_; at_ < text_.size(); ++at_) {
      const bool sign = (text_[at_] == '+' || text_[at_] == '-') && isExponent(text_[at_ - 1]) &&
                        !text_.substr(at_ - 2, 2).starts_with("0x");
      if (!isWord(text_[at_]) && text_[at_] != '.' && !sign)
        break;
    }
    return Token::Kind::Number;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Whether two tokens between which something was removed could become one.
bool merge(char last, char first) {
  if (isWord(last) && isWord(first))
    return true;
  constexpr std::string_view operators = "+-&|<>=/*!";
  return operators.find(last) != std::string_view::npos && operators.find(first) != std::string_view::npos;
}

} // namespace

std::vector<Token> tokenise(std::string_view text) { return Lexer(text).run(); }

void TokenWriter::write(const Token &token) {
  const bool onNewLine = afterDirective_ || token.kind == Token::Kind::Directive;
  if (onNewLine && token.space.find('\n') == std::string::npos)
    text_ += '\n';
  text_ += token.space;
  if (!text_.empty() && merge(text_.back(), token.text.front()))
    text_ += ' ';
  text_ += token.text;
  afterDirective_ = token.kind == Token::Kind::Directive;
}

std::string TokenWriter::finish() const {
  std::istringstream lines(text_);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && isSpace(line.back()))
      line.pop_back();
    if (!line.empty())
      result += line + '\n';
  }
  return result;
}

namespace {

class Layout {
public:
  std::string run(std::string_view text) {
    const std::vector<Token> tokens = tokenise(text);
    for (std::size_t i = 0; i < tokens.size(); ++i)
      add(tokens, i);
    return writer_.finish();
  }

private:
  void add(const std::vector<Token> &tokens, std::size_t i) {
    Token token = tokens[i];
    if (token.is("}") && !braces_.empty()) {
      endLine_ = endLine_ || braces_.back() == Brace::Block;
      closed_ = braces_.back();
      braces_.pop_back();
    }
    if (i == 0)
      token.space.clear();
    else if (endLine_)
      token.space = '\n' + std::string(2 * braces_.size(), ' ');
    else if (!token.space.empty())
      token.space = " ";
    writer_.write(token);
    endLine_ = endsLine(tokens, i);
    if (token.is("("))
      ++parentheses_;
    if (token.is(")") && parentheses_ > 0)
      --parentheses_;
    if (token.is("{"))
      braces_.push_back(isList(tokens, i) ? Brace::List : Brace::Block);
  }

  bool endsLine(const std::vector<Token> &tokens, std::size_t i) const {
    const Token &token = tokens[i];
    if (token.kind == Token::Kind::Directive)
      return true;
    if (parentheses_ > 0)
      return false;
    const bool isLast = i + 1 == tokens.size();
    if (token.is("}"))
      return closed_ == Brace::Block && !isLast && !continuesAfterBrace(tokens[i + 1]);
    return token.is(";") || (token.is("{") && !isList(tokens, i));
  }
  static bool continuesAfterBrace(const Token &next) {
    return next.is(";") || next.is(",") || next.is("else") || next.is("while") || next.is("=") ||
           (next.isIdentifier() && next.space.find('\n') == std::string::npos);
  }

  /// Braces around initial values.
  bool isList(const std::vector<Token> &tokens, std::size_t i) const {
    if (parentheses_ > 0 || (!braces_.empty() && braces_.back() == Brace::List))
      return true;
    return i > 0 && (tokens[i - 1].is("=") || tokens[i - 1].is(",") || tokens[i - 1].is("enum"));
  }

  enum class Brace { Block, List };

  TokenWriter writer_;
  std::vector<Brace> braces_;
  Brace closed_ = Brace::Block; // what the last `}` has closed
  unsigned parentheses_ = 0;
  bool endLine_ = false;
};

} // namespace

std::string layOut(std::string_view text) { return Layout().run(text); }

} // namespace heddle::shrink
