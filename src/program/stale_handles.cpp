// A forward data-flow analysis of each automaton, of the places that hold fresh handles: Spawn makes its target fresh,
// loads, stores and assignments copy freshness, and a Join or Detach ends it for all names of its thread.
//
// Names are expressions. An entry does not survive an assignment to a register in its expression, nor a store that may
// change it. Memory counts only if it is private: no other thread accesses it, and no store through a pointer can hit
// it. This is so for an object whose address occurs in no expression except as the base of an access, if it is a
// local of the thread, or a static object that only main uses. Where paths meet, names are kept that are fresh on both,
// and classes are united that have a name in common on one of them.
//
// Only the thread that starts another one has its fresh handle, and only if the other one does not detach itself. A
// third thread that joins it, by a handle that was passed on, does not know that this handle is fresh. So if all joins
// and detaches are given fresh handles, none has been released before, by induction over an execution.
#include "program/stale_handles.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace heddle::program {

namespace {

template <typename Operations> bool has(const Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(), [](const Instruction &instruction) {
    return std::holds_alternative<Operations>(instruction.operation);
  });
}

template <typename Operations> bool has(const Cfa &cfa) {
  return std::any_of(cfa.actions.begin(), cfa.actions.end(), [](const Action &a) { return has<Operations>(a); });
}

bool uses(Expr expression, RegisterId target) {
  bool result = false;
  forEachRegister(expression, [&](RegisterId reg) { result = result || reg == target; });
  return result;
}

/// The handle by which the operation releases a thread, or null.
Expr releasedBy(const Operation &operation) {
  if (const auto *join = std::get_if<Join>(&operation))
    return join->thread;
  const auto *detach = std::get_if<Detach>(&operation);
  return detach != nullptr ? detach->thread : nullptr;
}

/// Whether a thread of the automaton may detach itself, so that its creator does not know when its handle ends.
bool detachesItself(const Cfa &cfa) {
  return std::any_of(cfa.actions.begin(), cfa.actions.end(), [&](const Action &action) {
    return std::any_of(action.instructions.begin(), action.instructions.end(), [&](const Instruction &instruction) {
      const auto *detach = std::get_if<Detach>(&instruction.operation);
      return detach != nullptr && isOwnHandle(cfa, detach->thread);
    });
  });
}

/// The object that an address was derived from: a static one, or the one to which a register points that is only
/// written by allocations.
struct Base {
  ObjectId object = nullObject;
  RegisterId reg = noRegister;

  bool isKnown() const { return object != nullObject || reg != noRegister; }
  auto operator<=>(const Base &) const = default;
};

struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;
  auto operator<=>(const Extent &) const = default;
};

bool isStarted(const Program &program, CfaId started) {
  return std::any_of(program.cfas.begin(), program.cfas.end(), [&](const Cfa &cfa) {
    return std::any_of(cfa.actions.begin(), cfa.actions.end(), [&](const Action &action) {
      return std::any_of(action.instructions.begin(), action.instructions.end(), [&](const Instruction &instruction) {
        const auto *spawn = std::get_if<Spawn>(&instruction.operation);
        return spawn != nullptr && spawn->cfa == started;
      });
    });
  });
}

/// The objects that nothing but accesses with a known base can reach, and the places in them that only one thread uses.
class PrivateObjects {
public:
  explicit PrivateObjects(const Program &program)
      : program_(program), isMainOnce_(!isStarted(program, 0)), pointers_(program.cfas.size()) {
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
      findPointers(cfa);
    for (const StaticObject &object : program.objects)
      if (object.initial)
        passOutInitial(*object.initial);
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
      for (const Action &action : program.cfas[cfa].actions)
        for (const Instruction &instruction : action.instructions)
          examine(cfa, instruction.operation);
  }

