// The text says what protects each piece of shared memory, why each pair of conflicting accesses does not race
// (modular_protection), and what holds at each location of each thread function.
#include "proof/describe.hpp"
#include "proof/invariant.hpp"
#include "proof/modular_protection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::proof {

namespace {

class ModularTextWriter {
public:
  ModularTextWriter(const program::Program &program, const ModularProof &proof) : program_(program), proof_(proof) {}

  std::string write() {
    text_ = "/* A thread-modular invariant, for any number of threads, found by Heddle.\n"
            " *\n"
            " * First, what protects the memory that several threads use, and why conflicting accesses do not race.\n"
            " * Then what holds of memory whenever several threads may run, and what holds of a thread at each of its\n"
            " * locations: the values of its variables, the locks that it holds, the threads that may run beside it.\n"
            " */\n";
    text_ += protectionText(program_, proof_);
    if (!proof_.global.empty() || !proof_.guarded.empty() || !proof_.guardedSums.empty() || !proof_.handOvers.empty())
      text_ += "\n/* whenever several threads may run */\n";
    for (const auto &[cell, set] : proof_.global)
      text_ += fmt::format("   {};\n", formula(nameOf(cell), set));
    for (const GuardedClaim &claim : proof_.guarded)
      text_ +=
          fmt::format("   {}, while {} is free;\n", formula(nameOf(claim.cell), claim.value), namesOf({claim.lock}));
    for (const GuardedSum &claim : proof_.guardedSums)
      text_ += fmt::format("   {}, while {} is free;\n", formula(claim.sum, nullptr), namesOf({claim.lock}));
    for (const HandOver &claim : proof_.handOvers)
      if (claim.giver < program_.cfas.size())
        text_ += fmt::format("   {}, until {} stores to it;\n", formula(nameOf(claim.cell), claim.values),
                             program_.cfas[claim.giver].name);
    for (const auto &[cfa, spacing] : proof_.spacing)
      if (cfa < program_.cfas.size())
        text_ += fmt::format("\n/* arguments of threads of {} that run at the same time differ by {} or more */\n",
                             program_.cfas[cfa].name, spacing);
    for (const ModularCase &each : proof_.cases)
      writeCase(each);
    return std::move(text_);
  }

private:
  std::string nameOf(const StaticCell &cell) const { return nameOfCell(program_, cell); }
  std::string namesOf(const std::vector<LockId> &locks) const { return namesOfLocks(program_, proof_, locks); }

