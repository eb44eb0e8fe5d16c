#include "engines/modular/runs.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::Expr;
using program::ExprKind;
using program::SyncKind;

namespace {

constexpr std::uint64_t mostRuns = 20'000;
constexpr unsigned wordBytes = 4;

/// The condition (word & 1 << choice) != 0: the chosen bit is set.
struct ChosenBit {
  Expr word = nullptr;
  program::RegisterId choice = program::noRegister;
};

std::optional<ChosenBit> chosenBit(Expr condition) {
  if (condition->kind != ExprKind::Not || condition->args[0]->kind != ExprKind::Eq)
    return std::nullopt;
  const Expr equality = condition->args[0];
  if (!equality->args[1]->isConstant() || equality->args[1]->value != 0 || equality->args[0]->kind != ExprKind::And)
    return std::nullopt;
  for (const unsigned i : {0U, 1U}) {
    const Expr shift = equality->args[0]->args[i];
    const Expr word = equality->args[0]->args[1 - i];
    if (shift->kind != ExprKind::Shl || !shift->args[0]->isConstant() || shift->args[0]->value != 1)
      continue;
    const Expr amount = shift->args[1]->kind == ExprKind::ZExt ? shift->args[1]->args[0] : shift->args[1];
    if (amount->isRegister())
      return ChosenBit{word, amount->index};
  }
  return std::nullopt;
}

} // namespace

Change join(const Change &a, const Change &b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.mayWrap || b.mayWrap};
}

bool ActionRuns::isTaken() const {
  return std::ranges::any_of(runs, [](const Run &run) { return !run.ends.empty() || !run.endings.empty(); });
}

bool ActionRuns::endsThread() const {
  return std::ranges::any_of(runs, [](const Run &run) { return !run.endings.empty(); });
}

struct Runs::Step {
  CfaId cfa;
  ActionRuns &all;
  Run run;
  std::map<program::RegisterId, const program::Havoc *> inputs; // of this action
};

namespace {

bool isStore(const Event &event) { return event.kind == Event::Kind::Store; }

} // namespace

bool Runs::collect(support::Cancellation &cancellation) {
  states_.clear();
  runs_.clear();
  for (const program::Cfa &cfa : program_.cfas) {
    states_.emplace_back(cfa.locations.size());
    runs_.emplace_back(cfa.actions.size());
  }
  fixpoint_.forEachState(
      [&](CfaId cfa, program::LocationId location, const State &state) { states_[cfa][location].push_back(&state); });
  std::uint64_t count = 0;
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    for (ActionId id = 0; id < program_.cfas[cfa].actions.size(); ++id) {
      if (!fixpoint_.mayBeTaken(cfa, id))
        continue;
      for (const State *state : states_[cfa][program_.cfas[cfa].actions[id].from]) {
        if (++count > mostRuns || cancellation.poll())
          return false;
        follow(cfa, id, *state);
      }
    }
  return true;
}

void Runs::follow(CfaId cfa, ActionId id, const State &from) {
  const program::Action &action = program_.cfas[cfa].actions[id];
  ActionRuns &all = runs_[cfa][id];
  std::vector<std::pair<Step, State>> current; // a state may be split into several
  current.emplace_back(Step{cfa, all, {&from, {}, {}, {}, {}}, {}}, from);
  for (const program::Instruction &instruction : action.instructions) {
    const program::Action &part = parts_.emplace_back(program::Action{action.from, action.to, {instruction}});
    std::vector<std::pair<Step, State>> next;
    for (auto &[step, state] : current) {
      note(step, state, instruction);
      if (mayStop(step, state, instruction)) {
        Run stopped = step.run;
        for (const Event &event : stopped.events) // what has been stored stays, but the action is not counted
          if (event.kind == Event::Kind::Store)
            blurred_.push_back({event.cell.object, event.cell.offset, event.cell.offset + event.cell.bytes});
        stopped.stops.push_back(state);
        all.runs.push_back(std::move(stopped));
      }
      if (std::holds_alternative<program::EndThread>(instruction.operation)) {
        step.run.endings.push_back(state);
        all.runs.push_back(std::move(step.run));
      } else if (std::holds_alternative<program::EndProgram>(instruction.operation)) {
        all.endsProgram = true;
      } else if (std::holds_alternative<program::Halt>(instruction.operation)) {
        halts_.push_back({cfa, action.from, state, &instruction, std::ranges::any_of(step.run.events, isStore)});
      } else {
        for (State &after : fixpoint_.transfer().apply(cfa, part, state, nullptr))
          next.emplace_back(step, std::move(after));
      }
    }
    current = std::move(next);
  }
  for (auto &[step, state] : current) {
    step.run.ends.push_back(std::move(state));
    all.runs.push_back(std::move(step.run));
  }
}

