// Functions: arguments and results of every type, structs by value in all ways of the calling convention (in registers,
// split, in memory), pointers to functions, and recursion to a small depth.
#include "differential/integers.hpp"
#include "differential/kinds.hpp"

namespace heddle::differential {

namespace {

struct Function {
  std::string name;
  const IntegerType *result;
  std::vector<const IntegerType *> parameters;
};

Function declareFunction(ProgramText &program, const std::vector<Function> &earlier) {
  Random &random = program.random;
  Function function{program.fresh("f"), &random.pick(integerTypes), {}};
  Operands operands;
  std::string parameters;
  for (unsigned i = random.between(1, 9); i > 0; --i) {
    const IntegerType &type = random.pick(integerTypes);
    const std::string name = program.fresh("a");
    parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", type.name, name);
    function.parameters.push_back(&type);
    operands.push_back({name, &type});
  }
  Writer &out = program.declarations;
  out.open("static {} {}({})", function.result->name, function.name, parameters);
  if (!earlier.empty()) {
    const Function &callee = random.pick(earlier);
    std::string arguments;
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
      arguments += (i == 0 ? "" : ", ") + expression(random, operands, 1).text;
    operands.push_back({fmt::format("{}({})", callee.name, arguments), callee.result});
  }
  if (random.percent(40))
    assignment(random, out, Operands(operands.begin(), operands.begin() + 1), 1);
  out.line("return {};", expression(random, operands, 3).text);
  out.close();
  return function;
}

std::string call(Random &random, const std::string &callee, const Function &function, const Operands &operands) {
  std::string arguments;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    arguments += (i == 0 ? "" : ", ") + expression(random, operands, 1).text;
  return fmt::format("{}({})", callee, arguments);
}

/// A struct type, a function that takes and returns it by value, and calls of it.
void structsByValue(ProgramText &program) {
  Random &random = program.random;
  const std::string name = "struct " + program.fresh("v");
  const std::string function = program.fresh("g");
  const std::string object = program.fresh("o");
  Operands members;
  Writer text;
  text.open("{}", name);
  for (unsigned i = random.between(1, 5); i > 0; --i) {
    const IntegerType &type = random.pick(integerTypes);
    const std::string member = program.fresh("m");
    text.line("{} {};", type.name, member);
    members.push_back({member, &type});
  }
  const bool withDouble = random.percent(40);
  const bool withFloats = random.percent(30);
  if (withDouble)
    text.line("double d;");
  if (withFloats)
    text.line("float f[2];");
  text.close(";");
  Operands own;
  for (const Expression &member : members)
    own.push_back({"s." + member.text, member.type});
  text.open("static {0} {1}(int before, {0} s, {0} unused)", name, function);
  for (unsigned i = 0; i < 3; ++i)
    assignment(random, text, own, 2);
  text.line("{0} = ({2})({0} ^ ({2})before ^ {1});", own.front().text, "unused." + members.front().text,
            own.front().type->name);
  if (withDouble)
    text.line("s.d = s.d * 1.5 + unused.d;");
  if (withFloats)
    text.line("s.f[1] = s.f[0] / 3.0f;");
  text.line("return s;");
  text.close();
  program.declarations.append(text.text());

  Writer &out = program.body;
  out.line("{} {} = {{0}};", name, object);
  Operands here;
  for (const Expression &member : members) {
    out.line("{}.{} = {};", object, member.text, constant(random, *member.type));
    here.push_back({fmt::format("{}.{}", object, member.text), member.type});
  }
  if (withDouble)
    out.line("{}.d = {} / 7.0;", object, random.below(1000));
  if (withFloats)
    out.line("{}.f[0] = {} / 7.0f;", object, random.below(1000));
  out.line("{0} {1}2 = {2}({3}, {1}, {1});", name, object, function, random.below(100));
  mixAll(out, here);
  out.line("{1} = {2}(-1, {2}(2, {1}2, {1}), {1}2);", name, object, function);
  mixAll(out, here);
  if (withDouble)
    out.line("mixDouble({}.d);", object);
  if (withFloats)
    out.line("mixFloat({}.f[1]);", object);
}

void recursion(ProgramText &program, const Operands &variables) {
  Random &random = program.random;
  const IntegerType &type = random.pick(integerTypes);
  const std::string name = program.fresh("r");
  const Operands inner{{"x", &type}, {"n", &unsignedOf(intType())}};
  Writer &out = program.declarations;
  out.open("static {0} {1}(unsigned n, {0} x)", type.name, name);
  out.line("if (n == 0)\n    return x;");
  out.line("{} local[2] = {{x, {}}};", type.name, expression(random, inner, 2).text);
  out.line("{0} below = {1}(n - 1, local[n % 2]);", type.name, name);
  out.line("return ({})({} ^ local[0]);", type.name, expression(random, {{"below", &type}, {"x", &type}}, 2).text);
  out.close();
  const unsigned depth = random.between(1, 6);
  mix(program.body, {fmt::format("{}({}, ({}){})", name, depth, type.name, random.pick(variables).text), &type});
}

} // namespace

void calls(ProgramText &program) {
  Random &random = program.random;
  const Operands variables = declareVariables(program, 4);
  std::vector<Function> functions;
  for (unsigned i = random.between(1, 3); i > 0; --i)
    functions.push_back(declareFunction(program, functions));
  for (unsigned i = random.between(2, 4); i > 0; --i) {
    const Function &function = random.pick(functions);
    const Expression &target = random.pick(variables);
    program.body.line("{} = {};", target.text, call(random, function.name, function, variables));
  }
  const Function &chosen = random.pick(functions);
  const std::string pointer = program.fresh("fp");
  std::string parameters;
  for (const IntegerType *type : chosen.parameters)
    parameters += fmt::format("{}{}", parameters.empty() ? "" : ", ", type->name);
  program.body.line("{} (*{})({}) = {};", chosen.result->name, pointer, parameters, chosen.name);
  mix(program.body, {call(random, pointer, chosen, variables), chosen.result});
  structsByValue(program);
  recursion(program, variables);
  mixAll(program.body, variables);
}

} // namespace heddle::differential