  std::string formula(const std::string &name, const ValueSet &set) const {
    std::vector<std::string> parts;
    if (set.number) {
      const ValueSet::Number &n = *set.number;
      if (n.low == n.high)
        parts.push_back(
            fmt::format("{} == {}", name, n.least == n.most ? fmt::format("{}", n.least) : fmt::format("{}", n.low)));
      else if (n.least < 0)
        parts.push_back(fmt::format("{} <= {} && {} <= {}", n.least, name, name, n.most));
      else
        parts.push_back(fmt::format("{} <= {} && {} <= {}", n.low, name, name, n.high));
    }
    for (const ValueSet::Pointer &pointer : set.pointers) {
      const std::string target = pointer.isStatic                         ? nameOf({pointer.target, 0, 0})
                                 : pointer.target < program_.sites.size() ? program_.sites[pointer.target].name
                                                                          : "?";
      if (pointer.low == pointer.high)
        parts.push_back(pointer.low == 0 ? fmt::format("{} == &{}", name, target)
                                         : fmt::format("{} == (char *)&{} + {}", name, target, pointer.low));
      else
        parts.push_back(fmt::format("(char *)&{0} + {1} <= {3} && {3} <= (char *)&{0} + {2}", target, pointer.low,
                                    pointer.high, name));
    }
    if (set.self)
      parts.push_back(fmt::format("{} == the own handle", name));
    for (const StartId start : set.handles)
      parts.push_back(fmt::format("{} == the handle of thread start {}", name, start));
    if (parts.size() > 1)
      for (std::string &part : parts)
        if (part.find("&&") != std::string::npos)
          part = fmt::format("({})", part);
    return parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, " || "));
  }

  std::string formula(const SumClaim &claim, const program::Cfa *cfa) const {
    std::string sum;
    for (const SumClaim::Term &term : claim.terms) {
      const bool isMemory = term.reg == program::noRegister;
      const bool isKnown = isMemory || (cfa != nullptr && term.reg < cfa->registers.size());
      const std::string name = isMemory ? nameOf(term.cell) : isKnown ? cfa->registers[term.reg].name : "?";
      const unsigned width = isMemory ? term.cell.bytes * 8 : isKnown ? cfa->registers[term.reg].width : 64;
      const bool isNegative = width > 0 && width <= 64 && ((term.factor >> (width - 1)) & 1) != 0;
      const std::uint64_t size =
          isNegative ? static_cast<std::uint64_t>(support::truncate(0 - term.factor, width)) : term.factor;
      sum += isNegative ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ");
      sum += size == 1 ? name : fmt::format("{} * {}", size, name);
    }
    ValueSet values;
    values.number = claim.values;
    return formula(sum, values);
  }

  std::string formula(const LinearForm &form, const std::string &something) const {
    std::string text = form.base == program::nullObject ? "" : fmt::format("(char *)&{} + ", nameOf({form.base, 0, 0}));
    if (!something.empty())
      text += fmt::format("{} * {} + ", form.factor, something);
    return text + (form.low == form.high ? fmt::format("{}", form.low) : fmt::format("{}..{}", form.low, form.high));
  }

  void writeCase(const ModularCase &each) {
    const program::Cfa &cfa = program_.cfas[each.cfa];
    Control control;
    control.threads.push_back({.status = ThreadStatus::Active, .cfa = each.cfa, .location = each.location});
    text_ += fmt::format("\n/* {} (location {}){}{} */\n", describe(program_, control), each.location,
                         each.alone ? ", alone" : "",
                         (each.held.empty() ? "" : fmt::format(", holding {}", namesOf(each.held))) +
                             (each.reading.empty() ? "" : fmt::format(", reading under {}", namesOf(each.reading))));
    const auto registerName = [&](program::RegisterId reg) {
      return reg < cfa.registers.size() ? cfa.registers[reg].name : "?";
    };
    for (const auto &[reg, set] : each.registers)
      text_ += fmt::format("   {};\n", formula(registerName(reg), set));
    for (const auto &[cell, set] : each.memory)
      text_ += fmt::format("   {};\n", formula(nameOf(cell), set));
    for (const auto &[reg, cell] : each.loaded)
      text_ += fmt::format("   {} == {};\n", registerName(reg), nameOf(cell));
    for (const SumClaim &claim : each.sums)
      text_ += fmt::format("   {};\n", formula(claim, &cfa));
    const auto partOf = [&](program::SiteId site, std::uint64_t offset, unsigned bytes) {
      return fmt::format("{}[{}..{}]", site < program_.sites.size() ? program_.sites[site].name : "?", offset,
                         offset + bytes - 1);
    };
    for (const ModularCase::OwnCell &cell : each.objects)
      text_ += fmt::format("   {};\n", formula(partOf(cell.site, cell.offset, cell.bytes), cell.value));
    if (each.argument)
      text_ += fmt::format("   {};\n", formula("the argument", *each.argument));
    for (const ModularCase::Relation &relation : each.related)
      text_ +=
          fmt::format("   {} == {};\n", registerName(relation.reg),
                      formula(relation.form,
                              relation.source == program::noRegister ? "the argument" : registerName(relation.source)));
    for (const ModularCase::OwnForm &own : each.objectForms)
      text_ +=
          fmt::format("   {} == {};\n", partOf(own.site, own.offset, own.bytes), formula(own.form, "the argument"));
    for (const ModularCase::Issued &issued : each.issued)
      text_ += fmt::format("   arguments of {} {} {};\n",
                           issued.cfa < program_.cfas.size() ? program_.cfas[issued.cfa].name : "?",
                           issued.isLower ? ">=" : "<=",
                           formula(issued.bound, issued.reg == program::noRegister ? "" : registerName(issued.reg)));
    if (!each.open.empty())
      text_ += fmt::format("   threads may run of start {};\n", fmt::join(each.open, ", "));
  }

  const program::Program &program_;
  const ModularProof &proof_;
  std::string text_;
};

} // namespace

std::string invariantText(const program::Program &program, const ModularProof &proof) {
  return ModularTextWriter(program, proof).write();
}

} // namespace heddle::proof
