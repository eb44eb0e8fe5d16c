// Writes thread-modular proofs (modular_proof.hpp), see doc/proof-format.md.
#include "proof/base_writer.hpp"
#include "proof/invariant.hpp"
#include "proof/modular_protection.hpp"
#include "proof/proof_file.hpp"

#include <fmt/ranges.h>

#include <sstream>

namespace heddle::proof {

namespace {

class ModularWriter : private BaseWriter {
public:
  ModularWriter(const program::Program &program, const ModularProof &proof)
      : BaseWriter(nothing), program_(program), proof_(proof) {}

  std::string write(bool hasComments) {
    line("modular");
    std::istringstream text(hasComments ? invariantText(program_, proof_) : std::string());
    for (std::string each; std::getline(text, each);)
      line("#{}{}", each.empty() ? "" : " ", each);
    for (const LockWord &lock : proof_.locks)
      line("lock {} {}{}", textOf(lock.cell), lock.free,
           lock.readers ? fmt::format(" readers {}", textOf(*lock.readers)) : "");
    for (const ThreadStart &start : proof_.starts)
      line("start {} {}", start.action, start.instruction);
    for (const auto &[cell, set] : proof_.global)
      line("global {}{}", textOf(cell), textOf(set));
    for (const GuardedClaim &claim : proof_.guarded)
      line("guarded {} {}{}", claim.lock, textOf(claim.cell), textOf(claim.value));
    for (const GuardedSum &claim : proof_.guardedSums)
      line("guarded-sum {} {}", claim.lock, textOf(claim.sum));
    if (proof_.result)
      line("result{}", textOf(*proof_.result));
    for (const auto &[cfa, spacing] : proof_.spacing)
      line("spacing {} {}", cfa, spacing);
    if (proof_.mostHandle)
      line("handles {}", *proof_.mostHandle);
    for (const HandOver &claim : proof_.handOvers)
      line("until {} {}{}", claim.giver, textOf(claim.cell), textOf(claim.values));
    for (const Rank &rank : proof_.ranks)
      line("rank {} {} {} {}", rank.cfa, rank.reg, rank.isRising ? "up" : "down",
           rank.isSigned ? "signed" : "unsigned");
    for (const ChosenInput &choice : proof_.choices)
      line("choice {} {} {} {}", choice.cfa, choice.location, choice.reg, choice.value);
    for (const Separation &pair : proof_.separations)
      line("apart {}{}{}", wordFor(pair.reason), textOf(pair.one), textOf(pair.other));
    for (const ModularCase &each : proof_.cases)
      writeCase(each);
    line("end {}", proof_.cases.size());
    return take();
  }

private:
  static std::string textOf(const StaticCell &cell) {
    return fmt::format("{} {} {}", cell.object, cell.offset, cell.bytes);
  }

  static std::string textOf(const ValueSet &set) {
    std::string text;
    if (set.number)
      text +=
          fmt::format(" number {} {} {} {}", set.number->low, set.number->high, set.number->least, set.number->most);
    for (const ValueSet::Pointer &pointer : set.pointers)
      text +=
          fmt::format(" {} {} {} {}", pointer.isStatic ? "pointer" : "own", pointer.target, pointer.low, pointer.high);
    if (set.self)
      text += " self";
    for (const StartId start : set.handles)
      text += fmt::format(" handle {}", start);
    return text;
  }

  static std::string textOf(const SumClaim &claim) {
    const ValueSet::Number &values = claim.values;
    std::string text = fmt::format("{} {} {} {}", values.low, values.high, values.least, values.most);
    for (const SumClaim::Term &term : claim.terms)
      text += term.reg == program::noRegister ? fmt::format(" memory {} {}", term.factor, textOf(term.cell))
                                              : fmt::format(" register {} {}", term.factor, term.reg);
    return text;
  }

  static std::string textOf(const LinearForm &form) {
    return fmt::format("{} {} {} {}", form.base, form.factor, form.low, form.high);
  }

  static std::string textOf(const Separation::Access &access) {
    const program::SourceSpan &span = access.span;
    return fmt::format(" {} {} {} {} {} {}", access.writes ? "write" : "read", access.cfa, span.file, span.line,
                       span.column, span.frame);
  }

  void writeList(const char *name, const std::vector<std::uint32_t> &list) {
    if (!list.empty())
      line("{} {}", name, fmt::join(list, " "));
  }

  void writeCase(const ModularCase &each) {
    line("case {} {}{}", each.cfa, each.location, each.alone ? " alone" : "");
    writeList("held", each.held);
    writeList("reading", each.reading);
    writeList("acquired", each.acquired);
    writeList("open", each.open);
    writeList("joinable", each.joinable);
    const ModularCase::Count &count = each.count;
    if (each.cfa == 0) {
      add("count {} {}", count.least, count.most ? fmt::format("{}", *count.most) : "any");
      if (count.reg != program::noRegister)
        add(" {} {} {}", count.isNegative ? "minus" : "plus", count.reg, count.offset);
      line("");
    }
    if (each.argument)
      line("argument{}", textOf(*each.argument));
    for (const ModularCase::Relation &relation : each.related)
      line("related {} {} {}", relation.reg,
           relation.source == program::noRegister ? "argument" : fmt::format("{}", relation.source),
           textOf(relation.form));
    for (const ModularCase::Issued &issued : each.issued)
      line("issued {} {} {}{}", issued.cfa,
           issued.reg == program::noRegister ? "constant" : fmt::format("{}", issued.reg), textOf(issued.bound),
           issued.isLower ? " lower" : "");
    for (const auto &[reg, set] : each.registers)
      line("register {}{}", reg, textOf(set));
    for (const auto &[cell, set] : each.memory)
      line("memory {}{}", textOf(cell), textOf(set));
    for (const auto &[reg, cell] : each.loaded)
      line("loaded {} {}", reg, textOf(cell));
    for (const SumClaim &claim : each.sums)
      line("sum {}", textOf(claim));
    for (const ModularCase::OwnCell &cell : each.objects)
      line("object {} {} {}{}", cell.site, cell.offset, cell.bytes, textOf(cell.value));
    for (const ModularCase::OwnForm &form : each.objectForms)
      line("object-related {} {} {} {}", form.site, form.offset, form.bytes, textOf(form.form));
  }

  static inline const ReachabilityProof nothing;
  const program::Program &program_;
  const ModularProof &proof_;
};

} // namespace

std::string modularText(const program::Program &program, const ModularProof &proof) {
  return ModularWriter(program, proof).write(true);
}

std::string certificateText(const program::Program &program, const ModularProof &proof) {
  return ModularWriter(program, proof).write(false);
}

} // namespace heddle::proof
