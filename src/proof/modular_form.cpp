#include "proof/modular_form.hpp"

#include "proof/modular_arguments.hpp"
#include "proof/queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace heddle::proof {

namespace {

constexpr unsigned widestClaim = 8;

[[noreturn]] void rejectForm(const std::string &what) { throw CheckFailure{CheckResult::Kind::Invalid, what}; }

template <typename T> bool isAscending(const std::vector<T> &list, std::size_t count) {
  return std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end() &&
         (list.empty() || list.back() < count);
}

bool areOverlapping(const StaticCell &a, const StaticCell &b) {
  return a.object == b.object && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

class ModularForm {
public:
  ModularForm(const program::Program &program, const ModularProof &proof) : program_(program), proof_(proof) {}

  void check() const {
    if (program_.cfas.empty())
      rejectForm("the proof is not about this program");
    for (const LockWord &lock : proof_.locks)
      if (!exists(program_, lock.cell) || support::truncate(lock.free, lock.cell.bytes * 8) != lock.free)
        rejectForm("a lock of the proof does not exist");
    for (const LockWord &lock : proof_.locks)
      if (lock.readers &&
          (!exists(program_, *lock.readers) || lock.free != 0 || areOverlapping(lock.cell, *lock.readers)))
        rejectForm("a read-write lock of the proof is malformed");
    if (proof_.mostHandle && (*proof_.mostHandle < 1 || *proof_.mostHandle > INT32_MAX))
      rejectForm("the bound of handles is malformed");
    for (const HandOver &claim : proof_.handOvers)
      if (claim.giver >= program_.cfas.size() || !exists(program_, claim.cell) || !isSet(claim.values, Scope::Global))
        rejectForm("what the proof says of memory until a hand-over is malformed");
    for (const Separation &pair : proof_.separations)
      if (!isAccess(pair.one) || !isAccess(pair.other))
        rejectForm("a pair of accesses of the proof is malformed");
    for (const GuardedClaim &claim : proof_.guarded)
      if (claim.lock >= proof_.locks.size() || !exists(program_, claim.cell) || !isSet(claim.value, Scope::Global))
        rejectForm("what the proof says of memory that a lock protects is malformed");
    for (const GuardedSum &claim : proof_.guardedSums)
      if (claim.lock >= proof_.locks.size() || !isSum(claim.sum, nullptr))
        rejectForm("what the proof says of a sum that a lock protects is malformed");
    checkStarts();
    for (const auto &[cell, set] : proof_.global)
      if (!exists(program_, cell) || !isSet(set, Scope::Global))
        rejectForm("a global claim of the proof is malformed");
    if (proof_.result && !isSet(*proof_.result, Scope::Global))
      rejectForm("what the proof says about the results of threads is malformed");
    for (const auto &[cfa, spacing] : proof_.spacing)
      if (!isFunctionWithArgument(cfa) || support::truncate(spacing, program_.pointers.width) != spacing)
        rejectForm("what the proof says about the arguments of threads is malformed");
    for (const Rank &rank : proof_.ranks)
      if (!isRegisterOf(rank.cfa, rank.reg))
        rejectForm("a rank is not about a register of the program");
    for (const ChosenInput &choice : proof_.choices)
      if (!isRegisterOf(choice.cfa, choice.reg) || choice.location >= program_.cfas[choice.cfa].locations.size() ||
          support::truncate(choice.value, program_.cfas[choice.cfa].registers[choice.reg].width) != choice.value)
        rejectForm("a choice is not about a register of the program");
    for (CaseId id = 0; id < proof_.cases.size(); ++id)
      if (const char *defect = defectOf(proof_.cases[id]))
        rejectForm(fmt::format("case {} is malformed: {}", id, defect));
  }

private:
  enum class Scope : std::uint8_t { Global, Shared, Alone, Own };

  bool isFunctionWithArgument(program::CfaId cfa) const {
    return cfa < program_.cfas.size() && hasArgument(program_, cfa);
  }

  bool isRegisterOf(program::CfaId cfa, program::RegisterId reg) const {
    return cfa < program_.cfas.size() && reg < program_.cfas[cfa].registers.size() &&
           program_.cfas[cfa].registers[reg].width <= widestClaim * 8;
  }

  bool isAccess(const Separation::Access &access) const {
    return access.cfa < program_.cfas.size() && access.span.file < program_.sources.fileCount() &&
           access.span.frame < program_.sources.frameCount();
  }

  bool isForm(const LinearForm &form) const { return form.base < program_.objects.size() && form.low <= form.high; }

  /// Whether all parts exist and have the same width. Without an automaton there are no registers.
  bool isSum(const SumClaim &claim, const program::Cfa *cfa) const {
    std::optional<unsigned> width;
    for (const SumClaim::Term &term : claim.terms) {
      const bool isMemory = term.reg == program::noRegister;
      if (isMemory ? !exists(program_, term.cell) : cfa == nullptr || term.reg >= cfa->registers.size())
        return false;
      const unsigned own = isMemory ? term.cell.bytes * 8 : cfa->registers[term.reg].width;
      if (own > widestClaim * 8 || (width && *width != own) || support::truncate(term.factor, own) != term.factor)
        return false;
      width = own;
    }
    return width.has_value();
  }

  void checkStarts() const {
    std::set<ThreadStart> known;
    for (const ThreadStart &start : proof_.starts) {
      const auto &actions = program_.cfas[0].actions;
      if (start.action >= actions.size() || start.instruction >= actions[start.action].instructions.size() ||
          !std::holds_alternative<program::Spawn>(actions[start.action].instructions[start.instruction].operation) ||
          !known.insert(start).second)
        rejectForm("a start of a thread is malformed");
    }
  }

  /// Handles are those of main's threads; what others see has no handles of its own. Static memory, if threads share
  /// it, holds no pointers to the objects of one of them.
  bool isSet(const ValueSet &set, Scope scope, bool isMain = false) const {
    if ((set.self && scope == Scope::Global) || (!set.handles.empty() && (!isMain || scope == Scope::Global)))
      return false;
    for (const StartId start : set.handles)
      if (start >= proof_.starts.size())
        return false;
    return std::all_of(set.pointers.begin(), set.pointers.end(), [&](const ValueSet::Pointer &pointer) {
      if (pointer.isStatic)
        return pointer.target != program::nullObject && pointer.target < program_.objects.size();
      return scope != Scope::Global && scope != Scope::Shared && pointer.target < program_.sites.size();
    });
  }

  const char *defectOf(const ModularCase &each) const {
    if (each.cfa >= program_.cfas.size() || each.location >= program_.cfas[each.cfa].locations.size())
      return "its location does not exist";
    const program::Cfa &cfa = program_.cfas[each.cfa];
    const bool isMain = each.cfa == 0;
    if (!isAscending(each.held, proof_.locks.size()) || !isAscending(each.acquired, proof_.locks.size()))
      return "its locks are not an ascending list";
    if (!isAscending(each.reading, proof_.locks.size()) || std::ranges::any_of(each.reading, [&](LockId lock) {
          return !proof_.locks[lock].readers || std::ranges::binary_search(each.held, lock);
        }))
      return "the locks that it holds for reading are not an ascending list of such";
    if (!isAscending(each.open, proof_.starts.size()) || !isAscending(each.joinable, proof_.starts.size()))
      return "its threads are not an ascending list";
    if (!isMain && (each.alone || !each.open.empty() || !each.joinable.empty()))
      return "only main starts threads";
    if (each.alone && (!each.open.empty() || !each.acquired.empty()))
      return "main is not alone";
    const auto isRegister = [&](program::RegisterId reg) {
      return reg < cfa.registers.size() && cfa.registers[reg].width <= widestClaim * 8;
    };
    for (const auto &[reg, set] : each.registers)
      if (!isRegister(reg) || !isSet(set, Scope::Own, isMain))
        return "a register or its values do not exist";
    for (const auto &[cell, set] : each.memory)
      if (!exists(program_, cell) || !isSet(set, each.alone ? Scope::Alone : Scope::Shared, isMain))
        return "a piece of memory or its values do not exist";
    for (const auto &[reg, cell] : each.loaded)
      if (!isRegister(reg) || !exists(program_, cell))
        return "a register or the memory that it was loaded from does not exist";
    for (const SumClaim &claim : each.sums)
      if (!isSum(claim, &cfa))
        return "a sum is malformed";
    for (const ModularCase::OwnCell &cell : each.objects)
      if (cell.site >= program_.sites.size() || cell.bytes == 0 || cell.bytes > widestClaim ||
          cell.offset > program_.pointers.maxObjectSize() || !isSet(cell.value, Scope::Own, isMain))
        return "a part of an object does not exist";
    for (const ModularCase::OwnForm &form : each.objectForms)
      if (form.site >= program_.sites.size() || form.bytes == 0 || form.bytes * 8 > program_.pointers.width ||
          form.offset > program_.pointers.maxObjectSize() || !isForm(form.form))
        return "a relation of an object is malformed";
    const auto isNarrow = [&](program::RegisterId reg) {
      return isRegister(reg) && cfa.registers[reg].width <= program_.pointers.width;
    };
    const bool speaksOfArgument = each.argument || !each.objectForms.empty() ||
                                  std::ranges::any_of(each.related, [](const ModularCase::Relation &relation) {
                                    return relation.source == program::noRegister;
                                  });
    if (speaksOfArgument && !isFunctionWithArgument(each.cfa))
      return "its threads have no argument";
    if (each.argument && !isSet(*each.argument, Scope::Global))
      return "the values of the argument do not exist";
    for (const ModularCase::Relation &relation : each.related)
      if (!isNarrow(relation.reg) || !isForm(relation.form) ||
          (relation.source != program::noRegister && !isNarrow(relation.source)))
        return "a relation of registers is malformed";
    for (const ModularCase::Issued &issued : each.issued)
      if (!isMain || !isFunctionWithArgument(issued.cfa) || !isForm(issued.bound) ||
          (issued.reg != program::noRegister && !isNarrow(issued.reg)))
        return "a bound of arguments is malformed";
    if (each.count.reg != program::noRegister && (!isMain || !isRegister(each.count.reg)))
      return "its number of threads depends on a register that does not exist";
    return nullptr;
  }

  const program::Program &program_;
  const ModularProof &proof_;
};

} // namespace

void checkModularForm(const program::Program &program, const ModularProof &proof) {
  ModularForm(program, proof).check();
}

} // namespace heddle::proof
