// Expressions in C's notation.
//
// Operators are C's, with its precedence. Where C decides by type, the operator has a suffix: `<s`, `/s`,
// `>>s` are signed, `+f`, `<f` floating-point, and operators without suffix are unsigned. `x[7:0]` are bits of
// x, `zext64(x)` and `sext64(x)` extensions, and `a @ b` is the concatenation with a as the high part. Text
// cannot express sharing, so deep or wide expressions are abbreviated with `…`.
#include "program/print.hpp"

#include <optional>
#include <unordered_map>

namespace heddle::program {

namespace {

// Precedence, loosest first.
enum : int { Choice = 1, OneOf, AllOf, BitOr, BitXor, BitAnd, Equal, Ordered, Shifted, Sum, Product, Prefix, Primary };

struct Infix {
  const char *symbol;
  int precedence;
};

std::optional<Infix> infix(ExprKind kind, bool isBoolean) {
  switch (kind) {
  case ExprKind::And:
    return isBoolean ? Infix{"&&", AllOf} : Infix{"&", BitAnd};
  case ExprKind::Or:
    return isBoolean ? Infix{"||", OneOf} : Infix{"|", BitOr};
  case ExprKind::Xor:
    return Infix{"^", BitXor};
  case ExprKind::Add:
    return Infix{"+", Sum};
  case ExprKind::Sub:
    return Infix{"-", Sum};
  case ExprKind::Mul:
    return Infix{"*", Product};
  case ExprKind::UDiv:
    return Infix{"/", Product};
  case ExprKind::SDiv:
    return Infix{"/s", Product};
  case ExprKind::URem:
    return Infix{"%", Product};
  case ExprKind::SRem:
    return Infix{"%s", Product};
  case ExprKind::Shl:
    return Infix{"<<", Shifted};
  case ExprKind::LShr:
    return Infix{">>", Shifted};
  case ExprKind::AShr:
    return Infix{">>s", Shifted};
  case ExprKind::Eq:
    return Infix{"==", Equal};
  case ExprKind::Ult:
    return Infix{"<", Ordered};
  case ExprKind::Ule:
    return Infix{"<=", Ordered};
  case ExprKind::Slt:
    return Infix{"<s", Ordered};
  case ExprKind::Sle:
    return Infix{"<=s", Ordered};
  case ExprKind::Concat:
    return Infix{"@", Shifted};
  case ExprKind::FAdd:
    return Infix{"+f", Sum};
  case ExprKind::FSub:
    return Infix{"-f", Sum};
  case ExprKind::FMul:
    return Infix{"*f", Product};
  case ExprKind::FDiv:
    return Infix{"/f", Product};
  case ExprKind::FRem:
    return Infix{"%f", Product};
  case ExprKind::FEq:
    return Infix{"==f", Equal};
  case ExprKind::FLt:
    return Infix{"<f", Ordered};
  case ExprKind::FLe:
    return Infix{"<=f", Ordered};
  default:
    return std::nullopt;
  }
}

/// The operator with its operands exchanged, used to print constants on the right; null if there is none.
const char *mirrored(ExprKind kind) {
  switch (kind) {
  case ExprKind::Ult:
    return ">";
  case ExprKind::Ule:
    return ">=";
  case ExprKind::Slt:
    return ">s";
  case ExprKind::Sle:
    return ">=s";
  default:
    return nullptr;
  }
}

/// Small negative numbers are printed with their sign, large patterns in hexadecimal.
std::string number(Bits value, unsigned width) {
  constexpr Bits small = 1 << 16;
  if (width > 1 && support::signBit(value, width) && support::truncate(~value + 1, width) <= small)
    return support::toSignedDecimal(value, width);
  return value <= 100 * small ? support::toDecimal(value) : support::toHex(value);
}

class ExpressionText {
public:
  using RegisterName = std::function<std::string(RegisterId)>;
  using ConstantName = std::function<std::optional<std::string>(Expr)>;

  ExpressionText(RegisterName registerName, ConstantName constantName)
      : registerName_(std::move(registerName)), constantName_(std::move(constantName)) {}

  std::string text(Expr e) {
    print(e, Choice, 0);
    return std::move(out_);
  }

private:
  static constexpr std::size_t maxLength = 4000;
  static constexpr unsigned maxDepth = 100;

  void print(Expr e, int loosest, unsigned depth) {
    if (out_.size() > maxLength || depth > maxDepth) {
      out_ += "…";
      return;
    }
    if (e->isConstant()) {
      const auto named = constantName_(e);
      out_ += named ? *named : number(e->value, e->width);
      return;
    }
    if (e->isRegister()) {
      out_ += registerName_(e->index);
      return;
    }
    if (e->kind == ExprKind::Not && e->args[0]->kind == ExprKind::Eq)
      return printInfix({"!=", Equal}, e->args[0]->args[0], e->args[0]->args[1], loosest, depth);
    if (const auto op = infix(e->kind, e->width == 1)) {
      const char *mirror = mirrored(e->kind);
      if (mirror != nullptr && e->args[0]->isConstant())
        return printInfix({mirror, op->precedence}, e->args[1], e->args[0], loosest, depth);
      if (e->kind == ExprKind::Add && isNegative(e->args[1]))
        return printDifference(e, loosest, depth);
      return printInfix(*op, e->args[0], e->args[1], loosest, depth);
    }
    printOther(e, loosest, depth);
  }

