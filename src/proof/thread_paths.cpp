#include "proof/thread_paths.hpp"

#include <array>
#include <optional>
#include <unordered_map>

namespace heddle::proof {

using program::Bits;
using program::Expr;
using program::ExprKind;
using program::RegisterId;
using Kind = PathValue::Kind;

namespace {

constexpr std::size_t maxStates = 20'000;
/// Handles are small numbers: truncation to this many bits, and any extension, preserves them.
constexpr unsigned handleBits = 32;

class Paths {
public:
  Paths(const program::Cfa &cfa, const PathKnowledge &knowledge) : cfa_(cfa), knowledge_(knowledge) {}

  PathState start() const {
    PathState state;
    state.location = cfa_.entry;
    if (knowledge_.program != nullptr && cfa_.self != program::noRegister)
      set(state, cfa_.self, {.kind = Kind::OwnHandle});
    return state;
  }

  /// False if the thread cannot reach the end of the action.
  bool execute(const program::Action &action, PathState &state) const {
    for (const program::Instruction &instruction : action.instructions)
      if (!execute(instruction.operation, state))
        return false;
    state.location = action.to;
    if (knowledge_.ignoresCounts) {
      state.starts.clear();
      state.joins = 0;
    }
    if (knowledge_.cancelsStarts)
      cancelStarts(state);
    return true;
  }

private:
  static void cancelStarts(PathState &state) {
    for (; state.joins != 0 && !state.starts.empty(); --state.joins)
      if (const auto start = state.starts.begin(); --start->second == 0)
        state.starts.erase(start);
  }

  bool execute(const program::Operation &operation, PathState &state) const {
    if (const auto *guard = std::get_if<program::Guard>(&operation))
      return evaluate(state, guard->condition) != PathValue{.kind = Kind::Number};
    if (const auto *assign = std::get_if<program::Assign>(&operation)) {
      set(state, assign->target, evaluate(state, assign->value));
      return true;
    }
    if (const auto *load = std::get_if<program::Load>(&operation)) {
      set(state, load->target, valueAt(state, addressOf(state, load->address), load->width / 8U));
      return true;
    }
    if (const auto *allocate = std::get_if<program::Allocate>(&operation)) {
      // Only one object of a site is followed.
      const bool isOnly = knowledge_.program != nullptr && state.made.insert(allocate->site).second;
      set(state, allocate->target, {.kind = isOnly ? Kind::Place : Kind::Unknown, .site = allocate->site});
      return true;
    }
    if (const RegisterId target = program::writtenRegister(operation); target != program::noRegister)
      set(state, target, {});
    if (const auto *spawn = std::get_if<program::Spawn>(&operation)) {
      ++state.starts[spawn->cfa];
      set(state, spawn->target, {.kind = Kind::OtherHandle});
    } else if (std::holds_alternative<program::Join>(operation)) {
      ++state.joins;
    } else if (const auto *store = std::get_if<program::Store>(&operation)) {
      write(state, addressOf(state, store->address), store->value->width / 8U, evaluate(state, store->value));
    } else if (const auto *free = std::get_if<program::Free>(&operation)) {
      release(state, evaluate(state, free->address));
    }
    return true;
  }

  bool isCounter(RegisterId id) const { return knowledge_.counters != nullptr && (*knowledge_.counters)[id]; }

  void set(PathState &state, RegisterId id, const PathValue &value) const {
    const bool isFollowed = value.kind == Kind::Number ? isCounter(id) && value.number != 0
                                                       : value.isKnown() && knowledge_.program != nullptr;
    if (isFollowed)
      state.registers[id] = value;
    else
      state.registers.erase(id);
  }

  static PathState::Object objectOf(const PathValue &place) { return {place.object, place.site}; }

  PathValue valueAt(const PathState &state, const PathValue &address, std::uint64_t bytes) const {
    if (address.kind != Kind::Place)
      return {};
    const auto handle = state.handles.find({objectOf(address), static_cast<std::uint64_t>(address.number)});
    return {.kind = handle != state.handles.end() && handle->second == bytes ? Kind::OtherHandle : Kind::Unknown};
  }

  void write(PathState &state, const PathValue &address, std::uint64_t bytes, const PathValue &value) const {
    if (knowledge_.program == nullptr)
      return;
    if (address.kind != Kind::Place) {
      state.handles.clear();
      return;
    }
    const auto begin = static_cast<std::uint64_t>(address.number);
    std::erase_if(state.handles, [&](const auto &entry) {
      const auto &[object, offset] = entry.first;
      return object == objectOf(address) && offset < begin + bytes && begin < offset + entry.second;
    });
    // The objects that are followed were allocated by main.
    const Origin origin = address.object != program::nullObject ? Origin{.object = address.object}
                                                                : Origin{.site = address.site, .creator = 0};
    if (value.kind == Kind::OtherHandle && 8 * bytes >= handleBits && !knowledge_.writtenByOthers->contains(origin))
      state.handles[{objectOf(address), begin}] = bytes;
  }

