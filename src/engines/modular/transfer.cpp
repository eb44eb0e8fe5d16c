#include "engines/modular/transfer.hpp"

#include "engines/modular/condition.hpp"
#include "engines/modular/relate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;
using program::Expr;
using program::ExprKind;

Transfer::Transfer(const program::Program &program, const Objects &objects, Global &global, Locks &locks,
                   Interference &interference, Clusters &clusters, Barriers &barriers, Slots &slots,
                   Ownership &ownership, std::set<Cell> &tracked, const JoinFacts &joins, Mutation mutation)
    : program_(program), objects_(objects), global_(global), locks_(locks), interference_(interference),
      clusters_(clusters), barriers_(barriers), slots_(slots), ownership_(ownership), tracked_(tracked),
      mutation_(mutation), joins_(joins) {
  findThreadFacts();
  // The stack of a thread is gone when the thread has been joined or, if it is detached, has ended.
  bool someDetach = false;
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        someDetach = someDetach || std::holds_alternative<program::Detach>(instruction.operation);
  for (AbstractObject object = 1; object < objects.count(); ++object)
    if (!objects.isStatic(object) && objects.escapes(object) && objects.storageOf(object) != program::Storage::Heap &&
        !objects.isOwn(objects.creatorOf(object), object) && (objects.creatorOf(object) != 0 || someDetach))
      global.end(object);
}

State Transfer::initialState(CfaId cfa) const {
  const program::Cfa &automaton = program_.cfas[cfa];
  State state;
  state.mode = cfa == 0 && mainIsTracked_ ? Mode::First : Mode::Shared;
  for (program::RegisterId reg = 0; reg < automaton.registers.size(); ++reg)
    state.registers[reg] = Value::constant(0, automaton.registers[reg].width);
  if (automaton.self != program::noRegister) {
    Value &self = state.registers[automaton.self] = Value::ownHandle(automaton.registers[automaton.self].width);
    self.mostSelf = cfa == 0 && mainIsTracked_ ? leastHandle : global_.mostHandle();
  }
  if (automaton.argument != program::noRegister && cfa != 0)
    state.registers[automaton.argument] =
        resized(slots_.argumentOf(cfa), automaton.registers[automaton.argument].width);
  state.words = slots_.wordsOf(cfa);
  state.room = slots_.roomOf(cfa);
  if (automaton.argument != program::noRegister && cfa != 0)
    takeArgument(cfa, state);
  state.known = global_.startKnowledge(cfa);
  return state;
}

void Transfer::interrupt(CfaId cfa, State &state) const {
  if (mutation_ == Mutation::NoInterference)
    return;
  if (state.mode == Mode::Shared)
    interference_.interrupt(state, {cfa, state.held, othersOf(cfa, state)});
  if (state.mode == Mode::Shared && !state.relations.isEmpty() && mutation_ != Mutation::RelationsAreStable) {
    const std::set<CfaId> others = othersOf(cfa, state);
    state.relations.forgetIf([&](const Variable &variable) {
      return !variable.isRegister() && !objects_.isOwn(cfa, variable.id) &&
             !interference_.isStable(modular::cellOf(variable), {cfa, state.held, others});
    });
  }
  if (state.mode == Mode::Shared)
    std::erase_if(state.words, [&](const auto &entry) {
      return !objects_.isOwn(cfa, entry.first.object) && !state.heldWords.contains(entry.first) &&
             !slots_.isStable(cfa, state, entry.first);
    });
  // No other thread changes the content of what only this one accesses.
  std::map<program::RegisterId, Word> lasting;
  for (const auto &[reg, word] : state.wordLinks)
    if (state.mode != Mode::Shared || objects_.isOwn(cfa, word.object))
      lasting.emplace(reg, word);
  endStep(state);
  state.wordLinks = std::move(lasting);
}

std::optional<Content> Transfer::defaultContent(CfaId cfa, Mode mode, AbstractObject object) const {
  Content content;
  if (objects_.isStatic(object)) {
    if (objects_.isOwn(cfa, object) || mode == Mode::First)
      content.isInitial = true;
    else
      content.isGlobal = true;
    return content;
  }
  if (objects_.isOwn(cfa, object) || mode == Mode::First)
    return std::nullopt;
  content.isGlobal = true;
  content.isMany = true;
  return content;
}

Value Transfer::value(const Step &step, const State &state, Expr e) const {
  return evaluate(program_, step.automaton, state, e);
}

void Transfer::setRegister(State &state, program::RegisterId reg, Value value, std::optional<SignedBits> increment,
                           std::optional<Sum> sum) const {
  settleCount(state, reg, increment);
  Room before;
  if (mutation_ == Mutation::DifferencesAreKept)
    before = state.room;
  naming_.assign(state, reg, value, increment);
  if (mutation_ == Mutation::DifferencesAreKept)
    state.room = before;
  if (sum || !state.relations.isEmpty())
    state.relations.assign(Variable::ofRegister(reg, value.width), std::move(sum));
  state.links.erase(reg);
  state.wordLinks.erase(reg);
  state.loaded.erase(reg);
  state.registers[reg] = std::move(value);
}

void Transfer::report(const Step &step, Suspicion suspicion, const std::string &text) const {
  if (step.findings != nullptr)
    step.findings->add(suspicion, program_.sources.userSpan(step.span), text);
}

