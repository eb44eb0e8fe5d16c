#include "proof/base_writer.hpp"

#include "proof/file_words.hpp"

#include <algorithm>

namespace heddle::proof {

void BaseWriter::writeBase(const std::vector<Expr> &formulas) {
  for (program::CfaId cfa = 0; cfa < proof_.pauses.size(); ++cfa)
    writePauses(cfa, proof_.pauses[cfa]);
  for (const Variable &variable : proof_.variables)
    writeVariable(variable);
  const std::vector<Expr> terms = usedTerms(formulas);
  for (std::uint32_t i = 0; i < terms.size(); ++i)
    numbers_.emplace(terms[i], i);
  for (const Expr term : terms)
    writeTerm(term);
  for (const Control &control : proof_.controls)
    writeControl(control);
}

void BaseWriter::writePauses(program::CfaId cfa, const std::vector<bool> &pauses) {
  if (std::find(pauses.begin(), pauses.end(), true) == pauses.end())
    return;
  add("pause {}", cfa);
  for (std::size_t location = 0; location < pauses.size(); ++location)
    if (pauses[location])
      add(" {}", location);
  text_ += '\n';
}

void BaseWriter::writeVariable(const Variable &variable) {
  add("variable {} {}", words::of(words::variables, variable.kind), variable.width);
  switch (variable.kind) {
  case Variable::Kind::Register:
    return line(" {} {} {}", variable.slot, variable.cfa, variable.reg);
  case Variable::Kind::Result:
    return line(" {}", variable.slot);
  case Variable::Kind::Memory:
    return line(" {} {}", variable.object, variable.offset);
  case Variable::Kind::History:
    return line("");
  }
}

/// All terms of the formulas, the oldest first.
std::vector<Expr> BaseWriter::usedTerms(const std::vector<Expr> &formulas) {
  std::vector<Expr> terms;
  std::vector<Expr> pending = formulas;
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (!numbers_.try_emplace(e).second)
      continue;
    terms.push_back(e);
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      pending.push_back(e->args[i]);
  }
  numbers_.clear();
  std::sort(terms.begin(), terms.end(), [](Expr a, Expr b) { return a->id < b->id; });
  return terms;
}

void BaseWriter::writeTerm(Expr e) {
  using program::ExprKind;
  if (e->isConstant())
    return line("term constant {} {}", unsigned{e->width}, support::toDecimal(e->value));
  if (e->isRegister())
    return line("term variable {}", e->index);
  add("term {}", program::name(e->kind));
  for (unsigned i = 0; i < program::arity(e->kind); ++i)
    add(" {}", numbers_.at(e->args[i]));
  if (e->kind == ExprKind::Extract)
    add(" {} {}", e->index, unsigned{e->width});
  else if (e->kind == ExprKind::ZExt || e->kind == ExprKind::SExt || e->kind >= ExprKind::FToF)
    add(" {}", unsigned{e->width});
  text_ += '\n';
}

void BaseWriter::writeControl(const Control &control) {
  text_ += "control";
  for (const Thread &thread : control.threads)
    add(" {},{},{}{}{}", words::of(words::statuses, thread.status), thread.cfa, thread.location,
        thread.detached ? ",detached" : "", thread.resting ? ",resting" : "");
  text_ += control.objects.empty() ? "" : " objects";
  for (const Object &object : control.objects)
    add(" {},{},{},{},{},{}{}", object.id, object.size, object.owner, words::of(words::storages, object.storage),
        object.site, object.creator, object.alive ? "" : ",dead");
  text_ += '\n';
}

} // namespace heddle::proof
