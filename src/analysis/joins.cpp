#include "analysis/joins.hpp"

#include "analysis/detour.hpp"
#include "support/bytes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>
#include <vector>

namespace heddle::analysis {

using program::Expr;
using program::ExprKind;
using program::ObjectId;

namespace {

constexpr std::size_t mostInstructions = 1'000'000;
constexpr unsigned handleWidth = 32;

/// A number, or the handle of the n-th thread that main has started, of which only the identity is known. The address
/// of an allocated object is a number, of which only the object and the offset are used: where the object is in memory
/// differs between executions.
struct Value {
  program::Bits number = 0;
  bool isHandle = false;
};
using Known = std::optional<Value>;

class Main {
public:
  Main(const program::Program &program, const PointsTo &pointsTo)
      : program_(program), pointsTo_(pointsTo), cfa_(program.cfas[0]), registers_(cfa_.registers.size(), Value{}) {
    course_.isTaken.assign(cfa_.actions.size(), false);
    findOwnObjects();
    if (cfa_.self != program::noRegister)
      registers_[cfa_.self] = Value{1, false};
  }

  bool run() {
    program::LocationId at = cfa_.entry;
    while (result_ == Result::Continues) {
      if (++instructions_ > mostInstructions) // an endless loop may have no instructions
        return false;
      const std::optional<program::LocationId> next = step(at);
      if (!next)
        break;
      at = *next;
    }
    return result_ == Result::Ended;
  }

  MainCourse takeCourse() {
    for (const program::Instruction *const instruction : elsewhere_)
      course_.accesses.erase(instruction);
    return std::move(course_);
  }

private:
  enum class Result : std::uint8_t { Continues, Ended, Failed };

  /// The static objects that no other thread may write, and the sites of main's objects that one may write.
  void findOwnObjects() {
    isOwn_.assign(program_.objects.size(), true);
    for (program::CfaId id = 1; id < program_.cfas.size(); ++id)
      for (const program::Action &action : program_.cfas[id].actions)
        for (const program::Instruction &instruction : action.instructions) {
          const auto *store = std::get_if<program::Store>(&instruction.operation);
          if (store == nullptr)
            continue;
          for (const Region &region : pointsTo_.regions(id, store->address, store->value->width / 8U)) {
            if (region.kind == Region::Kind::Anywhere)
              isOwn_.assign(program_.objects.size(), false);
            else if (region.kind == Region::Kind::Object)
              isOwn_[region.id] = false;
          }
          for (const Target target : pointsTo_.targets(id, store->address))
            if (!pointsTo_.isStatic(target.object) && pointsTo_.creatorOf(target.object) == 0)
              sharedSites_.insert(pointsTo_.siteOf(target.object));
        }
  }

  /// Takes the first action that is enabled, or all that may be.
  std::optional<program::LocationId> step(program::LocationId at) {
    std::vector<program::ActionId> possible;
    for (const program::ActionId id : cfa_.outgoing[at]) {
      const std::optional<bool> enabled = isEnabled(cfa_.actions[id]);
      if (enabled == std::optional(true) && possible.empty())
        return take(id);
      if (enabled != std::optional(false))
        possible.push_back(id);
    }
    if (!possible.empty())
      return takeDetour(possible);
    result_ = Result::Failed; // waits for another thread
    return std::nullopt;
  }

  /// Whether all guards hold, if that is known.
  std::optional<bool> isEnabled(const program::Action &action) {
    const auto isGuard = [](const program::Instruction &instruction) {
      return std::holds_alternative<program::Guard>(instruction.operation);
    };
    const auto end = std::find_if(action.instructions.rbegin(), action.instructions.rend(), isGuard).base();
    if (end == action.instructions.begin())
      return true;
    const std::vector<Known> before = registers_;
    std::optional<bool> result = true;
    for (auto instruction = action.instructions.begin(); instruction != end && result != std::optional(false);
         ++instruction) {
      ++instructions_;
      if (const auto *guard = std::get_if<program::Guard>(&instruction->operation)) {
        const Known holds = evaluate(guard->condition);
        if (!holds)
          result.reset();
        else if (holds->number == 0)
          result = false;
      } else if (const program::RegisterId reg = program::writtenRegister(instruction->operation);
                 reg != program::noRegister) { // nothing else precedes a Guard
        instruction_ = &*instruction;
        std::visit([this](const auto &operation) { execute(operation); }, instruction->operation);
      }
    }
    registers_ = before;
    return result;
  }

  std::optional<program::LocationId> take(program::ActionId id) {
    course_.isTaken[id] = true;
    for (const program::Instruction &instruction : cfa_.actions[id].instructions) {
      if (++instructions_ > mostInstructions)
        result_ = Result::Failed;
      instruction_ = &instruction;
      std::visit([this](const auto &operation) { execute(operation); }, instruction.operation);
      if (result_ != Result::Continues)
        return std::nullopt;
    }
    return cfa_.actions[id].to;
  }

