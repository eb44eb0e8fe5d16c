#include "engines/modular/templates.hpp"

#include <algorithm>
#include <map>

namespace heddle::engines::modular {

using program::CfaId;
using program::Expr;
using program::ExprKind;
using program::RegisterId;

namespace {

constexpr std::size_t mostTemplates = 32;
constexpr std::size_t mostCells = 4; // of a template
constexpr unsigned mostSteps = 8;    // of assignments that lead to a register

/// What registers hold, wherever they are assigned: sums of what static memory contained when it was loaded.
class Origins {
public:
  Origins(const program::Program &program, const Objects &objects, CfaId cfa)
      : program_(program), objects_(objects), cfa_(cfa) {
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const RegisterId target = program::writtenRegister(instruction.operation); target != program::noRegister)
          definitions_[target].push_back(&instruction.operation);
  }

  std::optional<Sum> of(Expr e, unsigned steps = mostSteps) const {
    return sumOf(e, [&](Expr reg) { return steps == 0 ? std::nullopt : ofRegister(reg, steps - 1); });
  }

  std::optional<Cell> cellAt(Expr address, unsigned bits) const {
    const std::vector<analysis::Target> targets = [&] {
      const auto range = objects_.pointsTo().targets(cfa_, address);
      return std::vector<analysis::Target>(range.begin(), range.end());
    }();
    if (targets.size() != 1 || !targets[0].hasOffset() || targets[0].object == 0 ||
        !objects_.isStatic(targets[0].object) || bits % 8 != 0 || bits > Sum::widest ||
        program_.objects[targets[0].object].kind != program::StaticObject::Kind::Variable)
      return std::nullopt;
    return Cell{targets[0].object, targets[0].offset, bits / 8};
  }

private:
  std::optional<Sum> ofRegister(Expr reg, unsigned steps) const {
    const auto found = definitions_.find(reg->index);
    if (found == definitions_.end())
      return std::nullopt;
    std::optional<Sum> result;
    for (const program::Operation *operation : found->second) {
      std::optional<Sum> sum;
      if (const auto *load = std::get_if<program::Load>(operation); load != nullptr && load->width == reg->width) {
        if (const std::optional<Cell> cell = cellAt(load->address, load->width))
          sum = Sum::of(variableOf(*cell));
      } else if (const auto *assign = std::get_if<program::Assign>(operation)) {
        sum = of(assign->value, steps);
      }
      if (!sum || (result && *result != *sum))
        return std::nullopt;
      result = std::move(sum);
    }
    return result;
  }

  const program::Program &program_;
  const Objects &objects_;
  CfaId cfa_;
  std::map<RegisterId, std::vector<const program::Operation *>> definitions_;
};

Sum normalised(const Sum &sum) {
  const Sum form = sum.form();
  return support::toSigned(form.terms.front().second, form.width) < 0 ? times(form, support::mask(form.width)) : form;
}

} // namespace

Templates::Templates(const program::Program &program, const Objects &objects) {
  const auto isShared = [&](const Sum &sum) {
    return std::ranges::all_of(sum.terms, [&](const Sum::Term &term) {
      for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
        if (objects.isOwn(cfa, term.first.id))
          return false;
      return true;
    });
  };
  std::set<Sum> known;
  const auto add = [&](const std::optional<Sum> &sum) {
    if (!sum || sum->terms.size() < 2 || sum->terms.size() > mostCells || all_.size() >= mostTemplates ||
        !isShared(*sum))
      return;
    const Sum form = normalised(*sum);
    if (known.insert(form).second)
      all_.push_back(form);
  };
  struct Assignment {
    Variable variable;
    Sum value;
  };
  std::vector<Assignment> stores;
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    const Origins origins(program, objects, cfa);
    std::set<Expr> seen;
    const std::function<void(Expr)> visit = [&](Expr e) {
      if (e == nullptr || !seen.insert(e).second)
        return;
      for (const Expr arg : e->args)
        visit(arg);
      if (e->kind != ExprKind::Eq && e->kind != ExprKind::Ult && e->kind != ExprKind::Ule && e->kind != ExprKind::Slt &&
          e->kind != ExprKind::Sle)
        return;
      Expr a = e->args[0];
      Expr b = e->args[1];
      if (a->kind == b->kind && (a->kind == ExprKind::ZExt || a->kind == ExprKind::SExt) &&
          a->args[0]->width == b->args[0]->width) {
        a = a->args[0];
        b = b->args[0];
      }
      const std::optional<Sum> first = origins.of(a);
      const std::optional<Sum> second = origins.of(b);
      if (first && second)
        add(minus(*first, *second));
      add(first); // as of `head - tail < capacity`
      add(second);
    };
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        program::forEachExpression(instruction.operation, visit);
        const auto *store = std::get_if<program::Store>(&instruction.operation);
        if (store == nullptr)
          continue;
        const std::optional<Cell> cell = origins.cellAt(store->address, store->value->width);
        if (const std::optional<Sum> value = origins.of(store->value); cell && value)
          stores.push_back({variableOf(*cell), *value});
      }
  }
  for (std::size_t i = 0; i < all_.size(); ++i)
    for (const Assignment &store : stores)
      if (const Sum form = all_[i]; form.width == store.value.width && form.mentions(store.variable))
        add(replaced(form, store.variable, store.value));
  for (const Sum &form : all_)
    for (const auto &[variable, factor] : form.terms)
      tracked_.insert(cellOf(variable));
}

} // namespace heddle::engines::modular
