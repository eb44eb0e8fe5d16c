#include "frontend/emitter.hpp"

#include <fmt/format.h>

#include <cassert>

namespace heddle::frontend {

using namespace program;

Emitter::Emitter(Program &program, ActionBudget &budget, std::string name) : program_(program), budget_(budget) {
  cfa_.name = std::move(name);
  cfa_.entry = newLocation();
  cfa_.exit = newLocation();
  cfa_.self = newRegister("self", 32);
  here_ = cfa_.entry;
}

// ---- position --------------------------------------------------------------------------------------

void Emitter::moveTo(Point point) {
  here_ = point.location;
  depth_ = point.depth;
}

void Emitter::continueAt(const std::vector<Point> &points) {
  assert(points.size() <= 1 && "the paths have met");
  setUnreachable();
  if (!points.empty())
    moveTo(points.front());
}

std::vector<Point> Emitter::reachablePoints() const {
  return isUnreachable() ? std::vector<Point>{} : std::vector<Point>{here()};
}

LocationId Emitter::newLocation() { return cfa_.addLocation({depth_ > 0, span_}); }

// ---- actions ---------------------------------------------------------------------------------------

void Emitter::emit(Operation operation) {
  if (isUnreachable())
    return;
  const LocationId target = newLocation();
  std::vector<Operation> operations;
  operations.push_back(std::move(operation));
  emitTo(target, std::move(operations));
  if (!isUnreachable())
    here_ = target;
}

void Emitter::emitTo(LocationId target, std::vector<Operation> operations) {
  if (isUnreachable())
    return;
  Action action{here_, target, {}};
  budget_.count();
  if (budget_.isExceeded()) {
    action.to = cfa_.exit;
    action.instructions.push_back(
        {Halt{HaltReason::Resource, fmt::format("inlining adds more than {} actions", budget_.limit)}, span_});
    cfa_.addAction(std::move(action));
    setUnreachable();
    return;
  }
  for (Operation &operation : operations)
    action.instructions.push_back({std::move(operation), span_});
  cfa_.addAction(std::move(action));
}

void Emitter::emitLast(Operation operation) {
  std::vector<Operation> operations;
  operations.push_back(std::move(operation));
  emitTo(cfa_.exit, std::move(operations));
  setUnreachable();
}

void Emitter::unsupported(const std::string &what) { emitLast(Halt{HaltReason::Unsupported, what}); }

void Emitter::markGoal(const std::string &what) {
  emit(Check{pool().boolean(false), Property::Vacuity, what, AfterFailure::Continue});
}

void Emitter::markEnd(const std::string &function) {
  const bool isReached = !isUnreachable();
  if (!isReached)
    moveTo({newLocation(), 0});
  markGoal("the end of " + function);
  if (!isReached)
    setUnreachable();
}

void Emitter::branch(Expr condition, const std::function<void()> &whenTrue, const std::function<void()> &whenFalse) {
  if (isUnreachable())
    return;
  if (condition->isConstant()) {
    condition->isTrue() ? whenTrue() : whenFalse();
    return;
  }
  const Point origin = here();
  const SourceSpan span = span_;
  const auto take = [&](Expr guard, const std::function<void()> &continuation) {
    moveTo(origin);
    span_ = span;
    emit(Guard{guard});
    if (!isUnreachable())
      continuation();
  };
  take(condition, whenTrue);
  take(pool().negate(condition), whenFalse);
}

void Emitter::beginAtomic() {
  if (isUnreachable())
    return;
  ++depth_;
  if (depth_ == 1)
    emit(AtomicBegin{});
}

/// The position after the end must not be atomic: other threads may run from there on.
void Emitter::endAtomic() {
  if (isUnreachable() || depth_ == 0)
    return;
  --depth_;
  if (depth_ > 0)
    return;
  const LocationId outside = newLocation();
  emitTo(outside);
  if (!isUnreachable())
    here_ = outside;
}

// ---- registers and expressions ---------------------------------------------------------------------

RegisterId Emitter::newRegister(std::string name, unsigned width, TypeId type, bool isVariable) {
  assert(width > 0 && width <= support::maxWidth && "a register needs a width that the model has");
  if (!instructionRegisters_)
    return cfa_.addRegister({std::move(name), width, type, isVariable});
  std::vector<RegisterId> &known = *instructionRegisters_;
  if (registersUsed_ == known.size())
    known.push_back(cfa_.addRegister({std::move(name), width, type, isVariable}));
  assert(cfa_.registers[known[registersUsed_]].width == width && "an instruction is lowered the same way each time");
  return known[registersUsed_++];
}

Emitter::InstructionScope::InstructionScope(Emitter &emitter, std::vector<RegisterId> &registers)
    : emitter_(emitter), outerRegisters_(emitter.instructionRegisters_), outerUsed_(emitter.registersUsed_) {
  emitter_.instructionRegisters_ = &registers;
  emitter_.registersUsed_ = 0;
}

Emitter::InstructionScope::~InstructionScope() {
  emitter_.instructionRegisters_ = outerRegisters_;
  emitter_.registersUsed_ = outerUsed_;
}

Expr Emitter::reg(RegisterId id) const { return pool().reg(id, cfa_.registers[id].width); }

Expr Emitter::havoc(unsigned width, InputKind kind, const std::string &name) {
  const RegisterId target = newRegister(name, width);
  emit(Havoc{target, 0, support::mask(width), kind, name});
  return reg(target);
}

Expr Emitter::materialise(Expr value, const std::string &name) {
  return value->isConstant() || value->isRegister() ? value : copy(value, name);
}

Expr Emitter::copy(Expr value, const std::string &name) {
  const RegisterId target = newRegister(name, value->width);
  emit(Assign{target, value});
  return reg(target);
}

Expr Emitter::constant(Bits value, unsigned width) const {
  return pool().constant(support::truncate(value, width), width);
}

Expr Emitter::isNonzero(Expr value) const { return pool().ne(value, constant(0, value->width)); }

Expr Emitter::signedToPointerWidth(Expr value) const {
  return value->width < pointerWidth() ? pool().sext(value, pointerWidth()) : pool().resize(value, pointerWidth());
}

// ---- memory ----------------------------------------------------------------------------------------

Access Emitter::access(MemoryOrder order, bool isVolatile) const {
  Access result;
  result.order = order == MemoryOrder::Plain && depth_ > 0 ? MemoryOrder::SequentiallyConsistent : order;
  result.isVolatile = isVolatile;
  return result;
}

Expr Emitter::load(Expr address, unsigned bits, Access access) {
  const RegisterId target = newRegister(temporaryName(), bits);
  emit(Load{target, address, static_cast<std::uint16_t>(bits), access});
  return reg(target);
}

void Emitter::store(Expr address, Expr value, Access access) {
  emit(Store{address, pool().zext(value, (value->width + 7) / 8 * 8), access});
}

void Emitter::compareExchange(const CompareExchange &exchange) {
  if (isUnreachable())
    return;
  const Point origin = here();
  const LocationId after = newLocation();
  increaseDepth();
  const LocationId between = newLocation();
  decreaseDepth();
  const auto bits = static_cast<std::uint16_t>(registerOf(exchange.old).width);
  emitTo(between, {Load{exchange.old, exchange.address, bits, exchange.success}, Guard{exchange.succeeds}});
  if (isUnreachable())
    return;
  moveTo(between);
  emitTo(after, {Store{exchange.address, exchange.desired, exchange.success}});
  moveTo(origin);
  emitTo(after,
         {Load{exchange.old, exchange.address, bits, exchange.failure}, Guard{pool().negate(exchange.succeeds)}});
  moveTo(after);
}

Expr Emitter::allocate(Expr size, bool zeroed, AllocationSite site) {
  const RegisterId target = newRegister("&" + site.name, pointerWidth(), site.type);
  allocateInto(target, size, zeroed, std::move(site));
  return reg(target);
}

void Emitter::allocateInto(RegisterId target, Expr size, bool zeroed, AllocationSite site) {
  const Storage storage = site.storage;
  program_.sites.push_back(std::move(site));
  emit(Allocate{target, size, storage, zeroed, static_cast<SiteId>(program_.sites.size() - 1)});
}

void Emitter::freeLocal(RegisterId address) {
  emit(Free{reg(address), Storage::Stack, plainAccess()});
  emit(Assign{address, pointerConstant(0)});
}

// ---- the automaton as a whole ----------------------------------------------------------------------

RegisterId Emitter::addArgument() { return cfa_.argument = newRegister("argument", pointerWidth()); }

LocationId Emitter::beginPrologue() {
  const LocationId body = cfa_.entry;
  depth_ = 0;
  span_ = {};
  here_ = cfa_.entry = newLocation();
  return body;
}

void Emitter::insertBeforeEndThread(const std::vector<Operation> &operations) {
  for (Action &action : cfa_.actions) {
    if (action.instructions.empty() || !std::holds_alternative<EndThread>(action.instructions.back().operation))
      continue;
    for (const Operation &operation : operations)
      action.instructions.insert(action.instructions.end() - 1, {operation, action.instructions.back().span});
  }
}

// ---- meeting points --------------------------------------------------------------------------------

void MeetingPoints::arrive(Emitter &emitter) {
  if (emitter.isUnreachable())
    return;
  const Point here = emitter.here();
  const auto [entry, isNew] = byDepth_.try_emplace(here.depth, here.location);
  if (!isNew)
    emitter.emitTo(entry->second);
}

std::vector<Point> MeetingPoints::points() const {
  std::vector<Point> points;
  for (const auto &[depth, location] : byDepth_)
    points.push_back({location, depth});
  return points;
}

} // namespace heddle::frontend