std::vector<State> Transfer::apply(CfaId cfa, const program::Action &action, State state, Findings *findings) {
  Step step{cfa, program_.cfas[cfa], findings, {}};
  States current;
  if (cfa == 0)
    endJoined(action, state);
  current.push_back(std::move(state));
  for (const program::Instruction &instruction : action.instructions) {
    step.span = instruction.span;
    step.instruction = &instruction;
    States next;
    while (!current.empty()) {
      State one = std::move(current.back());
      current.pop_back();
      bool isOver = false;
      States split; // further cases, which execute the same operation
      execute(step, one, split, instruction.operation, isOver);
      if (!isOver)
        next.push_back(std::move(one));
      for (State &other : split)
        current.push_back(std::move(other));
    }
    current = std::move(next);
    if (current.empty())
      break;
  }
  return current;
}

static_assert(std::variant_size_v<program::Operation> == 19, "a new operation needs a case in `execute`");

void Transfer::execute(Step &step, State &state, States &split, const program::Operation &operation, bool &isOver) {
  if (const auto *assign = std::get_if<program::Assign>(&operation)) {
    const Value result = value(step, state, assign->value);
    std::optional<SignedBits> increment;
    if (assign->value->kind == ExprKind::Add && assign->value->args[0]->isRegister() &&
        assign->value->args[0]->index == assign->target && assign->value->args[1]->isConstant() &&
        assign->value->width <= 64) {
      const Interval before = asInterval(value(step, state, assign->value->args[0]));
      const SignedBits distance = support::toSigned(assign->value->args[1]->value, assign->value->width);
      const Interval all = Interval::full(assign->value->width);
      if (before.least + distance >= all.least && before.most + distance <= all.most)
        increment = distance;
    }
    std::optional<Cell> linked;
    std::optional<std::pair<Cell, Origin>> loaded;
    std::optional<Word> word;
    if (assign->value->isRegister()) {
      if (const auto link = state.links.find(assign->value->index); link != state.links.end())
        linked = link->second;
      if (const auto source = state.loaded.find(assign->value->index); source != state.loaded.end())
        loaded = source->second;
      if (const auto link = state.wordLinks.find(assign->value->index); link != state.wordLinks.end())
        word = link->second;
    }
    // Copies are kept even if nothing is related to them yet: one may be stored in one place, one in another.
    const bool isCopy = assign->value->isRegister() && !clusters_.templates().all().empty();
    setRegister(state, assign->target, result, increment,
                isCopy ? sumIn(state, assign->value) : relatedSum(state, assign->value));
    if (linked)
      state.links[assign->target] = *linked;
    if (loaded)
      state.loaded[assign->target] = *loaded;
    if (word && state.words.contains(*word))
      state.wordLinks.emplace(assign->target, *word);
    isOver = result.isImpossible();
  } else if (const auto *havoc = std::get_if<program::Havoc>(&operation)) {
    const unsigned width = step.automaton.registers[havoc->target].width;
    setRegister(
        state, havoc->target,
        Value::ofInterval(Interval::ofUnsigned(havoc->low, havoc->high, width).value_or(Interval::full(width))));
  } else if (const auto *load = std::get_if<program::Load>(&operation)) {
    execute(step, state, *load, isOver);
  } else if (const auto *store = std::get_if<program::Store>(&operation)) {
    execute(step, state, split, *store, isOver);
  } else if (std::holds_alternative<program::AtomicBegin>(operation)) {
    interrupt(step.cfa, state);
  } else if (const auto *guard = std::get_if<program::Guard>(&operation)) {
    isOver = !assume(program_, step.automaton, state, guard->condition, true);
    if (!isOver) // the counter of a loop may tell that all threads have been joined
      noteEnds(step, state);
  } else if (const auto *assumption = std::get_if<program::Assume>(&operation)) {
    isOver = !assume(program_, step.automaton, state, assumption->condition, true);
  } else if (const auto *check = std::get_if<program::Check>(&operation)) {
    execute(step, state, *check, isOver);
  } else if (const auto *allocate = std::get_if<program::Allocate>(&operation)) {
    execute(step, state, *allocate);
  } else if (const auto *release = std::get_if<program::Free>(&operation)) {
    execute(step, state, *release);
  } else if (const auto *query = std::get_if<program::ObjectSize>(&operation)) {
    execute(step, state, *query);
  } else if (const auto *spawn = std::get_if<program::Spawn>(&operation)) {
    execute(step, state, *spawn);
  } else if (const auto *join = std::get_if<program::Join>(&operation)) {
    execute(step, state, *join);
  } else if (const auto *detach = std::get_if<program::Detach>(&operation)) {
    execute(step, state, *detach);
  } else if (const auto *end = std::get_if<program::EndThread>(&operation)) {
    const Value result = value(step, state, end->result);
    if (!hasTitles(result))
      ownership_.refuteResults();
    publish(step, state, result);
    global_.addResult(value(step, state, end->result));
    locks_.abandon(state);
    isOver = true;
  } else if (std::holds_alternative<program::EndProgram>(operation)) {
    isOver = true;
  } else if (const auto *halt = std::get_if<program::Halt>(&operation)) {
    report(step, Suspicion::Unfollowed,
           fmt::format("the execution may reach what is not supported: {}", halt->message));
    isOver = true;
  } else if (const auto *sync = std::get_if<program::Sync>(&operation)) {
    execute(step, state, *sync);
  }
  // Fence: no effect here. It orders more than this analysis knows.
}

void Transfer::execute(Step &step, State &state, const program::Check &check, bool &isOver) {
  const Value condition = value(step, state, check.condition);
  const bool isChecked = program_.properties.contains(check.property);
  if (condition.mayBe(0) && isChecked)
    report(step, program::definedBehaviour.contains(check.property) ? Suspicion::Undefined : Suspicion::Violation,
           check.message);
  if (isChecked || check.after == program::AfterFailure::Stop)
    isOver = !assume(program_, step.automaton, state, check.condition, true);
}

} // namespace heddle::engines::modular
