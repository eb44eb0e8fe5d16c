#include "coverability/expression_reader.hpp"

#include "support/bits.hpp"

#include <algorithm>

namespace heddle::coverability {

namespace {

using Kind = Expression::Kind;
using Wide = support::SignedBits;

constexpr int mostNesting = 200;
constexpr std::uint32_t mostDepth = 2000;
constexpr std::int64_t mostChoices = 1 << 16;

std::int64_t clamped(Wide value) {
  return static_cast<std::int64_t>(std::clamp(value, Wide{INT64_MIN}, Wide{INT64_MAX}));
}

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
    const Variable &variable = program_.variables[i];
    if (variable.name == wanted && (variable.procedure == 0 || variable.procedure == procedure_))
      return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> ExpressionReader::findProcedure(std::string_view wanted) const {
  for (std::uint32_t i = 0; i < program_.procedures.size(); ++i) {
    if (program_.procedures[i].name == wanted)
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
  Expression expression{.kind = kind, .value = value, .left = left, .right = right};
  setType(expression);
  if (expression.depth > mostDepth)
    fail("this expression is too long");
  program_.expressions.push_back(expression);
  return static_cast<ExpressionIndex>(program_.expressions.size() - 1);
}

/// Sets the type, by interval arithmetic, and the depth. The type of a number contains 0 and 1.
void ExpressionReader::setType(Expression &expression) const {
  switch (expression.kind) {
  case Kind::Constant:
    expression.least = std::min<std::int64_t>(0, expression.value);
    expression.most = std::max<std::int64_t>(1, expression.value);
    return;
  case Kind::Variable:
    if (static_cast<std::size_t>(expression.value) < program_.variables.size()) {
      expression.least = program_.variables[static_cast<std::size_t>(expression.value)].least;
      expression.most = program_.variables[static_cast<std::size_t>(expression.value)].most;
    }
    return;
  case Kind::Any:
    return;
  default:
    break;
  }
  if (program_.expressions.empty()) // after an error
    return;
  const Expression &left = program_.expressions[expression.left];
  const Expression &right = program_.expressions[expression.right];
  const bool unary = expression.kind == Kind::Not || expression.kind == Kind::Negative;
  expression.depth = 1 + std::max(left.depth, unary ? 0 : right.depth);
  const auto range = [&](Wide least, Wide most) {
    expression.least = clamped(least);
    expression.most = clamped(most);
  };
  const Wide a = left.least;
  const Wide b = left.most;
  const Wide c = right.least;
  const Wide d = right.most;
  switch (expression.kind) {
  case Kind::Negative:
    return range(-b, -a);
  case Kind::Plus:
    return range(a + c, b + d);
  case Kind::Minus:
    return range(a - d, b - c);
  case Kind::Times:
    return range(std::min({a * c, a * d, b * c, b * d}), std::max({a * c, a * d, b * c, b * d}));
  case Kind::Modulo:
    return range(std::min(c + 1, Wide{0}), std::max(d - 1, Wide{0}));
  default:
    return; // 0 or 1
  }
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
    return compare(Kind::Equal, left, sum());
  if (accept("!="))
    return compare(Kind::NotEqual, left, sum());
  if (accept("<="))
    return compare(Kind::LessEqual, left, sum());
  if (accept(">="))
    return compare(Kind::LessEqual, sum(), left);
  if (accept("<"))
    return compare(Kind::Less, left, sum());
  if (accept(">"))
    return compare(Kind::Less, sum(), left);
  return left;
}

ExpressionIndex ExpressionReader::compare(Kind kind, ExpressionIndex left, ExpressionIndex right) {
  if (error_)
    return 0;
  const Expression a = program_.expressions[left];
  const Expression b = program_.expressions[right];
  chooseFrom(left, b.least, b.most);
  chooseFrom(right, a.least, a.most);
  return add(kind, 0, left, right);
}

/// Every * of one side of a comparison is any value of the type of the other side. Inside a logical expression or
/// another comparison, it is not.
void ExpressionReader::chooseFrom(ExpressionIndex side, std::int64_t least, std::int64_t most) {
  Expression &expression = program_.expressions[side];
  switch (expression.kind) {
  case Kind::Any:
    if (Wide{most} - Wide{least} > mostChoices)
      fail(fmt::format("'*' stands for one of more than {} values here", mostChoices + 1));
    expression.least = least;
    expression.most = most;
    return;
  case Kind::Plus:
  case Kind::Minus:
  case Kind::Times:
  case Kind::Modulo:
    chooseFrom(expression.left, least, most);
    return chooseFrom(expression.right, least, most);
  case Kind::Negative:
    return chooseFrom(expression.left, least, most);
  default:
    return;
  }
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
  if (!found && findProcedure(wanted))
    failAt(before, "a call is a statement, or the whole right side of an assignment");
  else if (!found)
    failAt(before, fmt::format("unknown variable '{}'", wanted));
  else if (onlyShared_ && !program_.variables[*found].shared)
    failAt(before, fmt::format("'{}' is a local variable: the condition of a target is on shared ones", wanted));
  return add(Kind::Variable, found.value_or(0));
}

} // namespace heddle::coverability
