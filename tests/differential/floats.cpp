// Floating-point arithmetic in all three formats. A NaN is added to the checksum as a fixed number, because its sign
// and payload are not defined. Conversions to integers use helpers (checksum.h) that keep the value in range, because C
// does not define the others.
#include "differential/integers.hpp"
#include "differential/kinds.hpp"

namespace heddle::differential {

namespace {

struct FloatVariable {
  std::string name;
  std::string_view type;
};

using FloatVariables = std::vector<FloatVariable>;

std::string floatConstant(Random &random) {
  constexpr std::string_view special[] = {"0.0",
                                          "-0.0",
                                          "1.0",
                                          "0.1",
                                          "-2.5",
                                          "1e-310",
                                          "3e38",
                                          "1e308",
                                          "-1e-45f",
                                          "16777217.0",
                                          "9007199254740993.0",
                                          "0.3f",
                                          "1.0L/3.0L",
                                          "0x1.8p-1074"};
  if (random.percent(50))
    return fmt::format("({})", random.pick(special));
  const int numerator = static_cast<int>(random.below(2'000'000)) - 1'000'000;
  const std::string_view suffix = random.percent(30) ? "f" : "";
  return fmt::format("({}.0{} / {}.0f)", numerator, suffix, random.between(1, 1000));
}

std::string floatExpression(Random &random, const FloatVariables &floats, const Operands &integers, unsigned depth) {
  if (depth == 0) {
    if (random.percent(70))
      return random.pick(floats).name;
    return random.percent(50) ? floatConstant(random) : fmt::format("((double){})", random.pick(integers).text);
  }
  const std::string a = floatExpression(random, floats, integers, depth - 1);
  const std::string b = floatExpression(random, floats, integers, depth - 1 - random.below(depth));
  constexpr std::string_view casts[] = {"float", "double", "long double"};
  constexpr char operators[] = {'+', '-', '*', '/'};
  switch (random.below(8)) {
  case 0:
    return fmt::format("(({}){})", random.pick(casts), a);
  case 1:
    return fmt::format("(-{})", a);
  case 2:
    return fmt::format("({} < {} ? {} : {})", a, b, b, a);
  default:
    return fmt::format("({} {} {})", a, random.pick(operators), b);
  }
}

} // namespace

void floatingPoint(ProgramText &program) {
  Random &random = program.random;
  Writer &out = program.body;
  const Operands integers = declareVariables(program, 3);
  constexpr std::string_view types[] = {"float", "float", "double", "double", "long double"};
  constexpr std::string_view comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
  constexpr std::string_view helpers[] = {"toInt", "toUnsigned", "toByte", "toLong", "toUnsignedLong"};
  FloatVariables floats;
  for (unsigned i = random.between(3, 5); i > 0; --i) {
    const std::string_view type = random.pick(types);
    const std::string name = program.fresh("x");
    out.line("{} {} = {};", type, name, floatConstant(random));
    floats.push_back({name, type});
  }
  for (unsigned i = random.between(6, 10); i > 0; --i) {
    const std::string value = floatExpression(random, floats, integers, random.between(1, 3));
    const std::string &variable = random.pick(floats).name;
    const unsigned way = random.below(10);
    if (way < 5)
      out.line("{} = {};", variable, value);
    else if (way < 6)
      out.line("{} {}= {};", variable, random.percent(50) ? '+' : '*', value);
    else if (way < 7)
      out.line("mix((unsigned long long){}({}));", random.pick(helpers), value);
    else if (way < 8)
      out.line("mix({} {} {});", value, random.pick(comparisons), variable);
    else if (way < 9)
      out.line("{} = {};", variable, expression(random, integers, 2).text);
    else
      out.line("if (!({}))\n    mix(17);", value);
  }
  for (const FloatVariable &variable : floats) {
    if (variable.type == "long double")
      out.line("mixLongDouble({});", variable.name);
    else
      out.line("mix{}({});", variable.type == "float" ? "Float" : "Double", variable.name);
  }
}

} // namespace heddle::differential
