#include "engines/modular/certificate.hpp"

#include "engines/modular/argument_flow.hpp"
#include "engines/modular/progress_hints.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;
using program::Expr;
using program::LocationId;

namespace {

/// In place of a function: what several threads may see.
constexpr CfaId shared = UINT32_MAX;
constexpr unsigned widestValue = 64;       // bits
constexpr std::uint64_t mostElements = 64; // of an array

class Certificate {
public:
  Certificate(const program::Program &program, const Objects &objects, const Fixpoint &fixpoint)
      : program_(program), objects_(objects), fixpoint_(fixpoint), isOwn_(objects.count()) {
    for (AbstractObject object = 1; object < objects.count(); ++object)
      for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
        isOwn_[object] = isOwn_[object] || objects.isOwn(cfa, object);
  }

  proof::ModularProof make() {
    findCells();
    findStarts();
    findLocks();
    findUnstarted();
    findLargeSites();
    for (const Cell &cell : cells_)
      if (!isOwn_[cell.object])
        if (const auto set = setOf(shared, fixpoint_.global().read(cell.object, cell.offset, cell.bytes)))
          proof_.global.emplace_back(cellOf(cell), *set);
    proof_.result = setOf(shared, fixpoint_.global().results());
    findHandOvers();
    findHandles();
    findSpacing();
    findComputed();
    if (program_.properties.contains(program::Property::NoDeadlock))
      addProgressHints(program_, proof_);
    fixpoint_.forEachState([&](CfaId cfa, LocationId location, const State &state) { addCase(cfa, location, state); });
    return std::move(proof_);
  }

private:
  static proof::StaticCell cellOf(const Cell &cell) {
    return {.object = static_cast<program::ObjectId>(cell.object), .offset = cell.offset, .bytes = cell.bytes};
  }

  /// Whether a proof can speak of the bytes.
  bool isPiece(const Cell &cell) const {
    if (cell.object == 0 || !objects_.isStatic(cell.object) || cell.bytes == 0 || cell.bytes * 8 > widestValue)
      return false;
    const program::StaticObject &object = program_.objects[cell.object];
    return object.kind == program::StaticObject::Kind::Variable && cell.bytes <= object.size &&
           cell.offset <= object.size - cell.bytes;
  }

  /// The pieces of static memory that the program accesses.
  void findCells() {
    const auto add = [&](const Cell &cell) {
      if (isPiece(cell))
        cells_.insert(cell);
    };
    const auto addTargets = [&](CfaId cfa, Expr address, unsigned bytes) {
      for (const analysis::Target target : objects_.pointsTo().targets(cfa, address)) {
        if (!objects_.isStatic(target.object) || target.object == 0)
          continue;
        if (target.hasOffset())
          add({target.object, target.offset, bytes});
        else if (const std::uint64_t size = program_.objects[target.object].size; size <= mostElements * bytes)
          for (std::uint64_t offset = 0; offset + bytes <= size; offset += bytes)
            add({target.object, offset, bytes});
      }
    };
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      for (const program::Action &action : program_.cfas[cfa].actions)
        for (const program::Instruction &instruction : action.instructions) {
          if (const auto *load = std::get_if<program::Load>(&instruction.operation))
            addTargets(cfa, load->address, load->width / 8U);
          if (const auto *store = std::get_if<program::Store>(&instruction.operation))
            addTargets(cfa, store->address, store->value->width / 8U);
        }
  }

