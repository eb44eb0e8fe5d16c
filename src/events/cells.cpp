// Nodes are resolved one by one, events in their order. The result has the invariant that order_graph.hpp relies on:
// each node has at most one read and one write of each cell. The initial content is a write of node 0, so that every
// read has a source.
#include "events/cells.hpp"

#include "events/guards.hpp"
#include "events/places.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

namespace heddle::events {

using program::Bits;
using program::ExprKind;

namespace {

class Resolver {
public:
  Resolver(UnwoundProgram &program, support::Cancellation &cancellation)
      : program_(program), pool_(*program.pool), cancellation_(cancellation) {}

  CellEvents run() {
    cutMemory();
    std::vector<std::vector<EventId>> byNode(program_.nodes.size());
    for (EventId event = 0; event < program_.events.size(); ++event)
      byNode[program_.events[event].node].push_back(event);
    for (NodeId node = 0; node < byNode.size() && !cancellation_.poll(); ++node)
      if (!byNode[node].empty())
        combine(node, byNode[node]);
    for (const Phantom &phantom : program_.phantoms)
      assign(phantom);
    writeInitialValues();
    return std::move(result_);
  }

private:
  /// The accesses of the current node to a cell so far.
  struct CellState {
    std::optional<std::size_t> read; // index into result_.reads
    struct Stored {
      Expr guard;
      Expr value;
    };
    std::vector<Stored> stores;
  };

  void cutMemory();
  void combine(NodeId node, const std::vector<EventId> &events);
  void load(EventId id);
  void store(EventId id);
  void defineValidity(EventId id);
  Expr valueInside(NodeId node, CellId cell, Expr guard);
  Expr readOutside(NodeId node, CellId cell, Expr guard);
  void assign(const Phantom &phantom);
  void writeInitialValues();

  bool isKept(ObjectId object) const { return kept_.contains(object); }
  /// Calls `visit(cell, offset in the access)` for each cell of an access.
  template <typename Visit> void forEachCell(std::uint64_t address, unsigned size, Visit visit) const {
    for (auto cell = cellAt_.lower_bound(address); cell != cellAt_.end() && cell->first < address + size; ++cell)
      visit(cell->second, static_cast<unsigned>(cell->first - address));
  }
  /// The cell of the object's life, if the object may be freed.
  std::optional<CellId> lifeCell(ObjectId object) const;

