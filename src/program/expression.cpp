// The expression pool: hash-consing, construction, substitution.
//
// Nodes are stored in a deque, so their addresses never change, and in a set keyed by structure. Every
// constructor calls `build`, which checks the operands' widths and applies the rules of simplify.cpp before
// it makes a node. Traversals use explicit stacks, because large blocks yield expressions deep enough to
// overflow the call stack.
#include "program/expression.hpp"

#include "support/hash.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace heddle::program {

namespace {

constexpr unsigned kindCount = static_cast<unsigned>(ExprKind::UIntToF) + 1;

constexpr std::array<std::string_view, kindCount> kindNames{
    "constant", "register", "not",  "neg",        "and",  "or",      "xor",     "add",     "sub",     "mul",  "udiv",
    "sdiv",     "urem",     "srem", "shl",        "lshr", "ashr",    "eq",      "ult",     "ule",     "slt",  "sle",
    "concat",   "extract",  "zext", "sext",       "ite",  "fadd",    "fsub",    "fmul",    "fdiv",    "frem", "fsqrt",
    "feq",      "flt",      "fle",  "funordered", "ftof", "ftosint", "ftouint", "sinttof", "uinttof",
};
static_assert(!kindNames.back().empty(), "a kind without a name");

[[maybe_unused]] bool isConversion(ExprKind kind) {
  switch (kind) {
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::FToF:
  case ExprKind::FToSInt:
  case ExprKind::FToUInt:
  case ExprKind::SIntToF:
  case ExprKind::UIntToF:
    return true;
  default:
    return false;
  }
}

bool isComparison(ExprKind kind) {
  return (kind >= ExprKind::Eq && kind <= ExprKind::Sle) || (kind >= ExprKind::FEq && kind <= ExprKind::FUnordered);
}

[[maybe_unused]] bool isFloatWidth(unsigned width) { return width == 32 || width == 64 || width == 80; }

/// The precondition of ExprPool::build; conversions and Extract are checked by their own constructors.
[[maybe_unused]] bool operandsAgree(ExprKind kind, const std::array<Expr, 3> &args) {
  const unsigned count = arity(kind);
  for (unsigned i = 0; i < 3; ++i)
    if ((args[i] != nullptr) != (i < count))
      return false;
  if (kind >= ExprKind::FAdd && kind <= ExprKind::FUnordered && !isFloatWidth(args[0]->width))
    return false;
  if (kind == ExprKind::Ite)
    return args[0]->width == 1 && args[1]->width == args[2]->width;
  if (kind == ExprKind::Concat)
    return unsigned{args[0]->width} + args[1]->width <= support::maxWidth;
  return count < 2 || args[0]->width == args[1]->width;
}

} // namespace

std::string_view name(ExprKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  assert(index < kindNames.size() && "a kind without a name");
  return kindNames[index];
}

unsigned arity(ExprKind kind) {
  switch (kind) {
  case ExprKind::Constant:
  case ExprKind::Register:
    return 0;
  case ExprKind::Not:
  case ExprKind::Neg:
  case ExprKind::Extract:
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::FSqrt:
  case ExprKind::FToF:
  case ExprKind::FToSInt:
  case ExprKind::FToUInt:
  case ExprKind::SIntToF:
  case ExprKind::UIntToF:
    return 1;
  case ExprKind::Ite:
    return 3;
  default:
    return 2;
  }
}

std::size_t ExprPool::Hash::operator()(Expr e) const {
  std::uint64_t hash =
      support::combine(static_cast<std::uint64_t>(e->kind) << 48 | std::uint64_t{e->width} << 32, e->index);
  if (e->kind == ExprKind::Constant)
    return support::combine(support::combine(hash, static_cast<std::uint64_t>(e->value)),
                            static_cast<std::uint64_t>(e->value >> 64));
  for (const Expr arg : e->args)
    if (arg != nullptr)
      hash = support::combine(hash, arg->id);
  return hash;
}

bool ExprPool::Same::operator()(Expr a, Expr b) const {
  return a->kind == b->kind && a->width == b->width && a->index == b->index && a->args == b->args &&
         a->value == b->value;
}

ExprPool::ExprPool() {
  false_ = constant(0, 1);
  true_ = constant(1, 1);
}

Expr ExprPool::intern(ExprNode node) {
  const auto known = index_.find(&node);
  if (known != index_.end())
    return *known;
  node.id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  index_.insert(&nodes_.back());
  return &nodes_.back();
}

Expr ExprPool::constant(Bits value, unsigned width) {
  assert(width >= 1 && width <= support::maxWidth && "unsupported width");
  return intern({ExprKind::Constant, static_cast<std::uint16_t>(width), 0, 0, {}, support::truncate(value, width)});
}

Expr ExprPool::reg(RegisterId id, unsigned width) {
  assert(id != noRegister && "an expression over no register");
  assert(width >= 1 && width <= support::maxWidth && "unsupported width");
  return intern({ExprKind::Register, static_cast<std::uint16_t>(width), 0, id, {}, 0});
}

Expr ExprPool::build(ExprKind kind, unsigned width, std::uint32_t index, std::array<Expr, 3> args) {
  assert(width >= 1 && width <= support::maxWidth && "unsupported width");
  assert(operandsAgree(kind, args) && "operands do not fit the operator");
  return simplify(kind, width, index, args);
}