  /// The checker does not follow the content of large objects if nothing is said of it. If something is, it does not
  /// follow accesses that may go to any of their elements.
  void findLargeSites() {
    constexpr std::uint64_t mostBytes = 4096;
    for (const program::Cfa &cfa : program_.cfas)
      for (const program::Action &action : cfa.actions)
        for (const program::Instruction &instruction : action.instructions)
          if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation);
              allocate != nullptr && allocate->size->isConstant() && allocate->size->value > mostBytes)
            largeSites_.insert(allocate->site);
  }

  /// The locks that some thread holds while others run; other words need not be known as locks. Main may also wait for
  /// locks while it is alone.
  void findLocks() {
    const bool countsAlone = program_.properties.contains(program::Property::NoDeadlock);
    std::set<Cell> used;
    fixpoint_.forEachState([&](CfaId, LocationId, const State &state) {
      if (state.mode == Mode::Shared || countsAlone)
        for (const auto &[lock, hold] : state.held)
          used.insert(lock);
    });
    for (const auto &[lock, kind] : fixpoint_.locks().all())
      if (isPiece(lock) && !isOwn_[lock.object] && used.contains(lock)) {
        proof::LockWord word{cellOf(lock), static_cast<std::uint64_t>(kind.free)};
        if (kind.isReadWrite) {
          const Cell readers = fixpoint_.locks().readersWordOf(lock);
          if (countsAlone || !isPiece(readers))
            continue; // the check for deadlocks knows no read-write locks
          word = {cellOf(lock), 0, cellOf(readers)};
        }
        locks_.emplace(lock, static_cast<proof::LockId>(proof_.locks.size()));
        proof_.locks.push_back(word);
      }
    for (const auto &[lock, cells] : fixpoint_.interference().invariants())
      if (const auto known = locks_.find(lock); known != locks_.end())
        for (const auto &[cell, value] : cells)
          if (const auto set = setOf(shared, value); set && isPiece(cell) && !isOwn_[cell.object])
            proof_.guarded.push_back({known->second, cellOf(cell), *set});
    for (const auto &[lock, id] : locks_)
      fixpoint_.clusters().forEach(lock, [&](const Sum &form, const Interval &values) {
        if (std::optional<proof::SumClaim> claim = sumOf(shared, form, values))
          proof_.guardedSums.push_back({id, std::move(*claim)});
      });
  }

  /// None if a proof cannot speak of all parts.
  std::optional<proof::SumClaim> sumOf(CfaId cfa, const Sum &form, const Interval &values) const {
    proof::SumClaim claim;
    for (const auto &[variable, factor] : form.terms) {
      proof::SumClaim::Term term{.factor = static_cast<std::uint64_t>(factor)};
      if (variable.isRegister())
        term.reg = variable.id;
      else if (const Cell cell = modular::cellOf(variable);
               isPiece(cell) && (!isOwn_[cell.object] || (cfa != shared && objects_.isOwn(cfa, cell.object))))
        term.cell = cellOf(cell);
      else
        return std::nullopt;
      claim.terms.push_back(term);
    }
    claim.values = numberOf(values);
    return claim;
  }

  static proof::ValueSet::Number numberOf(const Interval &values) {
    return {static_cast<std::uint64_t>(values.low), static_cast<std::uint64_t>(values.high),
            static_cast<std::int64_t>(values.least), static_cast<std::int64_t>(values.most)};
  }

  /// By function: the locations of main from which it may still be started.
  void findUnstarted() {
    const program::Cfa &main = program_.cfas[0];
    unstarted_.assign(program_.cfas.size(), std::vector<bool>(main.locations.size()));
    for (const program::Action &action : main.actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
          unstarted_[spawn->cfa][action.from] = true;
    for (std::vector<bool> &reaches : unstarted_)
      for (bool changed = true; changed;) {
        changed = false;
        for (const program::Action &action : main.actions)
          if (reaches[action.to] && !reaches[action.from])
            changed = reaches[action.from] = true;
      }
  }

  /// Whether the memory is used by one thread only, which main has not started yet.
  bool isUntouched(LocationId location, AbstractObject object) const {
    for (CfaId cfa = 1; cfa < program_.cfas.size(); ++cfa)
      if (objects_.isOwn(cfa, object))
        return unstarted_[cfa][location];
    return false;
  }

  void findStarts() {
    const program::Cfa &main = program_.cfas[0];
    for (program::ActionId action = 0; action < main.actions.size(); ++action)
      for (std::uint32_t i = 0; i < main.actions[action].instructions.size(); ++i)
        if (std::holds_alternative<program::Spawn>(main.actions[action].instructions[i].operation))
          addStart({action, i}, main.actions[action].instructions[i]);
  }

  void addStart(const proof::ThreadStart &start, const program::Instruction &instruction) {
    const auto site = fixpoint_.transfer().sites().find(&instruction);
    if (site != fixpoint_.transfer().sites().end())
      starts_.emplace(site->second, static_cast<proof::StartId>(proof_.starts.size()));
    proof_.starts.push_back(start);
  }

  /// None if nothing is known, or nothing that a proof can say.
  std::optional<proof::ValueSet> setOf(CfaId cfa, const Value &value) const {
    if (value.width > widestValue || value.isImpossible() ||
        (value.number && *value.number == Interval::full(value.width)))
      return std::nullopt;
    proof::ValueSet set;
    if (value.number)
      set.number = numberOf(*value.number);
    for (const Pointer &pointer : value.pointers) {
      const bool isStatic = objects_.isStatic(pointer.object);
      if (!isStatic && objects_.creatorOf(pointer.object) != cfa)
        return std::nullopt;
      set.pointers.push_back({isStatic,
                              isStatic ? static_cast<std::uint32_t>(pointer.object)
                                       : objects_.pointsTo().siteOf(siteObject(pointer.object)),
                              pointer.low, pointer.high});
    }
    set.self = value.self;
    for (const SpawnSite site : value.handles) {
      const auto start = starts_.find(site);
      if (cfa != 0 || start == starts_.end())
        return std::nullopt;
      set.handles.push_back(start->second);
    }
    std::ranges::sort(set.handles);
    return set;
  }

  static bool hasOwnPointers(const proof::ValueSet &set) {
    return std::ranges::any_of(set.pointers, [](const auto &pointer) { return !pointer.isStatic; });
  }

  std::vector<proof::LockId> locksOf(const std::set<Cell> &cells) const {
    std::vector<proof::LockId> result;
    for (const Cell &cell : cells)
      if (const auto lock = locks_.find(cell); lock != locks_.end())
        result.push_back(lock->second);
    std::ranges::sort(result);
    return result;
  }

  std::vector<proof::LockId> locksOf(const Held &held, bool isExclusive) const {
    std::set<Cell> cells;
    for (const auto &[cell, hold] : held)
      if ((hold == exclusively) == isExclusive)
        cells.insert(cell);
    return locksOf(cells);
  }

  std::vector<proof::StartId> startsOf(const std::set<SpawnSite> &sites) const {
    std::vector<proof::StartId> result;
    for (const SpawnSite site : sites)
      if (const auto start = starts_.find(site); start != starts_.end())
        result.push_back(start->second);
    std::ranges::sort(result);
    return result;
  }

  static proof::ModularCase::Count countOf(const Count &count) {
    proof::ModularCase::Count result;
    result.least = static_cast<std::int64_t>(count.least);
    if (count.most < Count::unbounded)
      result.most = static_cast<std::int64_t>(count.most);
    result.reg = count.reg;
    result.isNegative = count.sign < 0;
    result.offset = static_cast<std::int64_t>(count.offset);
    return result;
  }

  /// Whether the content of the cell follows from the read-write lock that the thread holds.
  bool isCounted(const State &state, const Cell &cell) const {
    const auto lock = locks_.find(cell);
    return lock != locks_.end() && proof_.locks[lock->second].readers && state.held.contains(cell);
  }

  /// What the state itself follows of static memory: all of it while main is alone, otherwise what is its own.
  void addMemory(CfaId cfa, LocationId location, const State &state, proof::ModularCase &each) const {
    for (const Cell &cell : cells_) {
      std::optional<Content> content;
      if (cfa == 0 && state.mode != Mode::First && isUntouched(location, cell.object)) {
        content.emplace().isInitial = true;
      } else if (objects_.isOwn(cfa, cell.object) || state.mode == Mode::First ||
                 (state.mode == Mode::Again && !isOwn_[cell.object])) {
        const auto found = state.memory.find(cell.object);
        content = found != state.memory.end() ? found->second
                                              : fixpoint_.transfer().defaultContent(cfa, state.mode, cell.object);
      }
      if (!content)
        continue;
      const Value value = read(*content, cell.offset, cell.bytes, fixpoint_.global().baseOf(cell.object));
      if (const auto set = setOf(cfa, value); set && (each.alone || !hasOwnPointers(*set)))
        each.memory.emplace_back(cellOf(cell), *set);
    }
    // What is another thread's own does not matter to this one.
    for (const auto &[cell, knowledge] : state.known)
      if (isPiece(cell) && (!isOwn_[cell.object] || objects_.isOwn(cfa, cell.object)) && !isCounted(state, cell))
        if (const auto set = setOf(cfa, knowledge.value); set && (each.alone || !hasOwnPointers(*set)))
          each.memory.emplace_back(cellOf(cell), *set);
  }

  /// Whether something else than a comparison for equality depends on the register.
  static bool isComputedFrom(Expr e, program::RegisterId reg) {
    for (unsigned i = 0; i < program::arity(e->kind); ++i) {
      const Expr part = e->args[i];
      const bool isUsed = part->isRegister() && part->index == reg && e->kind != program::ExprKind::Eq;
      if (isUsed || isComputedFrom(part, reg))
        return true;
    }
    return false;
  }

  /// Handles matter where a program computes with them, as models of library functions that support only so many
  /// threads do. The checker counts threads unless some are detached.
  void findHandles() {
    bool hasLimits = false;
    bool hasDetach = false;
    for (const program::Cfa &cfa : program_.cfas)
      for (const program::Action &action : cfa.actions)
        for (const program::Instruction &instruction : action.instructions) {
          program::forEachExpression(instruction.operation,
                                     [&](Expr e) { hasLimits = hasLimits || isComputedFrom(e, cfa.self); });
          hasLimits = hasLimits || std::holds_alternative<program::Halt>(instruction.operation);
          hasDetach = hasDetach || std::holds_alternative<program::Detach>(instruction.operation);
        }
    if (const std::uint64_t most = fixpoint_.global().mostHandle(); hasLimits && !hasDetach && most < mostHandle)
      proof_.mostHandle = most;
  }

  void findHandOvers() {
    for (const Cell &cell : fixpoint_.interference().awaited()) {
      const auto stores = fixpoint_.interference().transitions().find(cell);
      if (!isPiece(cell) || stores == fixpoint_.interference().transitions().end())
        continue;
      std::set<CfaId> givers;
      for (const Transition &store : stores->second)
        if (store.cfa == 0 || objects_.parallelism().instances(store.cfa) == analysis::Instances::One)
          givers.insert(store.cfa);
      for (const CfaId giver : givers)
        if (const std::optional<Value> values = fixpoint_.interference().valuesUntil(giver, cell))
          if (const auto set = setOf(shared, *values))
            proof_.handOvers.push_back({giver, cellOf(cell), *set});
    }
  }

  /// The functions whose threads the checker may tell apart by their arguments, which are numbers, or addresses in one
  /// static object.
  void findSpacing() {
    bases_.resize(program_.cfas.size());
    for (CfaId cfa = 1; cfa < program_.cfas.size(); ++cfa) {
      const std::uint64_t spacing = fixpoint_.slots().spacingOfArguments(cfa);
      const program::RegisterId reg = program_.cfas[cfa].argument;
      const Value &argument = fixpoint_.global().argument(cfa);
      const bool isAddress = argument.pointers.size() == 1 && !argument.number && !argument.self &&
                             argument.handles.empty() && objects_.isStatic(argument.pointers[0].object);
      if (spacing == 0 || reg == program::noRegister ||
          program_.cfas[cfa].registers[reg].width != program_.pointers.width || (!isAddress && !argument.isNumber()))
        continue;
      bases_[cfa] = isAddress ? static_cast<program::ObjectId>(argument.pointers[0].object) : program::nullObject;
      proof_.spacing.emplace_back(cfa, std::min<std::uint64_t>(spacing, INT32_MAX));
    }
  }

  /// Whether the value is related to what the thread was started with.
  bool isOfArgument(CfaId cfa, const Value &value) const {
    return value.linear && value.linear->symbol == Symbol::ofStart(Slots::argumentSlot) && bases_[cfa].has_value();
  }

  /// The relation of the value, if a proof can say it.
  std::optional<proof::LinearForm> formOf(const Value &value) const {
    const bool isInOne = value.pointers.size() == 1 && !value.number && objects_.isStatic(value.pointers[0].object);
    if (value.linear->form == Linear::Form::Offset && !isInOne)
      return std::nullopt;
    return formOf(*value.linear,
                  isInOne ? static_cast<program::ObjectId>(value.pointers[0].object) : program::nullObject);
  }

  /// The relation as one between addresses, or numbers.
  static std::optional<proof::LinearForm> formOf(const Linear &linear, program::ObjectId object) {
    if (linear.high >= Linear::farAway)
      return std::nullopt;
    const bool isOffset = linear.form == Linear::Form::Offset;
    return proof::LinearForm{isOffset ? object : program::nullObject, linear.factor, linear.low, linear.high};
  }

  /// Registers that are computed from registers alone. Relations of others to registers may come from what memory
  /// contains, which a proof does not relate to registers.
  void findComputed() {
    for (const program::Cfa &cfa : program_.cfas) {
      std::vector<bool> &isComputed = computed_.emplace_back(cfa.registers.size(), true);
      for (bool changed = true; changed;) {
        changed = false;
        for (const program::Action &action : cfa.actions)
          for (const program::Instruction &instruction : action.instructions) {
            const program::RegisterId written = program::writtenRegister(instruction.operation);
            if (written == program::noRegister || !isComputed[written])
              continue;
            bool isPure = std::holds_alternative<program::Assign>(instruction.operation);
            if (isPure)
              program::forEachRegister(std::get<program::Assign>(instruction.operation).value,
                                       [&](program::RegisterId used) { isPure = isPure && isComputed[used]; });
            isComputed[written] = isPure;
            changed = changed || !isPure;
          }
      }
    }
    for (const program::Cfa &cfa : program_.cfas)
      findCopies(cfa);
    flows_.resize(program_.cfas.size());
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      if (bases_[cfa])
        flows_[cfa].emplace(program_, cfa, objects_, largeSites_);
  }

  /// Registers that are only ever assigned other registers.
  void findCopies(const program::Cfa &cfa) {
    std::vector<std::set<program::RegisterId>> &sources = copies_.emplace_back(cfa.registers.size());
    std::vector<bool> isCopy(cfa.registers.size(), true);
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const program::RegisterId written = program::writtenRegister(instruction.operation);
            written != program::noRegister) {
          const auto *assign = std::get_if<program::Assign>(&instruction.operation);
          if (assign != nullptr && assign->value->isRegister())
            sources[written].insert(assign->value->index);
          else
            isCopy[written] = false;
        }
    for (std::size_t reg = 0; reg < sources.size(); ++reg)
      if (!isCopy[reg])
        sources[reg].clear();
  }

  void addArguments(CfaId cfa, LocationId location, const State &state, proof::ModularCase &each) const {
    if (bases_[cfa])
      each.argument = setOf(shared, fixpoint_.global().argument(cfa));
    const auto isNarrow = [&](program::RegisterId reg) {
      return program_.cfas[cfa].registers[reg].width <= program_.pointers.width;
    };
    for (const auto &[reg, value] : state.registers) {
      if (!value.linear || !isNarrow(reg))
        continue;
      const Symbol &symbol = value.linear->symbol;
      const bool isOfRegister = symbol.kind == Symbol::Kind::Register && isNarrow(symbol.id);
      const bool isCopy = isOfRegister && copies_[cfa][reg].contains(symbol.id);
      if (!isCopy && proof_.spacing.empty())
        continue;
      const bool isStart = isOfArgument(cfa, value);
      if (isStart ? !flows_[cfa]->isPure(location, reg) : !isCopy && (!computed_[cfa][reg] || !isOfRegister))
        continue;
      if (const std::optional<proof::LinearForm> form = formOf(value))
        each.related.push_back({reg, isStart ? program::noRegister : symbol.id, *form});
    }
    if (cfa == 0)
      for (const auto &[slot, issued] : state.issued)
        if (slot.second == Slots::argumentSlot && bases_[slot.first])
          addIssued(slot.first, issued, each);
  }

  void addIssued(CfaId cfa, const Issued &issued, proof::ModularCase &each) const {
    const auto addForm = [&](const std::optional<Linear> &linear, bool isLower) {
      if (linear && linear->symbol.kind == Symbol::Kind::Register &&
          program_.cfas[0].registers[linear->symbol.id].width <= program_.pointers.width)
        if (const std::optional<proof::LinearForm> form = formOf(*linear, *bases_[cfa]))
          each.issued.push_back({cfa, linear->symbol.id, *form, isLower});
    };
    const auto addNumber = [&](SignedBits number, bool isLower) {
      if (number >= Linear::farAway || number <= -Linear::farAway)
        return;
      const auto bound = static_cast<std::int64_t>(number);
      each.issued.push_back({cfa, program::noRegister, {*bases_[cfa], 0, bound, bound}, isLower});
    };
    addForm(issued.upper, false);
    addForm(issued.lower, true);
    addNumber(issued.most, false);
    addNumber(issued.least, true);
  }

  void addOwnCell(CfaId cfa, program::SiteId site, std::pair<std::uint64_t, unsigned> range, const Value &value,
                  proof::ModularCase &each) const {
    const auto [offset, bytes] = range;
    if (bytes == 0 || bytes * 8 > widestValue)
      return;
    if (const auto set = setOf(cfa, value))
      each.objects.push_back({site, offset, bytes, *set});
    if (!isOfArgument(cfa, value) || !flows_[cfa]->isPureSite(each.location, site) ||
        bytes * 8 > program_.pointers.width)
      return;
    if (const std::optional<proof::LinearForm> form = formOf(value))
      each.objectForms.push_back({site, offset, bytes, *form});
  }

  void addCase(CfaId cfa, LocationId location, const State &state) {
    proof::ModularCase each;
    each.cfa = cfa;
    each.location = location;
    each.alone = cfa == 0 && state.mode != Mode::Shared;
    each.held = locksOf(state.held, true);
    each.reading = locksOf(state.held, false);
    if (!each.alone)
      each.acquired = locksOf(state.acquired);
    for (const auto &[reg, value] : state.registers)
      if (const auto set = setOf(cfa, value))
        each.registers.emplace_back(reg, *set);
    addMemory(cfa, location, state, each);
    for (const auto &[reg, cell] : state.links)
      if (isPiece(cell))
        each.loaded.emplace_back(reg, cellOf(cell));
    state.relations.forEach([&](const Sum &form, const Interval &values) {
      if (std::optional<proof::SumClaim> claim = sumOf(cfa, form, values))
        each.sums.push_back(std::move(*claim));
    });
    for (const auto &[object, content] : state.memory)
      if (!objects_.isStatic(object) && !isOwned(object) && objects_.creatorOf(object) == cfa &&
          !largeSites_.contains(objects_.pointsTo().siteOf(object)))
        for (const auto &[range, value] : content.cells)
          addOwnCell(cfa, objects_.pointsTo().siteOf(object), range, value, each);
    if (cfa == 0 && !each.alone) {
      each.open = startsOf(state.started.open);
      each.joinable = startsOf(state.started.joinable);
    }
    addArguments(cfa, location, state, each);
    if (cfa == 0)
      each.count = countOf(state.started.unjoined);
    proof_.cases.push_back(std::move(each));
  }

  const program::Program &program_;
  const Objects &objects_;
  const Fixpoint &fixpoint_;
  std::vector<bool> isOwn_;                             // by object: of some thread
  std::vector<std::vector<bool>> unstarted_;            // by function and location of main
  std::vector<std::optional<program::ObjectId>> bases_; // by function with a spacing: the object of its arguments
  std::vector<std::vector<std::set<program::RegisterId>>> copies_; // by function and register: of which others
  std::vector<std::vector<bool>> computed_;                        // by function and register
  std::vector<std::optional<ArgumentFlow>> flows_;                 // by function with a spacing
  std::set<program::SiteId> largeSites_;
  std::set<Cell> cells_;
  std::map<SpawnSite, proof::StartId> starts_;
  std::map<Cell, proof::LockId> locks_;
  proof::ModularProof proof_;
};

} // namespace

proof::ModularProof certificateOf(const program::Program &program, const Objects &objects, const Fixpoint &fixpoint) {
  return Certificate(program, objects, fixpoint).make();
}

} // namespace heddle::engines::modular