  UnwoundProgram &program_;
  program::ExprPool &pool_;
  support::Cancellation &cancellation_;
  CellEvents result_;
  GuardFacts guards_;
  std::unordered_set<ObjectId> kept_;      // objects that some event reads
  std::map<std::uint64_t, CellId> cellAt_; // by address
  std::map<CellId, CellState> state_;      // of the node
};

/// Makes cells of all objects that some event reads, cut where an access begins or ends.
void Resolver::cutMemory() {
  const auto &layout = program_.program->pointers;
  for (const MemoryEvent &event : program_.events)
    for (const Bits place : event.places) {
      const ObjectId object = layout.object(place);
      const bool readsLife = event.valid != nullptr && object >= program_.firstDynamic();
      if (event.kind == MemoryEvent::Kind::Load || readsLife)
        kept_.insert(object);
    }
  std::map<std::uint64_t, bool> borders; // by address: whether an access covers the bytes up to the next border
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const MemoryEvent &event : program_.events)
    for (const Bits place : event.places)
      if (isKept(layout.object(place)))
        ranges.emplace_back(static_cast<std::uint64_t>(place), static_cast<std::uint64_t>(place) + event.size);
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  for (const auto &[begin, end] : ranges)
    borders[begin], borders[end];
  for (const auto &[begin, end] : ranges)
    for (auto border = borders.find(begin); border->first < end; ++border)
      border->second = true;
  for (auto border = borders.begin(); border != borders.end(); ++border) {
    if (!border->second)
      continue;
    cellAt_[border->first] = static_cast<CellId>(result_.cells.size());
    result_.cells.push_back({border->first, static_cast<unsigned>(std::next(border)->first - border->first)});
  }
}

std::optional<CellId> Resolver::lifeCell(ObjectId object) const {
  if (object < program_.firstDynamic())
    return std::nullopt;
  const auto found = cellAt_.find(static_cast<std::uint64_t>(program_.lifeOf(object)));
  return found != cellAt_.end() ? std::optional{found->second} : std::nullopt;
}

void Resolver::combine(NodeId node, const std::vector<EventId> &events) {
  state_.clear();
  for (const EventId id : events) {
    if (program_.events[id].valid != nullptr)
      defineValidity(id);
    if (program_.events[id].kind == MemoryEvent::Kind::Load)
      load(id);
    else
      store(id);
  }
  Expr succeeds = pool_.boolean(true);
  for (const Expr failure : program_.nodes[node].failures)
    succeeds = pool_.conjunction(succeeds, pool_.negate(failure));
  for (const auto &[cell, state] : state_) {
    if (state.stores.empty())
      continue;
    Expr guard = pool_.boolean(false);
    Expr value = nullptr;
    for (const CellState::Stored &stored : state.stores) {
      value = value == nullptr ? stored.value : pool_.ite(stored.guard, stored.value, value);
      guard = pool_.disjunction(guard, stored.guard);
    }
    result_.writes.push_back({node, cell, pool_.conjunction(guard, succeeds), value});
  }
}

/// The value of a cell when the node begins.
Expr Resolver::readOutside(NodeId node, CellId cell, Expr guard) {
  CellState &state = state_[cell];
  if (!state.read) {
    state.read = result_.reads.size();
    result_.reads.push_back({node, cell, pool_.boolean(false), program_.symbol(8 * result_.cells[cell].size), false});
  }
  CellRead &read = result_.reads[*state.read];
  read.guard = pool_.disjunction(read.guard, guard);
  read.isAttempt = false; // not only the attempt depends on it
  return read.value;
}

/// The value of a cell after the events of the node so far.
Expr Resolver::valueInside(NodeId node, CellId cell, Expr guard) {
  const CellState &state = state_[cell];
  const bool isCovered = std::any_of(state.stores.begin(), state.stores.end(), [&](const CellState::Stored &stored) {
    return guards_.implies(guard, stored.guard);
  });
  Expr value = isCovered ? nullptr : readOutside(node, cell, guard);
  for (const CellState::Stored &stored : state_[cell].stores)
    value = value == nullptr ? stored.value : pool_.ite(stored.guard, stored.value, value);
  return value;
}

void Resolver::load(EventId id) {
  const MemoryEvent &event = program_.events[id];
  for (const Bits place : event.places) {
    const bool certain = event.address->isConstant();
    const Expr guard = certain ? event.guard : pool_.conjunction(event.guard, program_.isAt(event.address, place));
    forEachCell(static_cast<std::uint64_t>(place), event.size, [&](CellId cell, unsigned offset) {
      const unsigned size = result_.cells[cell].size;
      CellState &state = state_[cell];
      if (certain && size == event.size && !state.read && state.stores.empty()) {
        state.read = result_.reads.size(); // the common case: the symbol of the event is the value of the cell
        result_.reads.push_back({event.node, cell, guard, event.value, event.isAttempt});
        return;
      }
      const Expr part = pool_.extract(event.value, 8 * offset, 8 * size);
      result_.definitions.push_back({event.value->index, guard, part, valueInside(event.node, cell, guard)});
    });
  }
}

void Resolver::store(EventId id) {
  const MemoryEvent &event = program_.events[id];
  for (const Bits place : event.places) {
    if (!isKept(program_.program->pointers.object(place)))
      continue;
    const Expr guard =
        event.address->isConstant() ? event.guard : pool_.conjunction(event.guard, program_.isAt(event.address, place));
    forEachCell(static_cast<std::uint64_t>(place), event.size, [&](CellId cell, unsigned offset) {
      const Expr part = pool_.extract(event.value, 8 * offset, 8 * result_.cells[cell].size);
      state_[cell].stores.push_back({guard, part});
    });
  }
}

void Resolver::defineValidity(EventId id) {
  const MemoryEvent &event = program_.events[id];
  const auto &layout = program_.program->pointers;
  Expr valid = pool_.boolean(false);
  for (const Bits place : event.places) {
    Expr here = pool_.conjunction(program_.isAt(event.address, place), program_.isInside(place, event.size));
    if (const auto life = lifeCell(layout.object(place)))
      here = pool_.conjunction(here, pool_.eq(valueInside(event.node, *life, here), pool_.constant(1, 8)));
    valid = pool_.disjunction(valid, here);
  }
  result_.definitions.push_back({event.valid->index, pool_.boolean(true), event.valid, valid});
}

void Resolver::assign(const Phantom &phantom) {
  const auto &layout = program_.program->pointers;
  for (CellId cell = 0; cell < result_.cells.size(); ++cell) {
    const Cell &where = result_.cells[cell];
    const ObjectId object = layout.object(where.address);
    const std::uint64_t offset = layout.offset(where.address);
    const bool isLife = offset == program_.sizeOf(object);
    if (isLife || object == program::nullObject || !isIn(program_, object, phantom.writes, offset, offset + where.size))
      continue;
    result_.phantoms.push_back({phantom.begin, phantom.end, cell, phantom.guard});
    // A phantom may assign nothing. The symbol is negated because solvers try true first, and a phantom write that is
    // not needed is better left out.
    const Expr nothing = program_.symbol(1);
    result_.writes.push_back(
        {phantom.end, cell, pool_.conjunction(phantom.guard, pool_.negate(nothing)), program_.symbol(8 * where.size)});
  }
}

void Resolver::writeInitialValues() {
  const auto &layout = program_.program->pointers;
  for (CellId cell = 0; cell < result_.cells.size(); ++cell) {
    const Cell &where = result_.cells[cell];
    Expr value = nullptr;
    for (unsigned i = 0; i < where.size; ++i) {
      const Expr byte = program_.initialByte(layout.object(where.address), layout.offset(where.address) + i);
      value = value == nullptr ? byte : pool_.make(ExprKind::Concat, byte, value);
    }
    result_.writes.push_back({0, cell, pool_.boolean(true), value});
  }
}

} // namespace

CellEvents resolveCells(UnwoundProgram &program, support::Cancellation &cancellation) {
  return Resolver(program, cancellation).run();
}

} // namespace heddle::events
