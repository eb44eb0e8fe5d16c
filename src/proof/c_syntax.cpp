#include "proof/c_syntax.hpp"

#include <fmt/format.h>

#include <tuple>

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace heddle::proof {

using program::Bits;
using program::ExprKind;
using program::TypeKind;

namespace {

std::string typeName(unsigned width, bool isSigned) {
  const std::string sign = isSigned ? "" : "unsigned ";
  switch (width) {
  case 1:
    return "_Bool";
  case 8:
    return isSigned ? "signed char" : "unsigned char";
  case 16:
    return sign + "short";
  case 32:
    return sign + "int";
  case 64:
    return sign + "long long";
  default:
    return fmt::format("{}_BitInt({})", sign, width);
  }
}

std::string floatType(unsigned width) { return width == 32 ? "float" : width == 64 ? "double" : "long double"; }

std::string parenthesised(std::string text, bool isNeeded) { return isNeeded ? "(" + std::move(text) + ")" : text; }

/// Names of intermediate values are not C identifiers.
std::string identifier(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; },
      '_');
  return name;
}

/// The number of operators in the text, in which shared subexpressions are repeated.
std::size_t lengthOf(Expr e, std::unordered_map<Expr, std::size_t> &known) {
  constexpr std::size_t endless = 1'000'000;
  if (const auto found = known.find(e); found != known.end())
    return found->second;
  std::size_t result = 1;
  for (unsigned i = 0; i < program::arity(e->kind); ++i)
    result = std::min(endless, result + lengthOf(e->args[i], known));
  known.emplace(e, result);
  return result;
}

constexpr std::size_t maxLength = 2000;

} // namespace

CSyntax::CSyntax(const program::Program &program, const ReachabilityProof &proof) : program_(program), proof_(proof) {
  for (const program::Cfa &cfa : program.cfas) {
    std::map<std::string, unsigned> uses;
    std::vector<std::string> &names = registers_.emplace_back();
    for (program::RegisterId id = 0; id < cfa.registers.size(); ++id) {
      const std::string &given = cfa.registers[id].name;
      const std::string name = given.empty() ? fmt::format("r{}", id) : identifier(given);
      const unsigned use = ++uses[name];
      names.push_back(use == 1 ? name : fmt::format("{}_{}", name, use));
    }
  }
  // An object has the name of a variable if its id always stands for that variable, and no other id does.
  using Use = std::tuple<unsigned, program::SiteId, program::CfaId>;
  std::map<program::ObjectId, std::set<Use>> uses;
  std::map<Use, std::set<program::ObjectId>> ids;
  for (const Control &control : proof.controls)
    for (const Object &object : control.objects) {
      objects_.insert(object.id);
      const Use use{object.owner, object.site, object.creator};
      uses[object.id].insert(use);
      ids[use].insert(object.id);
    }
  for (const auto &[id, owners] : uses) {
    const auto &[owner, site, creator] = *owners.begin();
    if (owners.size() == 1 && ids[*owners.begin()].size() == 1 && program.sites[site].storage != program::Storage::Heap)
      variables_[id] = {threadName(owner, creator) + "." + identifier(program.sites[site].name),
                        program.sites[site].type};
  }
}

/// The thread of slot 0 is main or, in proofs for any number of threads, any thread of the function.
std::string CSyntax::threadName(unsigned slot, program::CfaId cfa) const {
  return slot == 0 ? identifier(program_.cfas[cfa].name) : fmt::format("T{}", slot);
}

CSyntax::Named CSyntax::nameOf(program::ObjectId object) const {
  if (object < program_.objects.size())
    return {identifier(program_.objects[object].name), program_.objects[object].type};
  const auto variable = variables_.find(object);
  return variable != variables_.end() ? variable->second : Named{};
}

std::string CSyntax::formula(Expr conjunct) const {
  std::unordered_map<Expr, std::size_t> lengths;
  if (lengthOf(conjunct, lengths) > maxLength)
    return "1 /* a conjunct that is too long is omitted */";
  return text(conjunct, Loosest);
}

