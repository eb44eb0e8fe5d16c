// Every operator is applied so that C defines its result for all operand values: signed arithmetic that
// could overflow is done in the unsigned type of the same width and converted back (which clang defines as
// wrapping), shift amounts are masked, divisors are made neither 0 nor -1. Operands too narrow to overflow
// after promotion are not converted, so that promotion itself is tested. The type that C gives to each
// expression is tracked, because the unsigned type must have the same width.
#include "differential/integers.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace heddle::differential {

const std::vector<IntegerType> integerTypes{
    {"_Bool", 1, false, 0},      {"char", 8, true, 1},
    {"signed char", 8, true, 1}, {"unsigned char", 8, false, 1},
    {"short", 16, true, 2},      {"unsigned short", 16, false, 2},
    {"int", 32, true, 3},        {"unsigned", 32, false, 3},
    {"long", 64, true, 4},       {"unsigned long", 64, false, 4},
    {"long long", 64, true, 5},  {"unsigned long long", 64, false, 5},
    {"__int128", 128, true, 6},  {"unsigned __int128", 128, false, 6},
};

namespace {

const IntegerType &withRank(unsigned rank, bool isSigned) {
  const auto found = std::find_if(integerTypes.begin(), integerTypes.end(), [&](const IntegerType &type) {
    return type.rank == rank && type.isSigned == isSigned && type.name != "char";
  });
  assert(found != integerTypes.end() && "every rank above _Bool has a signed and an unsigned type");
  return *found;
}

bool cannotOverflow(char op, const IntegerType &a, const IntegerType &b) {
  if (a.width >= 32 || b.width >= 32)
    return false;
  return op != '*' || a.width + b.width <= 24;
}

Expression arithmetic(char op, const Expression &a, const Expression &b) {
  const IntegerType &type = common(*a.type, *b.type);
  if (!type.isSigned || cannotOverflow(op, *a.type, *b.type))
    return {fmt::format("({} {} {})", a.text, op, b.text), &type};
  const std::string_view wide = unsignedOf(type).name;
  return {fmt::format("(({})(({}){} {} ({}){}))", type.name, wide, a.text, op, wide, b.text), &type};
}

Expression division(Random &random, char op, const Expression &a, const Expression &b) {
  const IntegerType &type = common(*a.type, *b.type);
  if (!type.isSigned)
    return {fmt::format("({} {} ({} | 1))", a.text, op, b.text), &type};
  if (promoted(*b.type).isSigned && random.percent(40))
    return {fmt::format("({} {} -(({} & 63) + 2))", a.text, op, b.text), &type};
  return {fmt::format("({} {} (({} & 63) + 1))", a.text, op, b.text), &type};
}

Expression shift(bool left, const Expression &a, const Expression &b) {
  const IntegerType &type = promoted(*a.type);
  const std::string amount = fmt::format("({} & {})", b.text, type.width - 1);
  if (!left)
    return {fmt::format("({} >> {})", a.text, amount), &type};
  if (!type.isSigned)
    return {fmt::format("({} << {})", a.text, amount), &type};
  return {fmt::format("(({})(({}){} << {}))", type.name, unsignedOf(type).name, a.text, amount), &type};
}

Expression unary(Random &random, const Expression &a) {
  const IntegerType &type = promoted(*a.type);
  switch (random.below(5)) {
  case 0:
    return {fmt::format("(~{})", a.text), &type};
  case 1:
    return {fmt::format("(!{})", a.text), &intType()};
  case 2:
    return {fmt::format("(+{})", a.text), &type};
  default:
    if (!type.isSigned || a.type->width < 32)
      return {fmt::format("(-{})", a.text), &type};
    return {fmt::format("(({})-({}){})", type.name, unsignedOf(type).name, a.text), &type};
  }
}

Expression leaf(Random &random, const Operands &operands) {
  if (!operands.empty() && random.percent(75))
    return random.pick(operands);
  const IntegerType &type = random.pick(integerTypes);
  return {constant(random, type), &type};
}

} // namespace

const IntegerType &intType() { return withRank(3, true); }

const IntegerType &unsignedOf(const IntegerType &type) { return withRank(type.rank, false); }

const IntegerType &promoted(const IntegerType &type) { return type.width < 32 ? intType() : type; }

const IntegerType &common(const IntegerType &first, const IntegerType &second) {
  const IntegerType &a = promoted(first);
  const IntegerType &b = promoted(second);
  if (a.isSigned == b.isSigned)
    return a.rank >= b.rank ? a : b;
  const IntegerType &signedOne = a.isSigned ? a : b;
  const IntegerType &unsignedOne = a.isSigned ? b : a;
  if (unsignedOne.rank >= signedOne.rank)
    return unsignedOne;
  return signedOne.width > unsignedOne.width ? signedOne : unsignedOf(signedOne);
}

