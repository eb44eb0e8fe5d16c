#include "engines/modular/condition.hpp"

#include "engines/modular/relate.hpp"

namespace heddle::engines::modular {

using program::Cfa;
using program::Expr;
using program::ExprKind;
using program::Program;

namespace {

/// Words of one object with different contents are in different places: a byte that is not zero comes before the zero
/// that ends its string, if it does not come after it.
void tellApart(State &state, const Word &word, const Value &content) {
  if (state.room.isEmpty() || word.address.form != Linear::Form::Offset || !content.isNumber())
    return;
  const std::vector<std::pair<Word, Value>> others(state.words.begin(), state.words.end());
  for (const auto &[other, otherContent] : others) {
    if (other.object != word.object || other.bytes != word.bytes || other.isSame(word) || !otherContent.isConstant() ||
        content.mayBe(otherContent.number->low) || other.address.form != Linear::Form::Offset ||
        other.address.base != word.address.base)
      continue;
    const Multiple first{word.address.symbol, word.address.factor};
    const Multiple second{other.address.symbol, other.address.factor};
    const std::int64_t distance = other.address.low - word.address.low;
    if (state.room.mostDifference(first, second, boundsIn(state)) == distance)
      state.room.learn(first, second, distance - 1);
  }
}

Value withRelation(Value value, const std::optional<Linear> &relation) {
  value.linear = relation;
  return value;
}

bool isSameButForRelation(const Value &a, const Value &b) { return withRelation(a, b.linear) == b; }

/// The register, and the cell that it was loaded from, have a value in `value`.
bool setRegister(State &state, program::RegisterId reg, const Value &value) {
  const Linear self = Linear::same(Symbol::ofRegister(reg));
  const auto before = state.registers.find(reg);
  const std::optional<Value> previous = before != state.registers.end() ? std::optional(before->second) : std::nullopt;
  Value &known = state.registers[reg] = value;
  // Copies of it, which have the same relation, have the same value.
  const Linear own = known.linear.value_or(self);
  if (own.isExact() && own.form == Linear::Form::Whole && own.factor == 1)
    for (auto &[other, copy] : state.registers) {
      const bool isOriginal = !copy.linear && own == Linear::same(Symbol::ofRegister(other));
      if (other == reg || copy.width != value.width || (!isOriginal && copy.linear != own))
        continue;
      if (value.isNumber() && copy.isNumber())
        copy.number = meet(*copy.number, *value.number).value_or(*copy.number);
      else if (previous && isSameButForRelation(copy, *previous))
        copy = withRelation(value, copy.linear);
    }
  if (known.linear == self)
    known.linear.reset();
  if (const auto link = state.links.find(reg); link != state.links.end()) {
    state.known[link->second].value = value;
    if (const auto memory = state.memory.find(link->second.object); memory != state.memory.end())
      if (const auto cell = memory->second.cells.find({link->second.offset, link->second.bytes});
          cell != memory->second.cells.end() && !memory->second.isMany && value.width == link->second.bytes * 8)
        cell->second = value;
    for (const auto &[copy, cell] : state.links)
      if (const auto same = state.registers.find(copy);
          copy != reg && cell == link->second && same != state.registers.end() && same->second.width == value.width)
        same->second = withRelation(value, same->second.linear);
  }
  // Cells whose content is the register plus a distance, also if it was loaded in an earlier step.
  for (auto &[cell, knowledge] : state.known) {
    const std::optional<Linear> &relation = knowledge.value.linear;
    if (!value.isNumber() || !knowledge.value.isNumber() || !relation || relation->symbol != self.symbol ||
        relation->factor != 1 || !relation->isExact() || relation->base || knowledge.value.width != value.width)
      continue;
    const Interval all = Interval::full(value.width);
    const SignedBits distance = relation->low;
    const std::optional<Interval> content =
        Interval::ofSigned(std::max(value.number->least + distance, all.least),
                           std::min(value.number->most + distance, all.most), value.width);
    std::optional<Interval> both = content ? meet(*content, *knowledge.value.number) : std::nullopt;
    if (both && distance == 0)
      both = meet(*both, *value.number);
    if (!both)
      return false;
    knowledge.value.number = both;
  }
  if (const auto link = state.wordLinks.find(reg); link != state.wordLinks.end())
    if (const auto word = state.words.find(link->second); word != state.words.end()) {
      word->second = value;
      tellApart(state, word->first, value);
    }
  return !value.isImpossible();
}

bool restrictTo(const Program &program, const Cfa &cfa, State &state, Expr e, const Value &value);

/// The same for a product with a constant, if it does not wrap around.
bool restrictFactor(const Program &program, const Cfa &cfa, State &state, Expr e, const Value &value) {
  constexpr Bits greatest = Bits{1} << 20;
  const Expr by = e->args[1];
  if (!by->isConstant() || !value.isNumber() || e->width > 64 || (e->kind == ExprKind::Shl && by->value > 20))
    return true;
  const Bits bits = e->kind == ExprKind::Shl ? Bits{1} << static_cast<unsigned>(by->value) : by->value;
  const Value inner = evaluate(program, cfa, state, e->args[0]);
  const auto factor = static_cast<SignedBits>(bits);
  const Interval all = Interval::full(e->width);
  if (bits == 0 || bits > greatest || !inner.isNumber() || inner.number->least * factor < all.least ||
      inner.number->most * factor > all.most)
    return true;
  const auto floorOf = [&](SignedBits number) { return number / factor - (number % factor < 0 ? 1 : 0); };
  const auto rest = Interval::ofSigned(-floorOf(-value.number->least), floorOf(value.number->most), e->width);
  const auto both = rest ? meet(*rest, *inner.number) : std::nullopt;
  return both && restrictTo(program, cfa, state, e->args[0], Value::ofInterval(*both));
}

/// The expression has a value in `value`, which is a part of what it could be.
bool restrictTo(const Program &program, const Cfa &cfa, State &state, Expr e, const Value &value) {
  if (value.isImpossible())
    return false;
  if (e->isRegister())
    return setRegister(state, e->index, value);
  if (e->kind == ExprKind::Mul || e->kind == ExprKind::Shl)
    return restrictFactor(program, cfa, state, e, value);
  if (e->kind != ExprKind::ZExt && e->kind != ExprKind::SExt && e->kind != ExprKind::Add)
    return true;
  const Expr part = e->args[0];
  const Value inner = evaluate(program, cfa, state, part);
  if (e->kind == ExprKind::Add) {
    if (!e->args[1]->isConstant() || !inner.isNumber() || !value.isNumber())
      return true;
    const Interval distance = Interval::constant(e->args[1]->value, e->width);
    const auto rest = meet(*inner.number, compute(ExprKind::Sub, e->width, 0, *value.number, &distance));
    return rest && restrictTo(program, cfa, state, part, Value::ofInterval(*rest));
  }
  if (value.isOwnHandle() && part->width >= handleWidth)
    return restrictTo(program, cfa, state, part, resized(value, part->width));
  if (!inner.isNumber() || !value.isNumber())
    return true;
  const auto rest = e->kind == ExprKind::ZExt
                        ? Interval::ofUnsigned(value.number->low,
                                               std::min(value.number->high, support::mask(part->width)), part->width)
                        : Interval::ofSigned(std::max(value.number->least, inner.number->least),
                                             std::min(value.number->most, inner.number->most), part->width);
  const auto both = rest ? meet(*rest, *inner.number) : std::nullopt;
  return both && restrictTo(program, cfa, state, part, Value::ofInterval(*both));
}

/// What is left of a value that is not equal to another one, which is the address of a static object: of pointers to
/// dynamic objects, one stands for many.
Value without(const Program &program, Value value, const Value &other) {
  if (other.pointers.size() != 1 || other.number || other.self || !other.handles.empty())
    return value;
  const Pointer &excluded = other.pointers.front();
  if (excluded.low == excluded.high && excluded.object < program.objects.size())
    std::erase_if(value.pointers, [&](const Pointer &pointer) {
      return pointer.object == excluded.object && pointer.low == excluded.low && pointer.high == excluded.high;
    });
  return value;
}

bool assumeComparison(const Program &program, const Cfa &cfa, State &state, Expr e, bool outcome) {
  for (const bool swapped : {false, true}) {
    const Expr own = e->args[swapped ? 1 : 0];
    const Expr other = e->args[swapped ? 0 : 1];
    const Value before = evaluate(program, cfa, state, own);
    const Value compared = evaluate(program, cfa, state, other);
    Value after = restrict(e->kind, before, compared, swapped, outcome);
    if (e->kind == program::ExprKind::Eq && !outcome)
      after = without(program, std::move(after), compared);
    if (after.isImpossible())
      return false;
    if (after != before && !restrictTo(program, cfa, state, own, after))
      return false;
  }
  return true;
}

/// What the comparison says of the difference of two numbers, for objects whose size is not a constant.
void learnDifference(const Program &program, const Cfa &cfa, State &state, Expr e, bool outcome) {
  const Value a = evaluate(program, cfa, state, e->args[0]);
  const Value b = evaluate(program, cfa, state, e->args[1]);
  if (!a.isNumber() || !b.isNumber())
    return;
  const bool isUnsigned = e->kind == ExprKind::Ult || e->kind == ExprKind::Ule;
  const bool isStrict = e->kind == ExprKind::Slt || e->kind == ExprKind::Ult;
  const auto learn = [&](const Value &less, const Value &greater, std::int64_t gap) {
    // As an unsigned number, what is not greater than a number without a sign has none either.
    if (isUnsigned && greater.number->least < 0)
      return;
    const std::optional<Linear> &low = less.linear;
    const std::optional<Linear> &high = greater.linear;
    if (low && high && low->isExact() && high->isExact() && low->form == Linear::Form::Whole &&
        high->form == Linear::Form::Whole)
      state.room.learn({low->symbol, low->factor}, {high->symbol, high->factor}, high->low - low->low - gap);
  };
  if (e->kind == ExprKind::Eq) {
    if (outcome) {
      learn(a, b, 0);
      learn(b, a, 0);
    }
  } else if (outcome) {
    learn(a, b, isStrict ? 1 : 0);
  } else {
    learn(b, a, isStrict ? 0 : 1);
  }
}

} // namespace

Value evaluate(const Program &program, const Cfa &cfa, const State &state, Expr expression) {
  const auto ofRegister = [&](program::RegisterId reg) {
    constexpr unsigned widestRelation = 64;
    const auto found = state.registers.find(reg);
    Value value = found != state.registers.end() ? found->second : Value::any(cfa.registers[reg].width);
    if (!value.linear && value.width > 1 && value.width <= widestRelation)
      value.linear = Linear::same(Symbol::ofRegister(reg));
    return value;
  };
  if (state.relations.isEmpty())
    return evaluate(program, expression, ofRegister);
  return evaluate(program, expression, ofRegister, [&](Expr e, Value &value) { refine(state, e, value); });
}

bool assume(const Program &program, const Cfa &cfa, State &state, Expr condition, bool outcome) {
  const Value value = evaluate(program, cfa, state, condition);
  if (!value.mayBe(outcome ? 1 : 0))
    return false;
  switch (condition->kind) {
  case ExprKind::Register:
    return setRegister(state, condition->index, Value::constant(outcome ? 1 : 0, 1));
  case ExprKind::Extract: { // a _Bool, which is a byte in memory
    const Value part = evaluate(program, cfa, state, condition->args[0]);
    const bool isBoolean = condition->index == 0 && part.isNumber() && part.number->high <= 1;
    return !isBoolean || restrictTo(program, cfa, state, condition->args[0],
                                    Value::constant(outcome ? 1 : 0, condition->args[0]->width));
  }
  case ExprKind::Not:
    return assume(program, cfa, state, condition->args[0], !outcome);
  case ExprKind::And:
  case ExprKind::Or: {
    const bool isBoth = (condition->kind == ExprKind::And) == outcome;
    if (isBoth)
      return assume(program, cfa, state, condition->args[0], outcome) &&
             assume(program, cfa, state, condition->args[1], outcome);
    // One of the two has the outcome; if only one can, it does.
    State first = state;
    State second = state;
    const bool canFirst = assume(program, cfa, first, condition->args[0], outcome);
    const bool canSecond = assume(program, cfa, second, condition->args[1], outcome);
    if (!canFirst && !canSecond)
      return false;
    if (canFirst != canSecond)
      state = canFirst ? std::move(first) : std::move(second);
    return true;
  }
  case ExprKind::Eq:
  case ExprKind::Ult:
  case ExprKind::Ule:
  case ExprKind::Slt:
  case ExprKind::Sle:
    if (!assumeComparison(program, cfa, state, condition, outcome) || !relate(state, condition, outcome))
      return false;
    if (!state.room.isEmpty())
      learnDifference(program, cfa, state, condition, outcome);
    return true;
  default:
    return true;
  }
}

bool assumeContent(State &state, const Word &word, Bits content, bool outcome) {
  const Value constant = Value::constant(content, word.bytes * 8);
  bool isPossible = true;
  const auto apply = [&](Value &value) {
    value = restrict(ExprKind::Eq, value, constant, false, outcome);
    isPossible = isPossible && !value.isImpossible();
  };
  for (const auto &[reg, linked] : state.wordLinks)
    if (linked.isSame(word))
      apply(state.registers[reg]);
  if (const auto known = state.words.find(word); known != state.words.end())
    apply(known->second);
  return isPossible;
}

bool assumeContent(State &state, const Cell &cell, Bits content, bool outcome) {
  const Value constant = Value::constant(content, cell.bytes * 8);
  const auto restricted = [&](const Value &value) { return restrict(ExprKind::Eq, value, constant, false, outcome); };
  bool isPossible = true;
  for (const auto &[reg, linked] : state.links)
    if (linked == cell) {
      Value &value = state.registers[reg];
      value = restricted(value);
      isPossible = isPossible && !value.isImpossible();
    }
  if (const auto known = state.known.find(cell); known != state.known.end()) {
    Value &value = known->second.value;
    value = restricted(value);
    isPossible = isPossible && !value.isImpossible();
  }
  return isPossible;
}

} // namespace heddle::engines::modular