void Runs::note(Step &step, const State &state, const program::Instruction &instruction) {
  const program::Operation &operation = instruction.operation;
  if (const auto *store = std::get_if<program::Store>(&operation))
    noteStore(step, state, *store);
  else if (const auto *sync = std::get_if<program::Sync>(&operation))
    noteSync(step, state, *sync);
  else if (const auto *spawn = std::get_if<program::Spawn>(&operation);
           spawn != nullptr && std::ranges::find(step.all.starts, spawn->cfa) == step.all.starts.end())
    step.all.starts.push_back(spawn->cfa);
  else if (const auto *havoc = std::get_if<program::Havoc>(&operation))
    step.inputs[havoc->target] = havoc;
}

Value Runs::contentOf(CfaId cfa, const State &state, const Cell &cell) const {
  if (const auto known = state.known.find(cell); known != state.known.end())
    return known->second.value;
  if (state.mode == Mode::Shared)
    return fixpoint_.global().read(cell.object, cell.offset, cell.bytes);
  const auto content = state.memory.find(cell.object);
  if (content != state.memory.end())
    return read(content->second, cell.offset, cell.bytes, fixpoint_.global().baseOf(cell.object));
  const std::optional<Content> base = fixpoint_.transfer().defaultContent(cfa, state.mode, cell.object);
  return base ? read(*base, cell.offset, cell.bytes, fixpoint_.global().baseOf(cell.object))
              : Value::any(cell.bytes * 8);
}

void Runs::noteStore(Step &step, const State &state, const program::Store &store) {
  if (state.mode == Mode::First)
    return;
  const unsigned bytes = store.value->width / 8U;
  const Value address = fixpoint_.transfer().valueOf(step.cfa, state, store.address);
  for (const Pointer &pointer : address.pointers) {
    if (!objects_.isStatic(pointer.object))
      continue;
    const auto begin = static_cast<std::uint64_t>(std::max<std::int64_t>(pointer.low, 0));
    if (pointer.low != pointer.high || address.pointers.size() != 1 || bytes > 8) {
      blurred_.push_back(
          {pointer.object, begin, static_cast<std::uint64_t>(std::max<std::int64_t>(pointer.high, 0)) + bytes});
      continue;
    }
    const Cell cell{pointer.object, begin, bytes};
    stored_.insert(cell);
    Event event{Event::Kind::Store, cell, fixpoint_.transfer().valueOf(step.cfa, state, store.value), {}};
    event.setsBits = store.value->kind == ExprKind::Or && std::ranges::any_of(store.value->args, [&](Expr arg) {
                       if (arg == nullptr || !arg->isRegister())
                         return false;
                       const auto link = state.links.find(arg->index);
                       return link != state.links.end() && link->second == cell;
                     });
    const Value before = event.before = contentOf(step.cfa, state, cell);
    const Interval all = Interval::full(bytes * 8);
    const Interval from = asInterval(before);
    const Interval to = asInterval(event.value);
    const auto &a = before.linear;
    const auto &b = event.value.linear;
    event.change = {to.least - from.most, to.most - from.least, false};
    if (a && b && a->isLike(*b) && a->isExact() && b->isExact() && before.isNumber() && event.value.isNumber()) {
      event.change = {b->low - a->low, b->low - a->low, false};
    } else if (store.value->kind == ExprKind::Add && store.value->args[1]->isConstant()) {
      // Modulo the width, if the content has been loaded into the register.
      const Expr loaded = store.value->args[0];
      const Value part = fixpoint_.transfer().valueOf(step.cfa, state, loaded);
      const bool isContent = loaded->isRegister() && a && part.linear && a->isLike(*part.linear) && a->isExact() &&
                             part.linear->isExact() && a->low == part.linear->low && before.isNumber() &&
                             part.isNumber();
      if (isContent) {
        const SignedBits by = support::toSigned(store.value->args[1]->value, store.value->width);
        event.change = {by, by, from.least + by < all.least || from.most + by > all.most};
      }
    }
    step.run.events.push_back(std::move(event));
  }
  if (address.number && address.pointers.empty() && !address.number->isConstant())
    blurred_.push_back({}); // nothing is known of where it goes; that is a finding
}

