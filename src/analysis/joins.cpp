#include "analysis/joins.hpp"

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
      : program_(program), cfa_(program.cfas[0]), registers_(cfa_.registers.size(), Value{}),
        isTaken_(cfa_.actions.size(), false) {
    findOwnObjects(pointsTo);
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

  const std::vector<bool> &course() const { return isTaken_; }

private:
  enum class Result : std::uint8_t { Continues, Ended, Failed };

  /// The static objects that no other thread may write, and the sites of main's objects that one may write.
  void findOwnObjects(const PointsTo &pointsTo) {
    isOwn_.assign(program_.objects.size(), true);
    for (program::CfaId id = 1; id < program_.cfas.size(); ++id)
      for (const program::Action &action : program_.cfas[id].actions)
        for (const program::Instruction &instruction : action.instructions) {
          const auto *store = std::get_if<program::Store>(&instruction.operation);
          if (store == nullptr)
            continue;
          for (const Region &region : pointsTo.regions(id, store->address, store->value->width / 8U)) {
            if (region.kind == Region::Kind::Anywhere)
              isOwn_.assign(program_.objects.size(), false);
            else if (region.kind == Region::Kind::Object)
              isOwn_[region.id] = false;
          }
          for (const Target target : pointsTo.targets(id, store->address))
            if (!pointsTo.isStatic(target.object) && pointsTo.creatorOf(target.object) == 0)
              sharedSites_.insert(pointsTo.siteOf(target.object));
        }
  }

  /// Takes the first action that is enabled.
  std::optional<program::LocationId> step(program::LocationId at) {
    for (const program::ActionId id : cfa_.outgoing[at]) {
      const std::vector<Known> before = registers_;
      bool isEnabled = true;
      for (const program::Instruction &instruction : cfa_.actions[id].instructions) {
        if (++instructions_ > mostInstructions)
          result_ = Result::Failed;
        if (const auto *guard = std::get_if<program::Guard>(&instruction.operation)) {
          const Known holds = evaluate(guard->condition);
          if (!holds) {
            result_ = Result::Failed;
            return std::nullopt;
          }
          isEnabled = holds->number != 0;
          if (!isEnabled)
            break;
          continue;
        }
        std::visit([this](const auto &operation) { execute(operation); }, instruction.operation);
        if (result_ != Result::Continues) {
          isTaken_[id] = true;
          return std::nullopt;
        }
      }
      if (isEnabled) {
        isTaken_[id] = true;
        return cfa_.actions[id].to;
      }
      registers_ = before; // nothing else precedes a Guard
    }
    result_ = Result::Failed; // waits for another thread
    return std::nullopt;
  }

  void execute(const program::Assign &assign) { registers_[assign.target] = evaluate(assign.value); }
  void execute(const program::Havoc &havoc) { registers_[havoc.target] = std::nullopt; }
  void execute(const program::Load &load) {
    const Known value = read(evaluate(load.address), load.width / 8U);
    registers_[load.target] = value ? resized(*value, load.width, cfa_.registers[load.target].width) : std::nullopt;
  }
  void execute(const program::Store &store) {
    const Known address = evaluate(store.address);
    if (!address || address->isHandle) {
      result_ = Result::Failed;
      return;
    }
    const unsigned bytes = store.value->width / 8U;
    const ObjectId object = program_.pointers.object(address->number);
    const std::uint64_t offset = program_.pointers.offset(address->number);
    for (auto cell = firstOverlapping(object, offset, bytes); cell != memory_.end();
         cell = firstOverlapping(object, offset, bytes))
      memory_.erase(cell);
    memory_[{object, offset}] = {bytes, evaluate(store.value)};
  }
  void execute(const program::Allocate &allocate) {
    const ObjectId id = nextObject_++;
    if (allocate.zeroed)
      zeroed_.insert(id);
    if (sharedSites_.contains(allocate.site))
      shared_.insert(id);
    registers_[allocate.target] = Value{program_.pointers.pointer(id), false};
  }
  void execute(const program::ObjectSize &query) { registers_[query.target] = std::nullopt; }
  void execute(const program::Spawn &spawn) { registers_[spawn.target] = Value{started_++, true}; }
  void execute(const program::Join &join) {
    settle(evaluate(join.thread));
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
    if (firstOverlapping(object, offset, bytes) != memory_.end())
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
  const program::Cfa &cfa_;
  std::vector<Known> registers_;
  std::vector<bool> isTaken_; // by action
  std::vector<bool> isOwn_;   // by static object
  std::set<program::SiteId> sharedSites_;
  std::set<ObjectId> shared_; // objects of these sites
  Memory memory_;
  std::set<ObjectId> zeroed_;
  ObjectId nextObject_ = static_cast<ObjectId>(program_.objects.size());
  program::Bits started_ = 0;
  std::set<program::Bits> settled_;
  std::size_t instructions_ = 0;
  Result result_ = Result::Continues;
};

} // namespace

std::optional<std::vector<bool>> courseOfMain(const program::Program &program, const PointsTo &pointsTo) {
  for (program::CfaId id = 1; id < program.cfas.size(); ++id)
    for (const program::Action &action : program.cfas[id].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (std::holds_alternative<program::Join>(instruction.operation) ||
            std::holds_alternative<program::Detach>(instruction.operation))
          return std::nullopt;
  Main main(program, pointsTo);
  if (!main.run())
    return std::nullopt;
  return main.course();
}

bool joinsAreValid(const program::Program &program, const PointsTo &pointsTo) {
  return courseOfMain(program, pointsTo).has_value();
}

} // namespace heddle::analysis
