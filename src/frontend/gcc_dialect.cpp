// The source is divided into tokens, so that comments, strings and parts of longer names are left alone. A token that
// is removed is replaced by spaces, and a comment or string by itself; newlines always stay.
#include "frontend/gcc_dialect.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::frontend {

namespace {

enum class TokenKind : unsigned char { Space, Name, Number, Text, Other };

struct Token {
  TokenKind kind;
  std::string text;
};

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// The end of a comment, string or character constant that begins at `begin`.
std::size_t endOfText(std::string_view source, std::size_t begin) {
  if (source.substr(begin, 2) == "/*")
    return std::min(source.find("*/", begin + 2), source.size() - 2) + 2;
  if (source.substr(begin, 2) == "//")
    return std::min(source.find('\n', begin), source.size());
  std::size_t end = begin + 1;
  while (end < source.size() && source[end] != source[begin] && source[end] != '\n')
    end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size());
}

std::vector<Token> tokensOf(std::string_view source) {
  std::vector<Token> tokens;
  std::size_t begin = 0;
  const auto add = [&](TokenKind kind, std::size_t end) {
    tokens.push_back({kind, std::string(source.substr(begin, end - begin))});
    begin = end;
  };
  const auto endWhile = [&](auto belongs) {
    std::size_t end = begin + 1;
    while (end < source.size() && belongs(end))
      ++end;
    return end;
  };
  while (begin < source.size()) {
    const char c = source[begin];
    const char next = begin + 1 < source.size() ? source[begin + 1] : '\0';
    if (c == '"' || c == '\'' || (c == '/' && (next == '*' || next == '/')))
      add(TokenKind::Text, endOfText(source, begin));
    else if (std::isspace(static_cast<unsigned char>(c)) != 0)
      add(TokenKind::Space,
          endWhile([&](std::size_t i) { return std::isspace(static_cast<unsigned char>(source[i])); }));
    else if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
             (c == '.' && std::isdigit(static_cast<unsigned char>(next)) != 0))
      add(TokenKind::Number, endWhile([&](std::size_t i) {
            const char before = static_cast<char>(std::tolower(static_cast<unsigned char>(source[i - 1])));
            return isNameCharacter(source[i]) || source[i] == '.' ||
                   ((source[i] == '+' || source[i] == '-') && (before == 'e' || before == 'p'));
          }));
    else if (isNameCharacter(c))
      add(TokenKind::Name, endWhile([&](std::size_t i) { return isNameCharacter(source[i]); }));
    else
      add(TokenKind::Other, begin + 1);
  }
  return tokens;
}

std::string joined(const std::vector<Token> &tokens) {
  std::string text;
  for (const Token &token : tokens)
    text += token.text;
  return text;
}

bool isSkipped(const Token &token) {
  return token.kind == TokenKind::Space || (token.kind == TokenKind::Text && token.text.front() == '/');
}

std::size_t nextToken(const std::vector<Token> &tokens, std::size_t at) {
  do
    ++at;
  while (at < tokens.size() && isSkipped(tokens[at]));
  return at;
}

bool is(const std::vector<Token> &tokens, std::size_t at, std::string_view text) {
  return at < tokens.size() && tokens[at].text == text;
}

/// The position of the bracket that closes the one at `at`, or the end of the source.
std::size_t closing(const std::vector<Token> &tokens, std::size_t at) {
  const std::string open = tokens[at].text;
  const std::string close = open == "(" ? ")" : "}";
  for (std::size_t depth = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::Other)
      continue;
    if (tokens[at].text == open)
      ++depth;
    if (tokens[at].text == close && --depth == 0)
      return at;
  }
  return tokens.size();
}