  /// The branch is not decided: what may be assigned and stored until the ways meet is unknown afterwards.
  std::optional<program::LocationId> takeDetour(const std::vector<program::ActionId> &possible) {
    const auto [entry, isNew] = detours_.try_emplace(possible);
    if (isNew)
      entry->second = detourBy(cfa_, possible);
    const std::optional<Detour> &detour = entry->second;
    if (!detour) {
      result_ = Result::Failed;
      return std::nullopt;
    }
    for (const program::ActionId id : detour->actions) {
      course_.isTaken[id] = true;
      for (const program::Instruction &instruction : cfa_.actions[id].instructions) {
        ++instructions_;
        if (const program::RegisterId reg = program::writtenRegister(instruction.operation); reg != program::noRegister)
          registers_[reg] = std::nullopt;
        elsewhere_.insert(&instruction);
        if (const auto *store = std::get_if<program::Store>(&instruction.operation))
          for (const Region &region : pointsTo_.regions(0, store->address, store->value->width / 8U))
            forget(region);
      }
    }
    if (!detour->end)
      result_ = Result::Ended;
    return detour->end;
  }

  void execute(const program::Assign &assign) { registers_[assign.target] = evaluate(assign.value); }
  void execute(const program::Havoc &havoc) { registers_[havoc.target] = std::nullopt; }
  void execute(const program::Load &load) {
    const Known address = evaluate(load.address);
    note(load.access, address);
    const Known value = read(address, load.width / 8U);
    registers_[load.target] = value ? resized(*value, load.width, cfa_.registers[load.target].width) : std::nullopt;
  }
  void execute(const program::Store &store) {
    const Known address = evaluate(store.address);
    note(store.access, address);
    const unsigned bytes = store.value->width / 8U;
    if (!address || address->isHandle) {
      for (const Region &region : pointsTo_.regions(0, store.address, bytes))
        forget(region);
      return;
    }
    const ObjectId object = program_.pointers.object(address->number);
    const std::uint64_t offset = program_.pointers.offset(address->number);
    for (auto cell = firstOverlapping(object, offset, bytes); cell != memory_.end();
         cell = firstOverlapping(object, offset, bytes))
      memory_.erase(cell);
    memory_[{object, offset}] = {bytes, evaluate(store.value)};
  }
  void execute(const program::Allocate &allocate) {
    const ObjectId id = nextObject_++;
    sites_.push_back(allocate.site);
    if (allocate.zeroed)
      zeroed_.insert(id);
    if (sharedSites_.contains(allocate.site))
      shared_.insert(id);
    registers_[allocate.target] = Value{program_.pointers.pointer(id), false};
  }
  void execute(const program::ObjectSize &query) { registers_[query.target] = std::nullopt; }
  void execute(const program::Spawn &spawn) {
    const Known argument = evaluate(spawn.argument);
    MainCourse::Thread thread{.cfa = spawn.cfa, .argument = std::nullopt, .start = ++time_};
    if (argument && !argument->isHandle)
      thread.argument = argument->number;
    registers_[spawn.target] = Value{course_.threads.size(), true};
    course_.threads.push_back(thread);
  }
  void execute(const program::Join &join) {
    const Known handle = evaluate(join.thread);
    settle(handle);
    if (result_ != Result::Failed)
      course_.threads[static_cast<std::size_t>(handle->number)].end = ++time_;
    if (join.target != program::noRegister)
      registers_[join.target] = std::nullopt;
  }
  void execute(const program::Detach &detach) { settle(evaluate(detach.thread)); }
  void execute(const program::EndThread &) { result_ = Result::Ended; }
  void execute(const program::EndProgram &) { result_ = Result::Ended; }
  void execute(const program::Halt &) { result_ = Result::Ended; }
  // If one of these fails, main stops, and joins no thread any more.
  void execute(const program::Assume &) {}
  void execute(const program::Check &) {}
  void execute(const program::Free &) {}
  void execute(const program::Fence &) {}
  void execute(const program::AtomicBegin &) {}
  void execute(const program::Guard &) {}
  void execute(const program::Sync &) {}

  /// The thread is joined or detached, which is valid once.
  void settle(const Known &handle) {
    if (!handle || !handle->isHandle || !settled_.insert(handle->number).second)
      result_ = Result::Failed;
  }

  void note(const program::Access &access, const Known &address) {
    if (!access.shared)
      return;
    const ObjectId object = address && !address->isHandle ? program_.pointers.object(address->number) : 0;
    if (object == 0 || object >= nextObject_) {
      elsewhere_.insert(instruction_);
      return;
    }
    const AbstractObject abstract =
        object < program_.objects.size() ? object : pointsTo_.objectAt(sites_[object - program_.objects.size()], 0);
    course_.accesses[instruction_].push_back({abstract, program_.pointers.offset(address->number), time_});
  }