  /// The base of a sum in which one term has one and the others have nothing to do with addresses.
  Base baseOf(CfaId cfa, Expr address) const {
    if (address->kind != ExprKind::Add)
      return baseOfTerm(cfa, address);
    const Base left = baseOf(cfa, address->args[0]);
    const Base right = baseOf(cfa, address->args[1]);
    if (left.isKnown() == right.isKnown())
      return {};
    return left.isKnown() ? left : right;
  }

  /// Whether a handle at the address is private to the thread.
  bool isPrivate(CfaId cfa, Expr address) const {
    const Base base = baseOf(cfa, address);
    if (!base.isKnown() || passedOut_.contains({base.object != nullObject ? 0 : cfa, base}))
      return false;
    if (base.object == nullObject)
      return true;
    const Extent handle = extentOf(address, program_.pointers.width / 8);
    return cfa == 0 && std::none_of(usedByOthers_.begin(), usedByOthers_.end(), [&](const auto &used) {
             return used.first == base.object && used.second.begin < handle.end && handle.begin < used.second.end;
           });
  }

private:
  void findPointers(CfaId id) {
    const Cfa &cfa = program_.cfas[id];
    std::vector<bool> allocated(cfa.registers.size());
    std::vector<bool> other(cfa.registers.size());
    for (const RegisterId reg : {cfa.self, cfa.argument})
      if (reg != noRegister)
        other[reg] = true;
    for (const Action &action : cfa.actions)
      for (const Instruction &instruction : action.instructions)
        if (const RegisterId target = writtenRegister(instruction.operation); target != noRegister)
          (std::holds_alternative<Allocate>(instruction.operation) ? allocated : other)[target] = true;
    pointers_[id].resize(cfa.registers.size());
    for (RegisterId reg = 0; reg < cfa.registers.size(); ++reg)
      pointers_[id][reg] = allocated[reg] && !other[reg];
  }

  bool isAddress(Expr constant) const {
    return constant->isConstant() && constant->width == program_.pointers.width &&
           isStatic(program_.pointers.object(constant->value));
  }
  bool isStatic(ObjectId object) const { return object != nullObject && object < program_.objects.size(); }

  Base baseOfTerm(CfaId cfa, Expr term) const {
    if (term->isRegister() && pointers_[cfa][term->index])
      return {nullObject, term->index};
    if (!isAddress(term))
      return {};
    const ObjectId object = program_.pointers.object(term->value);
    return program_.pointers.offset(term->value) <= program_.objects[object].size ? Base{object, noRegister} : Base{};
  }

  /// The bytes of a static object that an access covers; all of them if the address is not a constant.
  Extent extentOf(Expr address, std::uint64_t bytes) const {
    if (!address->isConstant())
      return {};
    const std::uint64_t begin = program_.pointers.offset(address->value);
    return {begin, begin + bytes};
  }

  /// Of an address with a known base, what else occurs in it.
  void examineAddress(CfaId cfa, Expr address, std::optional<std::uint64_t> bytes = std::nullopt) {
    const Base base = baseOf(cfa, address);
    if (!base.isKnown())
      return passOut(cfa, address);
    if (base.object != nullObject && (cfa != 0 || !isMainOnce_))
      usedByOthers_.emplace(base.object, bytes ? extentOf(address, *bytes) : Extent{});
    examineTerms(cfa, address);
  }

  void examineTerms(CfaId cfa, Expr address) {
    if (address->kind == ExprKind::Add) {
      examineTerms(cfa, address->args[0]);
      examineTerms(cfa, address->args[1]);
    } else if (!baseOfTerm(cfa, address).isKnown()) {
      passOut(cfa, address);
    }
  }