std::string constant(Random &random, const IntegerType &type) {
  if (type.width == 1)
    return fmt::format("((_Bool){})", random.below(2));
  const auto part = [&]() -> std::uint64_t {
    switch (random.below(6)) {
    case 0:
      return random.below(4);
    case 1:
      return ~std::uint64_t{0} - random.below(4);
    case 2:
      return (std::uint64_t{1} << (std::min(type.width, 64U) - 1)) - random.below(2);
    case 3:
      return std::uint64_t{1} << random.below(64);
    default:
      return random.next();
    }
  };
  const std::uint64_t low = part();
  if (type.width < 128)
    return fmt::format("(({})0x{:x}ULL)", type.name, low);
  return fmt::format("(({})((unsigned __int128)0x{:x}ULL << 64 | 0x{:x}ULL))", type.name, part(), low);
}

Expression expression(Random &random, const Operands &operands, unsigned depth) {
  if (depth == 0)
    return leaf(random, operands);
  const Expression a = expression(random, operands, depth - 1);
  if (random.percent(15))
    return unary(random, a);
  if (random.percent(15)) {
    const IntegerType &type = random.pick(integerTypes);
    return {fmt::format("(({}){})", type.name, a.text), &type};
  }
  const Expression b = expression(random, operands, depth - 1 - random.below(depth));
  constexpr std::array<std::string_view, 6> comparisons{"<", "<=", ">", ">=", "==", "!="};
  constexpr std::array<char, 3> bitwise{'&', '|', '^'};
  switch (random.below(13)) {
  case 0:
  case 1:
    return arithmetic('+', a, b);
  case 2:
    return arithmetic('-', a, b);
  case 3:
  case 4:
    return arithmetic('*', a, b);
  case 5:
    return division(random, '/', a, b);
  case 6:
    return division(random, '%', a, b);
  case 7:
    return shift(true, a, b);
  case 8:
    return shift(false, a, b);
  case 9:
    return {fmt::format("({} {} {})", a.text, random.pick(comparisons), b.text), &intType()};
  case 10:
    return {fmt::format("({} {} {})", a.text, random.percent(50) ? "&&" : "||", b.text), &intType()};
  case 11: {
    const Expression c = expression(random, operands, depth - 1 - random.below(depth));
    return {fmt::format("({} ? {} : {})", a.text, b.text, c.text), &common(*b.type, *c.type)};
  }
  default:
    return {fmt::format("({} {} {})", a.text, random.pick(bitwise), b.text), &common(*a.type, *b.type)};
  }
}

Operands declareVariables(ProgramText &program, unsigned count) {
  Operands variables;
  for (unsigned i = 0; i < count; ++i) {
    const IntegerType &type = program.random.pick(integerTypes);
    const std::string name = program.fresh("v");
    const std::string value = constant(program.random, type);
    if (program.random.percent(30))
      program.declarations.line("static volatile {} {} = {};", type.name, name, value);
    else
      program.body.line("{} {} = {};", type.name, name, value);
    variables.push_back({name, &type});
  }
  return variables;
}

void assignment(Random &random, Writer &out, const Operands &variables, unsigned depth) {
  const Expression &target = random.pick(variables);
  const Expression value = expression(random, variables, depth);
  const IntegerType &type = *target.type;
  const bool wraps = !promoted(type).isSigned || type.width < 16;
  constexpr std::array<std::string_view, 3> bitwise{"&=", "|=", "^="};
  constexpr std::array<std::string_view, 3> wrapping{"+=", "-=", "*="};
  switch (random.below(6)) {
  case 0:
    out.line("{} {} ({}){};", target.text, random.pick(bitwise), type.name, value.text);
    return;
  case 1:
    if (!wraps)
      break;
    out.line("{} {} ({}){};", target.text, random.pick(wrapping), type.name, value.text);
    return;
  case 2:
    if (!wraps)
      break;
    out.line("{}{};", target.text, random.percent(50) ? "++" : "--");
    return;
  default:
    break;
  }
  out.line("{} = {};", target.text, value.text);
}

void mix(Writer &out, const Expression &value) {
  if (value.type->width == 128)
    out.line("mix((unsigned long long)((unsigned __int128){} >> 64));", value.text);
  out.line("mix((unsigned long long){});", value.text);
}

void mixAll(Writer &out, const Operands &values) {
  for (const Expression &value : values)
    mix(out, value);
}

} // namespace heddle::differential
