#include "coverability/declaration_reader.hpp"

namespace heddle::coverability {

namespace {

constexpr std::int64_t largestRange = 1 << 16;

void addRange(Variable &variable, std::vector<std::int64_t> &values) {
  for (std::int64_t value = variable.least; value <= variable.most; ++value)
    values.push_back(value);
}

} // namespace

void DeclarationReader::declarations() {
  while (!error_ && declaration())
    ;
}

bool DeclarationReader::declaration() {
  if (acceptWord("cond")) {
    conditions();
    return true;
  }
  if (acceptWord("procedure")) {
    procedure();
    return true;
  }
  const bool shared = acceptWord("shared");
  if (!shared && !acceptWord("local"))
    return false;
  variables(shared);
  return true;
}

void DeclarationReader::conditions() {
  do {
    program_.conditions.push_back(newName("a condition variable"));
    if (accept(":=") && !acceptWord("idle"))
      fail("a condition variable starts as 'idle'");
  } while (accept(","));
  expect(";");
}

void DeclarationReader::variables(bool shared) {
  do {
    Variable declared = typedName("a variable");
    declared.shared = shared;
    initialValues(declared);
    program_.variables.push_back(std::move(declared));
  } while (accept(","));
  expect(";");
}

/// procedure name ( parameters ) { local … ; statements }
void DeclarationReader::procedure() {
  Procedure declared{.name = newName("a procedure"), .parameters = {}, .locals = {}};
  program_.procedures.push_back(declared);
  procedure_ = static_cast<std::uint32_t>(program_.procedures.size());
  expect("(");
  if (!accept(")")) {
    parameters(declared.parameters);
    expect(")");
  }
  expect("{");
  while (!error_ && acceptWord("local")) {
    const auto first = static_cast<std::uint32_t>(program_.variables.size());
    variables(false);
    for (std::uint32_t i = first; i < program_.variables.size(); ++i)
      declared.locals.push_back(i);
  }
  program_.procedures.back() = std::move(declared);
  procedure_ = 0;
  bodies_.push_back(skipped());
  skipBody();
}

void DeclarationReader::parameters(std::vector<std::uint32_t> &declared) {
  do {
    declared.push_back(static_cast<std::uint32_t>(program_.variables.size()));
    program_.variables.push_back(typedName("a parameter"));
  } while (accept(","));
}

std::string DeclarationReader::newName(const char *what) {
  scanner_.skipSpace();
  const Scanner before = scanner_;
  std::string result = name(what);
  if (findVariable(result) || findCondition(result) || findProcedure(result))
    failAt(before, fmt::format("'{}' is declared twice", result));
  return result;
}

/// name [ ":" number ".." number ]
Variable DeclarationReader::typedName(const char *what) {
  Variable declared{.name = newName(what), .initial = {}, .procedure = procedure_};
  if (!Scanner(skipped()).accept(":=") && accept(":")) {
    declared.least = constant();
    expect("..");
    declared.most = constant();
    if (declared.most < declared.least || declared.most - declared.least > largestRange)
      fail("a range goes from a number to a larger one, and has at most 65537 values");
  }
  return declared;
}

void DeclarationReader::initialValues(Variable &declared) {
  expect(":=");
  if (accept("*")) {
    if (!error_)
      addRange(declared, declared.initial);
  } else if (accept("{")) {
    do
      declared.initial.push_back(constant());
    while (accept(","));
    expect("}");
  } else {
    declared.initial.push_back(constant());
  }
  for (const std::int64_t value : declared.initial) {
    if (value < declared.least || value > declared.most)
      fail(fmt::format("{} is not in the range of '{}', {}..{}", value, declared.name, declared.least, declared.most));
  }
}

void DeclarationReader::skipBody() {
  for (int depth = 1; depth > 0 && !error_;) {
    if (atEnd())
      return fail("expected '}'");
    depth += scanner_.peek() == '{' ? 1 : scanner_.peek() == '}' ? -1 : 0;
    scanner_.skip();
  }
}

} // namespace heddle::coverability