  void examine(CfaId cfa, const Operation &operation) {
    if (const auto *load = std::get_if<Load>(&operation))
      return examineAddress(cfa, load->address, load->width / 8U);
    if (const auto *release = std::get_if<Free>(&operation))
      return examineAddress(cfa, release->address);
    if (const auto *query = std::get_if<ObjectSize>(&operation))
      return examineAddress(cfa, query->address);
    if (const auto *sync = std::get_if<Sync>(&operation); sync != nullptr && sync->kind != SyncKind::PassOut)
      return examineAddress(cfa, sync->object, 0); // the accesses follow
    if (const auto *store = std::get_if<Store>(&operation)) {
      examineAddress(cfa, store->address, store->value->width / 8U);
      return passOut(cfa, store->value);
    }
    forEachExpression(operation, [&](Expr expression) { passOut(cfa, expression); });
  }

  /// Every address in the expression may become a pointer of unknown origin.
  void passOut(CfaId cfa, Expr expression) {
    if (!seen_.insert({cfa, expression}).second)
      return;
    if (expression->isRegister()) {
      if (pointers_[cfa][expression->index])
        passedOut_.insert({cfa, {nullObject, expression->index}});
    } else if (expression->isConstant()) {
      if (expression->width >= program_.pointers.width)
        passOut(expression->value);
    }
    for (unsigned i = 0; i < arity(expression->kind); ++i)
      passOut(cfa, expression->args[i]);
  }

  /// An offset may also be negative: then the constant seems to lie in the object before.
  void passOut(Bits pointer) {
    const auto low = support::truncate(pointer, program_.pointers.width);
    passedOut_.insert({0, {program_.pointers.object(low), noRegister}});
    if (program_.pointers.offset(low) > program_.pointers.maxObjectSize())
      passedOut_.insert({0, {program_.pointers.object(low) + 1, noRegister}});
  }

  void passOutInitial(const std::vector<std::uint8_t> &bytes) {
    const std::size_t size = program_.pointers.width / 8;
    for (std::size_t at = 0; at + size <= bytes.size(); ++at) {
      Bits word = 0;
      for (std::size_t i = size; i-- > 0;)
        word = (word << 8) | bytes[at + i];
      if (isStatic(program_.pointers.object(word)))
        passOut(word);
    }
  }

  const Program &program_;
  bool isMainOnce_;
  std::vector<std::vector<bool>> pointers_; // by CFA and register
  std::set<std::pair<CfaId, Base>> passedOut_;
  std::set<std::pair<ObjectId, Extent>> usedByOthers_;
  std::set<std::pair<CfaId, Expr>> seen_;
};

} // namespace

Expr withoutConversions(Expr value) {
  while (value->kind == ExprKind::ZExt || value->kind == ExprKind::SExt ||
         (value->kind == ExprKind::Extract && value->index == 0))
    value = value->args[0];
  return value;
}

bool isOwnHandle(const Cfa &cfa, Expr handle) {
  const Expr value = withoutConversions(handle);
  const auto writesSelf = [&](const Instruction &instruction) {
    return writtenRegister(instruction.operation) == cfa.self;
  };
  return value->isRegister() && value->index == cfa.self &&
         std::none_of(cfa.actions.begin(), cfa.actions.end(), [&](const Action &action) {
           return std::any_of(action.instructions.begin(), action.instructions.end(), writesSelf);
         });
}

bool FreshHandles::Name::operator<(const Name &other) const {
  return std::pair(isPlace, expression->id) < std::pair(other.isPlace, other.expression->id);
}

bool FreshHandles::contains(Expr value) const { return classOf({withoutConversions(value), false}).has_value(); }

std::optional<unsigned> FreshHandles::classOf(const Name &name) const {
  const auto found = classes_.find(name);
  return found == classes_.end() ? std::nullopt : std::optional(found->second);
}

void FreshHandles::forget(const std::function<bool(const Name &)> &isForgotten) {
  std::erase_if(classes_, [&](const auto &entry) { return isForgotten(entry.first); });
}

void FreshHandles::addTo(const Name &name, unsigned ofClass) { classes_[name] = ofClass; }