  static void release(PathState &state, const PathValue &address) {
    if (address.kind != Kind::Place || address.object != program::nullObject || address.number != 0)
      return;
    state.made.erase(address.site);
    std::erase_if(state.handles, [&](const auto &entry) { return entry.first.first == objectOf(address); });
    // These pointers must not be taken for pointers to the next object of that site.
    std::erase_if(state.registers, [&](const auto &entry) {
      return entry.second.kind == Kind::Place && objectOf(entry.second) == objectOf(address);
    });
  }

  PathValue evaluate(const PathState &state, Expr expression) const {
    std::unordered_map<Expr, PathValue> done;
    const auto go = [&](const auto &self, Expr e) -> PathValue {
      if (e->isConstant())
        return {.kind = Kind::Number, .number = e->value};
      if (e->isRegister()) {
        const auto known = state.registers.find(e->index);
        if (known != state.registers.end())
          return known->second;
        return {.kind = isCounter(e->index) ? Kind::Number : Kind::Unknown};
      }
      if (const auto known = done.find(e); known != done.end())
        return known->second;
      std::array<PathValue, 3> args{};
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        args[i] = self(self, e->args[i]);
      const PathValue result = apply(e, args);
      done.emplace(e, result);
      return result;
    };
    return go(go, expression);
  }

  /// Decodes the address of a static object, which is a constant, into a place.
  PathValue addressOf(const PathState &state, Expr address) const {
    const PathValue value = evaluate(state, address);
    if (knowledge_.program == nullptr || value.kind != Kind::Number)
      return value;
    const program::ObjectId object = knowledge_.program->pointers.object(value.number);
    if (object == program::nullObject || object >= knowledge_.program->objects.size())
      return value;
    return {.kind = Kind::Place, .number = knowledge_.program->pointers.offset(value.number), .object = object};
  }

  static PathValue apply(Expr e, const std::array<PathValue, 3> &args) {
    const unsigned arity = program::arity(e->kind);
    std::array<Bits, 3> values{};
    std::array<unsigned, 3> widths{};
    bool areNumbers = true;
    for (unsigned i = 0; i < arity; ++i) {
      values[i] = args[i].number;
      widths[i] = e->args[i]->width;
      areNumbers = areNumbers && args[i].kind == Kind::Number;
    }
    if (areNumbers)
      return {.kind = Kind::Number, .number = program::apply(e->kind, e->width, e->index, values, widths)};
    const auto isHandle = [](const PathValue &v) { return v.kind == Kind::OwnHandle || v.kind == Kind::OtherHandle; };
    switch (e->kind) {
    case ExprKind::ZExt:
    case ExprKind::SExt:
      return isHandle(args[0]) ? args[0] : PathValue{};
    case ExprKind::Extract:
      return isHandle(args[0]) && e->index == 0 && e->width >= handleBits ? args[0] : PathValue{};
    case ExprKind::Eq:
      if (isHandle(args[0]) && isHandle(args[1]) && args[0].kind != args[1].kind)
        return {.kind = Kind::Number, .number = 0};
      return {};
    case ExprKind::Add:
    case ExprKind::Sub:
      return moved(e, args[0], args[1]);
    default:
      return {};
    }
  }

  static PathValue moved(Expr e, PathValue place, PathValue distance) {
    if (e->kind == ExprKind::Add && place.kind == Kind::Number)
      std::swap(place, distance);
    if (place.kind != Kind::Place || distance.kind != Kind::Number)
      return {};
    const support::SignedBits step = support::toSigned(distance.number, e->width);
    const support::SignedBits offset =
        static_cast<support::SignedBits>(place.number) + (e->kind == ExprKind::Add ? step : -step);
    if (offset < 0 || offset > maxOffset)
      return {};
    place.number = static_cast<Bits>(offset);
    return place;
  }

  static constexpr support::SignedBits maxOffset = 1 << 20;

  const program::Cfa &cfa_;
  const PathKnowledge &knowledge_;
};

} // namespace

bool forEachOnPaths(const program::Cfa &cfa, const PathKnowledge &knowledge, const VisitAction &visit) {
  const Paths paths(cfa, knowledge);
  PathState first = paths.start();
  std::set<PathState> seen{first};
  std::vector<PathState> pending{std::move(first)};
  while (!pending.empty()) {
    const PathState state = std::move(pending.back());
    pending.pop_back();
    for (const program::ActionId action : cfa.outgoing[state.location]) {
      PathState next = state;
      if (!paths.execute(cfa.actions[action], next))
        continue;
      visit(state, action, next);
      if (seen.size() == maxStates)
        return false;
      if (seen.insert(next).second)
        pending.push_back(std::move(next));
    }
  }
  return true;
}

} // namespace heddle::proof