  struct Written {
    unsigned bytes = 0;
    Known value;
  };
  using Memory = std::map<std::pair<ObjectId, std::uint64_t>, Written>;

  /// The first written cell that shares bytes with the given ones.
  Memory::iterator firstOverlapping(ObjectId object, std::uint64_t offset, unsigned bytes) {
    constexpr std::uint64_t largest = 16;
    auto cell = memory_.lower_bound({object, offset - std::min(offset, largest)});
    for (; cell != memory_.end() && cell->first.first == object && cell->first.second < offset + bytes; ++cell)
      if (offset < cell->first.second + cell->second.bytes)
        return cell;
    return memory_.end();
  }

  void forget(const Region &region) {
    if (region.kind != Region::Kind::Site)
      return region.kind == Region::Kind::Object ? forget(region.id, region) : forgetAll();
    for (std::size_t i = 0; i < sites_.size(); ++i)
      if (sites_[i] == region.id)
        forget(static_cast<ObjectId>(program_.objects.size() + i), region);
  }
  void forget(ObjectId object, const Region &region) {
    std::erase_if(memory_, [&](const auto &cell) {
      const std::uint64_t begin = cell.first.second;
      return cell.first.first == object && begin < region.end && region.begin < begin + cell.second.bytes;
    });
    forgotten_.insert({object, {region.begin, region.end}});
  }
  void forgetAll() {
    for (ObjectId object = 0; object < nextObject_; ++object)
      forget(object, Region::anywhere());
  }
  /// Whether something unknown may have been stored there last, unless it is a written cell.
  bool isForgotten(ObjectId object, std::uint64_t offset, unsigned bytes) const {
    for (auto entry = forgotten_.lower_bound({object, {0, 0}}); entry != forgotten_.end() && entry->first == object;
         ++entry)
      if (offset < entry->second.second && entry->second.first < offset + bytes)
        return true;
    return false;
  }

  Known read(const Known &address, unsigned bytes) {
    if (!address || address->isHandle)
      return std::nullopt;
    const ObjectId object = program_.pointers.object(address->number);
    const std::uint64_t offset = program_.pointers.offset(address->number);
    const bool isStatic = object < program_.objects.size();
    if (isStatic ? !isOwn_[object] : shared_.contains(object))
      return std::nullopt;
    const auto exact = memory_.find({object, offset});
    if (exact != memory_.end() && exact->second.bytes == bytes)
      return exact->second.value;
    if (firstOverlapping(object, offset, bytes) != memory_.end() || isForgotten(object, offset, bytes))
      return std::nullopt;
    if (!isStatic)
      return zeroed_.contains(object) ? Known{Value{0, false}} : std::nullopt;
    const auto &initial = program_.objects[object].initial;
    if (!initial || offset > initial->size() || bytes > initial->size() - offset)
      return std::nullopt;
    return Value{support::fromLittleEndian(std::span(*initial).subspan(offset, bytes)), false};
  }

  static Known resized(Value value, unsigned from, unsigned to) {
    if (value.isHandle)
      return std::min(from, to) >= handleWidth ? Known{value} : std::nullopt;
    return Value{support::truncate(value.number, to), false};
  }

  /// A started thread's handle is neither zero nor that of main.
  static Known compareHandles(const Known &a, const Known &b) {
    if (!a || !b || (!a->isHandle && !b->isHandle))
      return std::nullopt;
    if (a->isHandle && b->isHandle)
      return Value{a->number == b->number ? program::Bits{1} : program::Bits{0}, false};
    return (a->isHandle ? *b : *a).number <= 1 ? Known{Value{0, false}} : std::nullopt;
  }

  /// Of a handle only its identity is known, which survives conversions that keep its 32 bits.
  Known evaluate(Expr e) {
    std::map<Expr, Known> known;
    return evaluate(e, known);
  }

  /// `known` has the values of parts, which an expression may share.
  Known evaluate(Expr e, std::map<Expr, Known> &known) {
    if (e->isConstant())
      return Value{e->value, false};
    if (e->isRegister())
      return registers_[e->index];
    const auto [entry, isNew] = known.try_emplace(e);
    if (isNew)
      entry->second = compute(e, known);
    return entry->second;
  }