  void printInfix(Infix op, Expr a, Expr b, int loosest, unsigned depth) {
    const bool parenthesised = op.precedence < loosest;
    if (parenthesised)
      out_ += "(";
    // Equal operators associate to the left, as in C; comparisons are parenthesised for clarity.
    const bool chains = op.precedence != Equal && op.precedence != Ordered;
    print(a, chains ? op.precedence : op.precedence + 1, depth + 1);
    out_ += std::string(" ") + op.symbol + " ";
    print(b, op.precedence + 1, depth + 1);
    if (parenthesised)
      out_ += ")";
  }

  bool isNegative(Expr e) const {
    return e->isConstant() && !constantName_(e) && number(e->value, e->width).front() == '-';
  }

  /// x + -1 as x - 1
  void printDifference(Expr e, int loosest, unsigned depth) {
    const bool parenthesised = Sum < loosest;
    if (parenthesised)
      out_ += "(";
    print(e->args[0], Sum, depth + 1);
    out_ += " - " + number(e->args[1]->value, e->width).substr(1);
    if (parenthesised)
      out_ += ")";
  }

  void printOther(Expr e, int loosest, unsigned depth) {
    const std::string width = std::to_string(e->width);
    switch (e->kind) {
    case ExprKind::Not:
    case ExprKind::Neg:
      out_ += e->kind == ExprKind::Neg ? "-" : e->width == 1 ? "!" : "~";
      return print(e->args[0], Prefix, depth + 1);
    case ExprKind::Extract:
      print(e->args[0], Primary, depth + 1);
      out_ += "[" + std::to_string(e->index + e->width - 1) + ":" + std::to_string(e->index) + "]";
      return;
    case ExprKind::Ite:
      return printChoice(e, loosest, depth);
    case ExprKind::ZExt:
    case ExprKind::SExt:
      return printCall(std::string(name(e->kind)) + width, e, depth);
    case ExprKind::FToF:
    case ExprKind::SIntToF:
    case ExprKind::UIntToF:
      return printCall((e->kind == ExprKind::UIntToF ? "ufloat" : "float") + width, e, depth);
    case ExprKind::FToSInt:
      return printCall("int" + width, e, depth);
    case ExprKind::FToUInt:
      return printCall("uint" + width, e, depth);
    case ExprKind::FSqrt:
      return printCall("sqrt", e, depth);
    case ExprKind::FUnordered:
      return printCall("unordered", e, depth);
    default:
      return printCall(std::string(name(e->kind)), e, depth);
    }
  }

  void printChoice(Expr e, int loosest, unsigned depth) {
    const bool parenthesised = Choice < loosest;
    if (parenthesised)
      out_ += "(";
    print(e->args[0], OneOf, depth + 1);
    out_ += " ? ";
    print(e->args[1], OneOf, depth + 1);
    out_ += " : ";
    print(e->args[2], Choice, depth + 1);
    if (parenthesised)
      out_ += ")";
  }

  void printCall(const std::string &function, Expr e, unsigned depth) {
    out_ += function + "(";
    for (unsigned i = 0; i < arity(e->kind); ++i) {
      if (i != 0)
        out_ += ", ";
      print(e->args[i], Choice, depth + 1);
    }
    out_ += ")";
  }

  RegisterName registerName_;
  ConstantName constantName_;
  std::string out_;
};

} // namespace

void Printer::distinguishRegisters() {
  std::unordered_map<std::string, unsigned> uses;
  names_.clear();
  std::vector<std::string> names;
  for (RegisterId id = 0; id < cfa_.registers.size(); ++id) {
    std::string text = registerName(id);
    const unsigned use = ++uses[text];
    names.push_back(use == 1 ? std::move(text) : text + "#" + std::to_string(use));
  }
  names_ = std::move(names);
}

std::string Printer::registerName(RegisterId id) const {
  if (id < names_.size())
    return names_[id];
  if (id >= cfa_.registers.size() || cfa_.registers[id].name.empty())
    return "%" + std::to_string(id);
  return cfa_.registers[id].name;
}

/// A constant that, read as a pointer, points into a static object or just past its end. Integers can match by
/// accident: with 64-bit pointers hardly any do, with shorter pointers too many.
bool Printer::isStaticAddress(Expr e) const {
  if (program_ == nullptr || !e->isConstant() || e->width != program_->pointers.width)
    return false;
  const std::uint64_t id = static_cast<std::uint64_t>(e->value >> program_->pointers.offsetBits);
  return id != nullObject && id < program_->objects.size() &&
         program_->pointers.offset(e->value) <= program_->objects[static_cast<ObjectId>(id)].size;
}

std::string Printer::cell(Bits pointer, std::uint64_t bytes) const {
  const StaticObject &object = program_->objects[program_->pointers.object(pointer)];
  const std::uint64_t offset = program_->pointers.offset(pointer);
  return object.name + program_->types.cellAt(object.type, offset, bytes).path;
}

std::string Printer::expression(Expr e) const {
  const auto constantName = [this](Expr constant) -> std::optional<std::string> {
    if (constant->width != 64 || !isStaticAddress(constant))
      return std::nullopt;
    const std::uint64_t offset = program_->pointers.offset(constant->value);
    const std::string &object = program_->objects[program_->pointers.object(constant->value)].name;
    return "&" + object + (offset == 0 ? "" : "+" + std::to_string(offset));
  };
  return ExpressionText([this](RegisterId id) { return registerName(id); }, constantName).text(e);
}

std::string toText(Expr expression, const Cfa &cfa) { return Printer(cfa).expression(expression); }

} // namespace heddle::program