program::TypeId CSyntax::typeOf(Expr e) const {
  if (!e->isRegister())
    return program::unknownType;
  const Variable &variable = proof_.variables[e->index];
  if (variable.kind == Variable::Kind::Register)
    return program_.cfas[variable.cfa].registers[variable.reg].type;
  if (variable.kind == Variable::Kind::Memory)
    return program_.types.cellAt(nameOf(variable.object).type, variable.offset, variable.width / 8).type;
  return program::unknownType;
}

bool CSyntax::isSigned(Expr e) const {
  switch (e->kind) {
  case ExprKind::Register: {
    const TypeKind kind = program_.types[typeOf(e)].kind;
    return kind == TypeKind::Signed || kind == TypeKind::Enum;
  }
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
    return isSigned(e->args[0]) && (e->args[1]->isConstant() || isSigned(e->args[1]));
  case ExprKind::Neg:
  case ExprKind::Not:
  case ExprKind::Shl:
    return isSigned(e->args[0]);
  case ExprKind::Ite:
    return isSigned(e->args[1]) && (e->args[2]->isConstant() || isSigned(e->args[2]));
  case ExprKind::SExt:
  case ExprKind::SDiv:
  case ExprKind::SRem:
  case ExprKind::AShr:
  case ExprKind::FToSInt:
    return true;
  default:
    return false;
  }
}

bool CSyntax::isPointer(Expr e) const {
  return e->width == program_.pointers.width &&
         (program_.types[typeOf(e)].kind == TypeKind::Pointer ||
          (e->isRegister() && proof_.variables[e->index].kind == Variable::Kind::Result));
}

/// Only for 64 bits, where hardly any number looks like a pointer by accident.
bool CSyntax::looksLikePointer(Expr e) const {
  const program::ObjectId id = program_.pointers.object(e->value);
  return e->isConstant() && e->width == 64 && e->width == program_.pointers.width &&
         (objects_.contains(id) || (id != program::nullObject && id < program_.objects.size()));
}

std::string CSyntax::number(Bits value, unsigned width, bool isSignedNumber) const {
  if (isSignedNumber)
    return support::toSignedDecimal(value, width);
  constexpr Bits large = 1'000'000;
  return value < large ? support::toDecimal(value) : support::toHex(value);
}

/// A constant that is compared with a pointer.
std::string CSyntax::pointer(Bits value) const {
  const program::ObjectId id = program_.pointers.object(value);
  const std::uint64_t offset = program_.pointers.offset(value);
  if (value == 0)
    return "0";
  if (id == program::nullObject)
    return support::toHex(value);
  const auto [name, type] = nameOf(id);
  if (name.empty())
    return offset == 0 ? fmt::format("o{}", id) : fmt::format("o{} + {}", id, offset);
  if (offset == 0)
    return "&" + name;
  const std::string path = program_.types.cellAt(type, offset, 0).path;
  return path.find('+') == std::string::npos ? "&" + name + path : fmt::format("(char *)&{} + {}", name, offset);
}

std::string CSyntax::memory(const Variable &variable) const {
  const std::string word = typeName(variable.width, false);
  const auto [name, type] = nameOf(variable.object);
  if (name.empty())
    return variable.offset == 0 ? fmt::format("*({} *)o{}", word, variable.object)
                                : fmt::format("*({} *)(o{} + {})", word, variable.object, variable.offset);
  const std::string path = program_.types.cellAt(type, variable.offset, variable.width / 8).path;
  if (path.find('+') == std::string::npos)
    return name + path;
  return fmt::format("*({} *)((char *)&{} + {})", word, name, variable.offset);
}

std::string CSyntax::variable(const Variable &variable, VariableId id) const {
  const std::string thread = threadName(variable.slot, variable.cfa);
  switch (variable.kind) {
  case Variable::Kind::Register:
    return thread + "." + registers_[variable.cfa][variable.reg];
  case Variable::Kind::Result:
    return thread + ".result";
  case Variable::Kind::Memory:
    return memory(variable);
  case Variable::Kind::History:
    break;
  }
  return fmt::format("input_{}", id);
}

