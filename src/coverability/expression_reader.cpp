#include "coverability/expression_reader.hpp"

namespace heddle::coverability {

namespace {

using Kind = Expression::Kind;

constexpr int mostNesting = 200;

} // namespace

ExpressionReader::Nesting::Nesting(ExpressionReader &reader) : reader_(reader) {
  if (++reader.nesting_ > mostNesting)
    reader.fail("this is nested too deeply");
}

void ExpressionReader::failWith(support::Error error) {
  if (!error_)
    error_ = std::move(error);
}

bool ExpressionReader::accept(std::string_view token) {
  scanner_.skipSpace();
  return !error_ && scanner_.accept(token);
}

void ExpressionReader::expect(std::string_view token) {
  if (!accept(token))
    fail(fmt::format("expected '{}'", token));
}

bool ExpressionReader::acceptWord(std::string_view word) {
  if (error_ || !peekWord(word))
    return false;
  scanner_.word();
  return true;
}

std::string ExpressionReader::name(const char *what) {
  scanner_.skipSpace();
  std::string result(scanner_.word());
  if (result.empty())
    fail(fmt::format("expected {}", what));
  return result;
}

std::string ExpressionReader::label() {
  scanner_.skipSpace();
  if (!scanner_.atDigit())
    return name("a label");
  const auto number = scanner_.number();
  if (number)
    return std::to_string(*number);
  failWith(number.error());
  return {};
}

std::int64_t ExpressionReader::constant() {
  const bool negative = accept("-");
  scanner_.skipSpace();
  if (acceptWord("true"))
    return 1;
  if (acceptWord("false"))
    return 0;
  const auto number = scanner_.number();
  if (!number)
    failWith(number.error());
  const std::int64_t value = number ? *number : 0;
  return negative ? -value : value;
}

std::optional<std::uint32_t> ExpressionReader::findVariable(std::string_view wanted) const {
  for (std::uint32_t i = 0; i < program_.variables.size(); ++i) {
    if (program_.variables[i].name == wanted)
      return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> ExpressionReader::findCondition(std::string_view wanted) const {
  for (std::uint32_t i = 0; i < program_.conditions.size(); ++i) {
    if (program_.conditions[i] == wanted)
      return i;
  }
  return std::nullopt;
}

Scanner &ExpressionReader::skipped() {
  scanner_.skipSpace();
  return scanner_;
}

ExpressionIndex ExpressionReader::add(Kind kind, std::int64_t value, ExpressionIndex left, ExpressionIndex right) {
  program_.expressions.push_back({kind, value, left, right});
  return static_cast<ExpressionIndex>(program_.expressions.size() - 1);
}

ExpressionIndex ExpressionReader::expression() {
  ExpressionIndex left = conjunction();
  while (accept("||"))
    left = add(Kind::Or, 0, left, conjunction());
  return left;
}

ExpressionIndex ExpressionReader::conjunction() {
  ExpressionIndex left = comparison();
  while (accept("&&"))
    left = add(Kind::And, 0, left, comparison());
  return left;
}

ExpressionIndex ExpressionReader::comparison() {
  const ExpressionIndex left = sum();
  if (accept("==") || accept("="))
    return add(Kind::Equal, 0, left, sum());
  if (accept("!="))
    return add(Kind::NotEqual, 0, left, sum());
  if (accept("<="))
    return add(Kind::LessEqual, 0, left, sum());
  if (accept(">="))
    return add(Kind::LessEqual, 0, sum(), left);
  if (accept("<"))
    return add(Kind::Less, 0, left, sum());
  if (accept(">"))
    return add(Kind::Less, 0, sum(), left);
  return left;
}

ExpressionIndex ExpressionReader::sum() {
  ExpressionIndex left = product();
  for (;;) {
    if (accept("+"))
      left = add(Kind::Plus, 0, left, product());
    else if (accept("-"))
      left = add(Kind::Minus, 0, left, product());
    else
      return left;
  }
}

ExpressionIndex ExpressionReader::product() {
  ExpressionIndex left = primary();
  for (;;) {
    if (accept("*"))
      left = add(Kind::Times, 0, left, primary());
    else if (acceptWord("mod") || accept("%"))
      left = add(Kind::Modulo, 0, left, primary());
    else
      return left;
  }
}

ExpressionIndex ExpressionReader::primary() {
  const Nesting nesting(*this);
  if (error_)
    return 0;
  if (accept("(")) {
    const ExpressionIndex inner = expression();
    expect(")");
    return inner;
  }
  if (!Scanner(skipped()).accept("!=") && accept("!"))
    return add(Kind::Not, 0, primary());
  if (accept("-"))
    return add(Kind::Negative, 0, primary());
  if (accept("*"))
    return add(Kind::Any, 0);
  scanner_.skipSpace();
  if (scanner_.atDigit() || peekWord("true") || peekWord("false"))
    return add(Kind::Constant, constant());
  const Scanner before = scanner_;
  const std::string wanted = name("an expression");
  const auto found = findVariable(wanted);
  if (!found)
    failAt(before, fmt::format("unknown variable '{}'", wanted));
  else if (onlyShared_ && !program_.variables[*found].shared)
    failAt(before, fmt::format("'{}' is a local variable: the condition of a target is on shared ones", wanted));
  return add(Kind::Variable, found.value_or(0));
}

} // namespace heddle::coverability