/// Classes are numbered by their first name, so that equal states are equal.
void FreshHandles::merge(const FreshHandles &other) {
  std::erase_if(classes_, [&](const auto &entry) { return !other.classes_.contains(entry.first); });
  std::vector<std::pair<unsigned, unsigned>> of; // the two classes of each name
  for (const auto &[name, ofClass] : classes_)
    of.emplace_back(ofClass, other.classes_.at(name));
  std::vector<unsigned> united(of.size());
  for (std::size_t i = 0; i < of.size(); ++i)
    united[i] = static_cast<unsigned>(i);
  for (std::size_t i = 0; i < of.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (of[i].first == of[j].first || of[i].second == of[j].second) {
        const auto [least, most] = std::minmax({united[i], united[j]}); // copies: std::replace takes references
        std::replace(united.begin(), united.end(), most, least);
      }
  auto next = united.begin();
  for (auto &[name, ofClass] : classes_)
    ofClass = *next++;
}

/// The analysis of one automaton.
class HandleFlow {
public:
  using Name = FreshHandles::Name;

  HandleFlow(const Program &program, CfaId id, const PrivateObjects &objects)
      : program_(program), id_(id), cfa_(program.cfas[id]), objects_(objects), at_(cfa_.locations.size()) {}

  void run(const std::function<void(CfaId, const Instruction &, const FreshHandles &)> &visit) {
    std::vector<LocationId> open{cfa_.entry};
    at_[cfa_.entry].emplace();
    while (!open.empty()) {
      const LocationId location = open.back();
      open.pop_back();
      for (const ActionId id : cfa_.outgoing[location]) {
        const Action &action = cfa_.actions[id];
        FreshHandles fresh = follow(action, nullptr);
        std::optional<FreshHandles> &next = at_[action.to];
        if (next) {
          fresh.merge(*next);
          if (fresh == *next)
            continue;
        } else {
          fresh.merge(FreshHandles(fresh)); // numbers the classes
        }
        next = std::move(fresh);
        open.push_back(action.to);
      }
    }
    for (const Action &action : cfa_.actions)
      if (at_[action.from])
        follow(action, &visit);
  }

private:
  FreshHandles follow(const Action &action,
                      const std::function<void(CfaId, const Instruction &, const FreshHandles &)> *visit) const {
    FreshHandles fresh = *at_[action.from];
    for (const Instruction &instruction : action.instructions) {
      if (visit != nullptr)
        (*visit)(id_, instruction, fresh);
      execute(fresh, instruction.operation);
    }
    return fresh;
  }

  void execute(FreshHandles &fresh, const Operation &operation) const {
    if (const Expr handle = releasedBy(operation))
      if (const auto released = fresh.classOf({withoutConversions(handle), false}))
        std::erase_if(fresh.classes_, [&](const auto &entry) { return entry.second == *released; });
    if (const auto *store = std::get_if<Store>(&operation))
      return write(fresh, *store);
    if (const auto *release = std::get_if<Free>(&operation)) {
      const Base base = objects_.baseOf(id_, release->address);
      fresh.forget([&](const Name &name) { return name.isPlace && objects_.baseOf(id_, name.expression) == base; });
    }
    const RegisterId target = writtenRegister(operation);
    if (target == noRegister)
      return;
    const std::optional<unsigned> ofClass = valueOf(fresh, operation);
    fresh.forget([&](const Name &name) { return uses(name.expression, target); });
    if (ofClass)
      fresh.addTo({program_.expressions->reg(target, cfa_.registers[target].width), false}, *ofClass);
  }

  /// The class of the handle that the operation writes to its register.
  std::optional<unsigned> valueOf(const FreshHandles &fresh, const Operation &operation) const {
    if (const auto *load = std::get_if<Load>(&operation); load != nullptr && load->width == program_.pointers.width)
      return fresh.classOf({load->address, true});
    if (const auto *assign = std::get_if<Assign>(&operation))
      return fresh.classOf({withoutConversions(assign->value), false});
    const auto *spawn = std::get_if<Spawn>(&operation);
    if (spawn == nullptr || detachesItself(program_.cfas[spawn->cfa]))
      return std::nullopt;
    unsigned unused = 0;
    for (const auto &[name, ofClass] : fresh.classes_)
      unused = std::max(unused, ofClass + 1);
    return unused;
  }

  void write(FreshHandles &fresh, const Store &store) const {
    const Base base = objects_.baseOf(id_, store.address);
    if (!base.isKnown())
      return; // such a pointer reaches nothing private
    fresh.forget([&](const Name &name) {
      return name.isPlace && objects_.baseOf(id_, name.expression) == base && !areDisjoint(name.expression, store);
    });
    const std::optional<unsigned> ofClass = fresh.classOf({withoutConversions(store.value), false});
    if (ofClass && store.value->width == program_.pointers.width && objects_.isPrivate(id_, store.address))
      fresh.addTo({store.address, true}, *ofClass);
  }

  /// Whether the handle at the place and what is stored have no byte in common, because they are at different constant
  /// distances from the same address.
  bool areDisjoint(Expr place, const Store &store) const {
    ExprPool &pool = *program_.expressions;
    const Expr distance = pool.sub(place, store.address);
    if (!distance->isConstant())
      return false;
    const Bits handle = program_.pointers.width / 8;
    const Bits stored = store.value->width / 8;
    const Bits back = pool.sub(store.address, place)->value;
    return distance->value >= stored && back >= handle;
  }

  const Program &program_;
  CfaId id_;
  const Cfa &cfa_;
  const PrivateObjects &objects_;
  std::vector<std::optional<FreshHandles>> at_; // nothing: not reached
};

bool mayStartAfterRelease(const Program &program) {
  const auto releases = [](const Cfa &cfa) { return has<Join>(cfa) || has<Detach>(cfa); };
  bool othersStart = false;
  for (CfaId cfa = 1; cfa < program.cfas.size(); ++cfa) {
    if (releases(program.cfas[cfa]))
      return true;
    othersStart = othersStart || has<Spawn>(program.cfas[cfa]);
  }
  const Cfa &main = program.cfas[0];
  if (!releases(main) || othersStart)
    return releases(main);
  std::vector<bool> isAfter(main.locations.size());
  std::vector<LocationId> pending;
  const auto reach = [&](LocationId location) {
    if (!isAfter[location])
      pending.push_back(location);
    isAfter[location] = true;
  };
  for (const Action &action : main.actions) {
    const auto &all = action.instructions;
    const auto first = std::find_if(all.begin(), all.end(), [](const Instruction &instruction) {
      return releasedBy(instruction.operation) != nullptr;
    });
    if (std::any_of(first, all.end(), [](const Instruction &instruction) {
          return std::holds_alternative<Spawn>(instruction.operation);
        }))
      return true;
    if (first != all.end())
      reach(action.to);
  }
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    for (const ActionId id : main.outgoing[at]) {
      if (has<Spawn>(main.actions[id]))
        return true;
      reach(main.actions[id].to);
    }
  }
  return false;
}

void forEachInstruction(const Program &program,
                        const std::function<void(CfaId, const Instruction &, const FreshHandles &)> &visit) {
  const PrivateObjects objects(program);
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    HandleFlow(program, cfa, objects).run(visit);
}

bool mayUseReleasedHandles(const Program &program) {
  if (!mayStartAfterRelease(program))
    return false;
  bool result = false;
  forEachInstruction(program, [&](CfaId cfa, const Instruction &instruction, const FreshHandles &fresh) {
    const Expr handle = releasedBy(instruction.operation);
    const bool isOwn = std::holds_alternative<Detach>(instruction.operation) && isOwnHandle(program.cfas[cfa], handle);
    result = result || (handle != nullptr && !isOwn && !fresh.contains(handle));
  });
  return result;
}

} // namespace heddle::program