Expr ExprPool::make(ExprKind kind, Expr a, Expr b, Expr c) {
  assert(arity(kind) > 0 && !isConversion(kind) && kind != ExprKind::Extract && "has a constructor of its own");
  unsigned width = a->width;
  if (isComparison(kind))
    width = 1;
  else if (kind == ExprKind::Concat)
    width += b->width;
  else if (kind == ExprKind::Ite)
    width = b->width;
  return build(kind, width, 0, {a, b, c});
}

Expr ExprPool::extract(Expr a, unsigned low, unsigned width) {
  assert(width >= 1 && low + width <= a->width && "bits outside of the operand");
  return build(ExprKind::Extract, width, low, {a, nullptr, nullptr});
}

Expr ExprPool::zext(Expr a, unsigned width) {
  assert(width >= a->width && "an extension cannot shrink");
  return build(ExprKind::ZExt, width, 0, {a, nullptr, nullptr});
}

Expr ExprPool::sext(Expr a, unsigned width) {
  assert(width >= a->width && "an extension cannot shrink");
  return build(ExprKind::SExt, width, 0, {a, nullptr, nullptr});
}

Expr ExprPool::resize(Expr a, unsigned width) { return width < a->width ? extract(a, 0, width) : zext(a, width); }

Expr ExprPool::convert(ExprKind kind, Expr a, unsigned width) {
  assert(isConversion(kind) && isFloatingPoint(kind) && "not a floating-point conversion");
  assert((kind == ExprKind::SIntToF || kind == ExprKind::UIntToF || isFloatWidth(a->width)) && "operand is no float");
  assert((kind == ExprKind::FToSInt || kind == ExprKind::FToUInt || isFloatWidth(width)) && "result is no float");
  return build(kind, width, 0, {a, nullptr, nullptr});
}

template <typename Map> Expr ExprPool::rewrite(Expr root, const Map &map) {
  if (root->isConstant())
    return root;
  if (const Expr replacement = map(root))
    return replacement;
  std::unordered_map<Expr, Expr> done;
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (done.contains(e)) {
      stack.pop_back();
      continue;
    }
    const Expr replacement = map(e);
    assert((replacement == nullptr || replacement->width == e->width) && "a replacement of another width");
    if (replacement != nullptr || e->isConstant() || e->isRegister()) {
      done.emplace(e, replacement != nullptr ? replacement : e);
      stack.pop_back();
      continue;
    }
    const std::size_t pending = stack.size();
    std::array<Expr, 3> args{};
    bool changed = false;
    for (unsigned i = 0; i < arity(e->kind); ++i) {
      const auto known = done.find(e->args[i]);
      if (known == done.end()) {
        stack.push_back(e->args[i]);
        continue;
      }
      args[i] = known->second;
      changed |= args[i] != e->args[i];
    }
    if (stack.size() != pending)
      continue;
    done.emplace(e, changed ? rebuild(e, args) : e);
    stack.pop_back();
  }
  return done.at(root);
}

Expr ExprPool::substitute(Expr root, const std::function<Expr(Expr)> &map) {
  return rewrite(root, [&map](Expr e) { return e->isRegister() ? map(e) : nullptr; });
}

Expr ExprPool::replace(Expr root, Expr part, Expr by) {
  return rewrite(root, [part, by](Expr e) { return e == part ? by : nullptr; });
}

namespace {

/// The nodes that a traversal has met. Most expressions are small, and a linear search is faster there than a table.
class Met {
public:
  /// Whether it has not been met before.
  bool insert(Expr e) {
    if (size_ > few_.size())
      return many_.insert(e).second;
    const auto end = few_.begin() + static_cast<std::ptrdiff_t>(size_);
    if (std::find(few_.begin(), end, e) != end)
      return false;
    if (size_ < few_.size())
      few_[size_] = e;
    else
      (many_ = {few_.begin(), few_.end()}).insert(e);
    ++size_;
    return true;
  }

private:
  std::array<Expr, 24> few_;
  std::size_t size_ = 0; // beyond the size of `few_`, all are in `many_`
  std::unordered_set<Expr> many_;
};

/// Most expressions have one operator. Returns false, and visits nothing, if this one has more.
bool visitLeaves(Expr root, const std::function<void(RegisterId)> &visit) {
  const auto isLeaf = [](Expr arg) { return arg == nullptr || arg->isConstant() || arg->isRegister(); };
  if (!std::all_of(root->args.begin(), root->args.end(), isLeaf))
    return false;
  for (std::size_t i = root->args.size(); i-- > 0;) { // as below: the last one first
    const Expr arg = root->args[i];
    if (arg != nullptr && arg->isRegister() &&
        std::none_of(root->args.begin() + static_cast<std::ptrdiff_t>(i) + 1, root->args.end(), [arg](Expr later) {
          return later != nullptr && later->isRegister() && later->index == arg->index;
        }))
      visit(arg->index);
  }
  return true;
}

} // namespace

void forEachRegister(Expr root, const std::function<void(RegisterId)> &visit) {
  if (root->isConstant())
    return;
  if (root->isRegister())
    return visit(root->index);
  if (visitLeaves(root, visit))
    return;
  Met met;
  met.insert(root);
  std::vector<Expr> stack{root};
  std::vector<RegisterId> reported; // one id at two widths is two nodes
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (e->isRegister() && std::find(reported.begin(), reported.end(), e->index) == reported.end()) {
      reported.push_back(e->index);
      visit(e->index);
    }
    for (const Expr arg : e->args)
      if (arg != nullptr && !arg->isConstant() && met.insert(arg))
        stack.push_back(arg);
  }
}

} // namespace heddle::program
