// Arrays, and pointers into them. Every index is reduced modulo the length and every pointer is computed from an array
// and an index, so all accesses are in bounds.
#include "differential/integers.hpp"
#include "differential/kinds.hpp"

namespace heddle::differential {

namespace {

struct Array {
  std::string name;
  const IntegerType *type;
  unsigned rows; // 0: one dimension
  unsigned length;
};

std::string index(const Expression &value, unsigned length) {
  return fmt::format("(unsigned){} % {}", value.text, length);
}

std::string element(Random &random, const Array &array, const Operands &operands) {
  const Expression value = expression(random, operands, 1);
  if (array.rows == 0)
    return fmt::format("{}[{}]", array.name, index(value, array.length));
  const Expression row = expression(random, operands, 1);
  const std::string rowIndex = index(row, array.rows);
  if (random.percent(30))
    return fmt::format("*(*({} + ({})) + ({}))", array.name, rowIndex, index(value, array.length));
  return fmt::format("{}[{}][{}]", array.name, rowIndex, index(value, array.length));
}

std::string constants(Random &random, const IntegerType &type, unsigned count) {
  std::string list = constant(random, type);
  while (--count > 0)
    list += ", " + constant(random, type);
  return list;
}

Array declare(ProgramText &program) {
  Random &random = program.random;
  Array array{program.fresh("a"), &random.pick(integerTypes), random.percent(40) ? random.between(2, 3) : 0,
              random.between(2, 6)};
  const std::string shape =
      array.rows == 0 ? fmt::format("[{}]", array.length) : fmt::format("[{}][{}]", array.rows, array.length);
  const std::string values = constants(random, *array.type, 2);
  const std::string initial = array.rows == 0 ? values : "{" + values + "}";
  const bool isStatic = random.percent(50);
  (isStatic ? program.declarations : program.body)
      .line("{}{} {}{} = {{{}}};", isStatic ? "static " : "", array.type->name, array.name, shape, initial);
  return array;
}

void walk(ProgramText &program, const Array &array) {
  Writer &out = program.body;
  const std::string pointer = program.fresh("p");
  const std::string first = array.rows == 0 ? array.name : array.name + "[0]";
  const unsigned total = array.length * (array.rows == 0 ? 1 : array.rows);
  const unsigned stride = program.random.between(1, 2);
  out.open("for ({0} *{1} = &{2}[0]; {1} - &{2}[0] < {3}; {1} += {4})", array.type->name, pointer, first, total,
           stride);
  mix(out, {fmt::format("*{}", pointer), array.type});
  out.line("mix((unsigned long long)({} - &{}[0]));", pointer, first);
  out.line("mix((unsigned long long)((char *){} - (char *)&{}[0]));", pointer, first);
  out.close();
}

void variableLength(ProgramText &program, const Operands &variables) {
  Random &random = program.random;
  Writer &out = program.body;
  const std::string length = program.fresh("n");
  const std::string name = program.fresh("vla");
  const IntegerType &type = random.pick(integerTypes);
  out.line("unsigned {} = {} + 1;", length, index(expression(random, variables, 1), 5));
  out.line("{} {}[{}];", type.name, name, length);
  out.open("for (unsigned i = 0; i < {}; i++)", length);
  out.line("{}[i] = ({})({} + i);", name, type.name, random.below(1000));
  out.close();
  mix(out, {fmt::format("{}[{} / 2]", name, length), &type});
  out.line("mix(sizeof {});", name);
}

void pointersToPointers(ProgramText &program, const Operands &variables) {
  Random &random = program.random;
  Writer &out = program.body;
  const IntegerType &type = random.pick(integerTypes);
  const std::string cells = program.fresh("cells");
  const std::string table = program.fresh("table");
  out.line("{} {}[3] = {{{}}};", type.name, cells, constants(random, type, 3));
  out.line("{0} *{1}[3] = {{&{2}[{3}], {2} + 2, &*({2} + 1)}};", type.name, table, cells, random.below(3));
  out.line("{0} **{1}p = {1} + 1;", type.name, table);
  out.line("{}p[-1] = *{}p;", table, table);
  out.line("**{}p = ({}){};", table, type.name, expression(random, variables, 2).text);
  for (unsigned i = 0; i < 3; ++i) {
    mix(out, {fmt::format("*{}[{}]", table, i), &type});
    out.line("mix({0}[{1}] == {0}[{2}]);", table, i, (i + 1) % 3);
    out.line("mix({}[{}] < &{}[2]);", table, i, cells);
  }
}

} // namespace

void arrays(ProgramText &program) {
  Random &random = program.random;
  Operands variables = declareVariables(program, 3);
  std::vector<Array> all;
  for (unsigned i = random.between(1, 3); i > 0; --i)
    all.push_back(declare(program));
  for (unsigned i = random.between(5, 10); i > 0; --i) {
    const Array &from = random.pick(all);
    const Array &to = random.pick(all);
    Operands readable = variables;
    readable.push_back({fmt::format("({})", element(random, from, variables)), from.type});
    const std::string target = element(random, to, variables);
    if (random.percent(30))
      assignment(random, program.body, variables, 2);
    else
      program.body.line("{} = {};", target, expression(random, readable, 2).text);
  }
  for (const Array &array : all)
    walk(program, array);
  if (random.percent(50))
    variableLength(program, variables);
  pointersToPointers(program, variables);
  mixAll(program.body, variables);
}

} // namespace heddle::differential