/// The expression as a value of that signedness.
std::string CSyntax::typed(Expr e, bool asSigned, int atLeast) const {
  if (e->isConstant())
    return number(e->value, e->width, asSigned);
  if (e->width == 1 || isSigned(e) == asSigned)
    return text(e, atLeast);
  return fmt::format("({}){}", typeName(e->width, asSigned), text(e, Prefix));
}

std::string CSyntax::infix(Expr a, const char *symbol, Expr b, int precedence, int atLeast) const {
  const bool asSigned = a->isConstant() ? isSigned(b) : isSigned(a);
  const auto side = [&](Expr e, int needed) {
    return e->isConstant() ? number(e->value, e->width, asSigned) : text(e, needed);
  };
  return parenthesised(fmt::format("{} {} {}", side(a, precedence), symbol, side(b, precedence + 1)),
                       precedence < atLeast);
}

std::string CSyntax::compared(Expr a, const char *symbol, Expr b, bool asSigned, int atLeast) const {
  return parenthesised(fmt::format("{} {} {}", typed(a, asSigned, Shifted), symbol, typed(b, asSigned, Shifted)),
                       Ordered < atLeast);
}

std::string CSyntax::text(Expr e, int atLeast) const {
  const auto arg = [e](unsigned i) { return e->args[i]; };
  const bool isBoolean = e->width == 1;
  const auto equality = [&](const char *symbol, Expr a, Expr b) {
    if (a->isConstant())
      std::swap(a, b);
    if (b->isConstant() && (isPointer(a) || looksLikePointer(b)))
      return parenthesised(fmt::format("{} {} {}", text(a, Ordered), symbol, pointer(b->value)), Equal < atLeast);
    return infix(a, symbol, b, Equal, atLeast);
  };
  // C promotes narrow operands to int, so the result is cast back to its width.
  const auto arithmetic = [&](const char *symbol, int precedence) {
    if (e->width >= 32)
      return infix(arg(0), symbol, arg(1), precedence, atLeast);
    return fmt::format("({})({})", typeName(e->width, isSigned(e)), infix(arg(0), symbol, arg(1), precedence, Loosest));
  };
  const auto signedOperator = [&](const char *symbol, bool asSigned, int precedence) {
    return parenthesised(
        fmt::format("{} {} {}", typed(arg(0), asSigned, precedence), symbol, typed(arg(1), asSigned, precedence + 1)),
        precedence < atLeast);
  };
  const auto conversion = [&](const std::string &type) { return fmt::format("({}){}", type, text(arg(0), Prefix)); };
  switch (e->kind) {
  case ExprKind::Constant:
    return number(e->value, e->width, false);
  case ExprKind::Register:
    return variable(proof_.variables[e->index], e->index);
  case ExprKind::Not:
    if (arg(0)->kind == ExprKind::Eq)
      return equality("!=", arg(0)->args[0], arg(0)->args[1]);
    return (isBoolean ? "!" : "~") + text(arg(0), Prefix);
  case ExprKind::Neg:
    return "-" + text(arg(0), Prefix);
  case ExprKind::And:
    return isBoolean ? infix(arg(0), "&&", arg(1), AllOf, atLeast) : infix(arg(0), "&", arg(1), BitAnd, atLeast);
  case ExprKind::Or:
    return isBoolean ? infix(arg(0), "||", arg(1), OneOf, atLeast) : infix(arg(0), "|", arg(1), BitOr, atLeast);
  case ExprKind::Xor:
    return infix(arg(0), "^", arg(1), BitXor, atLeast);
  case ExprKind::Add:
    return arithmetic("+", Sum);
  case ExprKind::Sub:
    return arithmetic("-", Sum);
  case ExprKind::Mul:
    return arithmetic("*", Product);
  case ExprKind::UDiv:
    return signedOperator("/", false, Product);
  case ExprKind::SDiv:
    return signedOperator("/", true, Product);
  case ExprKind::URem:
    return signedOperator("%", false, Product);
  case ExprKind::SRem:
    return signedOperator("%", true, Product);
  case ExprKind::Shl:
    return arithmetic("<<", Shifted);
  case ExprKind::LShr:
    return signedOperator(">>", false, Shifted);
  case ExprKind::AShr:
    return signedOperator(">>", true, Shifted);
  case ExprKind::Eq:
    return equality("==", arg(0), arg(1));
  case ExprKind::Ult:
    return arg(0)->isConstant() ? compared(arg(1), ">", arg(0), false, atLeast)
                                : compared(arg(0), "<", arg(1), false, atLeast);
  case ExprKind::Ule:
    return arg(0)->isConstant() ? compared(arg(1), ">=", arg(0), false, atLeast)
                                : compared(arg(0), "<=", arg(1), false, atLeast);
  case ExprKind::Slt:
    return arg(0)->isConstant() ? compared(arg(1), ">", arg(0), true, atLeast)
                                : compared(arg(0), "<", arg(1), true, atLeast);
  case ExprKind::Sle:
    return arg(0)->isConstant() ? compared(arg(1), ">=", arg(0), true, atLeast)
                                : compared(arg(0), "<=", arg(1), true, atLeast);
  case ExprKind::Concat:
    return parenthesised(fmt::format("({}){} << {} | {}", typeName(e->width, false), text(arg(0), Prefix),
                                     arg(1)->width, typed(arg(1), false, BitXor)),
                         BitOr < atLeast);
  case ExprKind::Extract: {
    const std::string value =
        e->index == 0 ? text(arg(0), Prefix) : fmt::format("({} >> {})", typed(arg(0), false, Shifted), e->index);
    return e->width == 1 ? fmt::format("({} & 1)", value) : fmt::format("({}){}", typeName(e->width, false), value);
  }
  case ExprKind::ZExt:
    return fmt::format("({}){}", typeName(e->width, false), typed(arg(0), false, Prefix));
  case ExprKind::SExt:
    return fmt::format("({}){}", typeName(e->width, true),
                       arg(0)->width == 1 ? "-" + text(arg(0), Prefix) : typed(arg(0), true, Prefix));
  case ExprKind::Ite:
    return parenthesised(fmt::format("{} ? {} : {}", text(arg(0), OneOf), text(arg(1), OneOf), text(arg(2), Choice)),
                         Choice < atLeast);
  case ExprKind::FAdd:
    return infix(arg(0), "+", arg(1), Sum, atLeast);
  case ExprKind::FSub:
    return infix(arg(0), "-", arg(1), Sum, atLeast);
  case ExprKind::FMul:
    return infix(arg(0), "*", arg(1), Product, atLeast);
  case ExprKind::FDiv:
    return infix(arg(0), "/", arg(1), Product, atLeast);
  case ExprKind::FEq:
    return infix(arg(0), "==", arg(1), Equal, atLeast);
  case ExprKind::FLt:
    return infix(arg(0), "<", arg(1), Ordered, atLeast);
  case ExprKind::FLe:
    return infix(arg(0), "<=", arg(1), Ordered, atLeast);
  case ExprKind::FRem:
    return fmt::format("fmod({}, {})", text(arg(0), Choice), text(arg(1), Choice));
  case ExprKind::FSqrt:
    return fmt::format("sqrt({})", text(arg(0), Choice));
  case ExprKind::FUnordered:
    return fmt::format("isunordered({}, {})", text(arg(0), Choice), text(arg(1), Choice));
  case ExprKind::FToF:
  case ExprKind::SIntToF:
  case ExprKind::UIntToF:
    return conversion(floatType(e->width));
  case ExprKind::FToSInt:
  case ExprKind::FToUInt:
    return conversion(typeName(e->width, e->kind == ExprKind::FToSInt));
  }
  return {};
}

} // namespace heddle::proof