  Known compute(Expr e, std::map<Expr, Known> &parts) {
    const unsigned arity = program::arity(e->kind);
    std::array<Known, 3> arguments{};
    for (unsigned i = 0; i < arity; ++i)
      arguments[i] = evaluate(e->args[i], parts);
    if (e->kind == ExprKind::Eq)
      if (const Known known = compareHandles(arguments[0], arguments[1]))
        return known;
    std::array<program::Bits, 3> values{};
    std::array<unsigned, 3> widths{};
    bool hasAddress = false;
    for (unsigned i = 0; i < arity; ++i) {
      const Known &argument = arguments[i];
      if (!argument)
        return std::nullopt;
      if (argument->isHandle) {
        const bool keeps = e->kind == ExprKind::ZExt || (e->kind == ExprKind::Extract && e->index == 0);
        return keeps ? resized(*argument, e->args[i]->width, e->width) : std::nullopt;
      }
      hasAddress = hasAddress || isAllocated(*argument, e->args[i]->width);
      values[i] = argument->number;
      widths[i] = e->args[i]->width;
    }
    if (hasAddress && e->kind != ExprKind::Ite &&
        !dependsOnOffsetsOnly(e, *arguments[0], arguments[1].value_or(Value{})))
      return std::nullopt;
    return Value{program::apply(e->kind, e->width, e->index, values, widths), false};
  }

  /// Whether the number is, or looks like, the address of an object that main has allocated.
  bool isAllocated(const Value &value, unsigned width) const {
    const ObjectId object = program_.pointers.object(value.number);
    return !value.isHandle && width == program_.pointers.width && object >= program_.objects.size() &&
           object < nextObject_;
  }

  /// Whether the result, with an address of an allocated object among the operands, is the same wherever the objects
  /// are: an address of the same object, a comparison or the distance of two of these, or whether two are equal.
  bool dependsOnOffsetsOnly(Expr e, const Value &a, const Value &b) const {
    const program::PointerLayout &layout = program_.pointers;
    const bool isBased = isAllocated(a, e->args[0]->width);
    switch (e->kind) {
    case ExprKind::Eq: // an object has an id below `nextObject_`; other numbers may coincide with an address
      return layout.object(a.number) < nextObject_ && layout.object(b.number) < nextObject_;
    case ExprKind::Add: {
      const Value &base = isBased ? a : b;
      const Value &distance = isBased ? b : a;
      return !isAllocated(distance, e->width) &&
             layout.object(support::truncate(a.number + b.number, e->width)) == layout.object(base.number);
    }
    case ExprKind::Sub:
      if (isAllocated(b, e->width))
        return layout.object(a.number) == layout.object(b.number);
      return layout.object(support::truncate(a.number - b.number, e->width)) == layout.object(a.number);
    case ExprKind::Ult:
    case ExprKind::Ule:
    case ExprKind::Slt:
    case ExprKind::Sle:
      return layout.object(a.number) == layout.object(b.number);
    case ExprKind::And: // the offset, if the other operand has no bits above it
      return layout.object(isBased ? b.number : a.number) == program::nullObject;
    default:
      return false;
    }
  }

  const program::Program &program_;
  const PointsTo &pointsTo_;
  const program::Cfa &cfa_;
  std::vector<Known> registers_;
  MainCourse course_;
  std::set<const program::Instruction *> elsewhere_; // accesses whose places are not known
  const program::Instruction *instruction_ = nullptr;
  std::uint64_t time_ = 0;
  std::vector<bool> isOwn_; // by static object
  std::set<program::SiteId> sharedSites_;
  std::set<ObjectId> shared_; // objects of these sites
  Memory memory_;
  std::set<std::pair<ObjectId, std::pair<std::uint64_t, std::uint64_t>>> forgotten_; // bytes from the first on
  std::map<std::vector<program::ActionId>, std::optional<Detour>> detours_;          // by its first actions
  std::vector<program::SiteId> sites_; // of the objects that were allocated
  std::set<ObjectId> zeroed_;
  ObjectId nextObject_ = static_cast<ObjectId>(program_.objects.size());
  std::set<program::Bits> settled_;
  std::size_t instructions_ = 0;
  Result result_ = Result::Continues;
};

} // namespace

std::optional<MainCourse> courseOfMain(const program::Program &program, const PointsTo &pointsTo) {
  for (program::CfaId id = 0; id < program.cfas.size(); ++id)
    for (const program::Action &action : program.cfas[id].actions)
      for (const program::Instruction &instruction : action.instructions) {
        const auto *spawn = std::get_if<program::Spawn>(&instruction.operation);
        const bool settles = std::holds_alternative<program::Join>(instruction.operation) ||
                             std::holds_alternative<program::Detach>(instruction.operation);
        if ((id != 0 && settles) || (spawn != nullptr && spawn->cfa == 0)) // main may be a thread function, too
          return std::nullopt;
      }
  Main main(program, pointsTo);
  if (!main.run())
    return std::nullopt;
  return main.takeCourse();
}

bool joinsAreValid(const program::Program &program, const PointsTo &pointsTo) {
  return courseOfMain(program, pointsTo).has_value();
}

} // namespace heddle::analysis