void Runs::noteSync(Step &step, const State &state, const program::Sync &sync) {
  std::optional<Event::Kind> kind;
  switch (sync.kind) {
  case SyncKind::CondSignal:
    kind = Event::Kind::Signal;
    break;
  case SyncKind::CondBroadcast:
    kind = Event::Kind::Broadcast;
    break;
  case SyncKind::CondWait:
    kind = Event::Kind::Wait;
    break;
  case SyncKind::CondWake:
    kind = Event::Kind::Wake;
    break;
  case SyncKind::BarrierWait:
    kind = Event::Kind::Arrive;
    break;
  case SyncKind::BarrierLeave:
    kind = Event::Kind::Leave;
    break;
  default:
    return;
  }
  const Value address = fixpoint_.transfer().valueOf(step.cfa, state, sync.object);
  Event event{*kind, {}, {}, {}};
  if (address.pointers.size() == 1 && !address.number && address.pointers[0].low == address.pointers[0].high &&
      address.pointers[0].low >= 0 && objects_.isStatic(address.pointers[0].object))
    event.cell = {address.pointers[0].object, static_cast<std::uint64_t>(address.pointers[0].low), wordBytes};
  step.run.events.push_back(event); // without a cell (no bytes) if it is not known
}

/// An assumption about a bit that is chosen among those of a word that is not zero can be met: the thread continues
/// with one of the set bits.
bool Runs::mayStop(const Step &step, const State &state, const program::Instruction &instruction) const {
  const program::Operation &operation = instruction.operation;
  Expr condition = nullptr;
  if (const auto *assumption = std::get_if<program::Assume>(&operation))
    condition = assumption->condition;
  if (const auto *check = std::get_if<program::Check>(&operation);
      check != nullptr && check->after == program::AfterFailure::Stop && !program_.properties.contains(check->property))
    condition = check->condition;
  if (condition == nullptr || !fixpoint_.transfer().valueOf(step.cfa, state, condition).mayBe(0))
    return false;
  const std::optional<ChosenBit> chosen = chosenBit(condition);
  if (!chosen || std::holds_alternative<program::Check>(operation))
    return true;
  const auto input = step.inputs.find(chosen->choice);
  return input == step.inputs.end() || input->second->low != 0 || input->second->high + 1 < chosen->word->width ||
         fixpoint_.transfer().valueOf(step.cfa, state, chosen->word).mayBe(0);
}

Change Runs::changeOf(CfaId cfa, ActionId action, const Cell &cell) const {
  std::optional<Change> result;
  for (const Run &run : runs_[cfa][action].runs) {
    Change sum;
    for (const Event &event : run.events)
      if (event.kind == Event::Kind::Store && event.cell == cell)
        sum = {sum.least + event.change.least, sum.most + event.change.most, sum.mayWrap || event.change.mayWrap};
    result = result ? join(*result, sum) : sum;
  }
  return result.value_or(Change{});
}

bool Runs::isShared(const Cell &cell) const {
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    if (objects_.isOwn(cfa, cell.object))
      return false;
  return true;
}

bool Runs::isCounted(const Cell &cell) const {
  return isShared(cell) &&
         std::ranges::none_of(blurred_,
                              [&](const Range &range) {
                                return range.end == 0 || cell.overlaps(range.object, range.begin, range.end);
                              }) &&
         std::ranges::none_of(stored_, [&](const Cell &other) {
           return other != cell && other.overlaps(cell.object, cell.offset, cell.offset + cell.bytes);
         });
}

bool Runs::releases(CfaId cfa, ActionId action, const Cell &lock) const {
  return std::ranges::all_of(runs_[cfa][action].runs, [&](const Run &run) {
    const auto held = run.from->held.find(lock);
    return held != run.from->held.end() && held->second == exclusively &&
           std::ranges::none_of(run.ends, [&](const State &state) { return state.held.contains(lock); });
  });
}

bool Runs::alwaysHas(CfaId cfa, ActionId action, const std::function<bool(const Event &)> &is) const {
  return std::ranges::all_of(runs_[cfa][action].runs,
                             [&](const Run &run) { return std::ranges::any_of(run.events, is); });
}

bool Runs::mayHave(CfaId cfa, ActionId action, const std::function<bool(const Event &)> &is) const {
  return std::ranges::any_of(runs_[cfa][action].runs,
                             [&](const Run &run) { return std::ranges::any_of(run.events, is); });
}

Arrival arrivalIn(const ActionRuns &action, const Cell &barrier) {
  std::optional<Arrival> result;
  for (const Run &run : action.runs) {
    Arrival here = Arrival::None;
    for (const Event &event : run.events)
      if (event.kind == Event::Kind::Store && event.cell.object == barrier.object &&
          event.cell.offset == barrier.offset && run.from->mode == Mode::Shared)
        here = event.value.isConstant(0) ? Arrival::Completes : Arrival::Waits;
    if (result && *result != here)
      return Arrival::Unknown;
    result = here;
  }
  return result.value_or(Arrival::None);
}

} // namespace heddle::engines::modular