void blank(std::vector<Token> &tokens, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last && i < tokens.size(); ++i)
    std::ranges::replace_if(tokens[i].text, [](char c) { return c != '\n'; }, ' ');
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> floatTypes{{{"_Float32", "float"},
                                                                                   {"_Float64", "double"},
                                                                                   {"_Float32x", "double"},
                                                                                   {"_Float64x", "long double"},
                                                                                   {"_Float128", "__float128"},
                                                                                   {"__float80", "long double"}}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> suffixes{
    {{"f32x", ""}, {"f64x", "l"}, {"f128", "q"}, {"f32", "f"}, {"f64", ""}}};

void rewriteType(Token &token) {
  for (const auto &[gcc, clang] : floatTypes)
    if (token.text == gcc) {
      token.text = clang;
      token.text.resize(std::max(gcc.size(), clang.size()), ' '); // keeps columns where it can
      return;
    }
}

/// A floating-point constant has a point or an exponent; the letters of hexadecimal integers are no suffix.
void rewriteNumber(Token &token) {
  std::string lower = token.text;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool isHexadecimal = lower.starts_with("0x");
  const bool isFloating =
      lower.find('.') != std::string::npos || lower.find(isHexadecimal ? 'p' : 'e') != std::string::npos;
  if (!isFloating)
    return;
  for (const auto &[gcc, clang] : suffixes)
    if (lower.ends_with(gcc)) {
      token.text.replace(token.text.size() - gcc.size(), gcc.size(), clang);
      return;
    }
}

bool isOnlyGccs(const Token &token) {
  return token.kind == TokenKind::Name &&
         (token.text == "__builtin_va_arg_pack" || token.text == "__builtin_va_arg_pack_len");
}

/// A declaration of a function that is inline here and defined elsewhere: from the token after the last `;` or `}`.
bool isInlineCopy(const std::vector<Token> &tokens, std::size_t first, std::size_t brace) {
  bool isExtern = false;
  bool isGnuInline = false;
  for (std::size_t i = first; i < brace; ++i) {
    isExtern |= tokens[i].text == "extern";
    isGnuInline |= tokens[i].text == "gnu_inline" || tokens[i].text == "__gnu_inline__";
  }
  return isExtern && isGnuInline;
}

/// Removes bodies that only gcc can compile.
void removeInlineCopies(std::vector<Token> &tokens) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::Other)
      continue;
    if (tokens[i].text == ";")
      first = i + 1;
    if (tokens[i].text != "{")
      continue;
    const std::size_t end = closing(tokens, i);
    const bool isRefused =
        std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(i),
                    tokens.begin() + static_cast<std::ptrdiff_t>(std::min(end, tokens.size())), isOnlyGccs);
    if (end < tokens.size() && isRefused && isInlineCopy(tokens, first, i)) {
      blank(tokens, i, end);
      tokens[i].text = ";";
    }
    i = end;
    first = end + 1;
  }
}

} // namespace

std::string withoutGccDialect(const std::string &source) {
  // Most files contain none of it.
  const std::array<std::string_view, 5> signs{"_Float", "malloc", "__float80", "__builtin_va_arg_pack", "f128"};
  if (std::ranges::none_of(signs, [&](std::string_view sign) { return source.find(sign) != std::string::npos; }))
    return source;
  std::vector<Token> tokens = tokensOf(source);
  removeInlineCopies(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token &token = tokens[i];
    if (token.kind == TokenKind::Number)
      rewriteNumber(token);
    if (token.kind != TokenKind::Name)
      continue;
    rewriteType(token);
    if (token.text != "__attribute__" && token.text != "__attribute")
      continue;
    const std::size_t open = nextToken(tokens, i);
    if (!is(tokens, open, "("))
      continue;
    const std::size_t end = closing(tokens, open);
    for (std::size_t inner = open; inner < end; ++inner)
      if (tokens[inner].text == "malloc" || tokens[inner].text == "__malloc__")
        if (const std::size_t arguments = nextToken(tokens, inner); is(tokens, arguments, "("))
          blank(tokens, arguments, closing(tokens, arguments));
    i = std::min(end, tokens.size() - 1);
  }
  return joined(tokens);
}

} // namespace heddle::frontend
