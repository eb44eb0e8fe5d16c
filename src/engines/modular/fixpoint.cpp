#include "engines/modular/fixpoint.hpp"

#include "analysis/control_flow.hpp"
#include "analysis/loop_order.hpp"
#include "engines/modular/condition.hpp"
#include "engines/modular/guards.hpp"
#include "engines/modular/selectors.hpp"

#include <algorithm>
#include <set>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::Expr;
using program::LocationId;

namespace {

constexpr std::size_t mostDisjuncts = 12;
constexpr std::size_t mostSelected = 6; // with more states at a location, new ones are not kept apart by selectors
constexpr unsigned visitsBeforeWidening = 3;

/// Whether merging the state into the known one changes nothing, as far as that is easily seen: they are equal, and
/// have nothing whose merge with itself differs from it.
bool isStable(const State &known, const State &state) {
  return state.started.unjoined.reg == program::noRegister && state.started.totals.empty() && state.issued.empty() &&
         known == state;
}

/// Whether a thread may have to wait there.
bool mayWait(const program::Program &program, const program::Cfa &cfa, LocationId location) {
  std::vector<Guards> all;
  for (const ActionId id : cfa.outgoing[location]) {
    Guards guards;
    for (const program::Instruction &instruction : cfa.actions[id].instructions) {
      if (std::holds_alternative<program::Join>(instruction.operation))
        return true;
      if (const auto *guard = std::get_if<program::Guard>(&instruction.operation))
        guards.push_back(guard->condition);
    }
    all.push_back(std::move(guards));
  }
  return !areExhaustive(*program.expressions, all);
}

} // namespace

struct Fixpoint::Function {
  Function(const program::Program &program, CfaId id)
      : flow(program.cfas[id]), loops(program.cfas[id]), order(program.cfas[id], flow, loops),
        liveness(program.cfas[id]), ownHandle(program, id), isSelector(selectorsOf(program.cfas[id])),
        states(program.cfas[id].locations.size()), visits(program.cfas[id].locations.size(), 0) {
    const program::Cfa &cfa = program.cfas[id];
    for (LocationId location = 0; location < cfa.locations.size(); ++location)
      isInterruptible.push_back(!cfa.locations[location].atomic || mayWait(program, cfa, location));
  }

  analysis::ControlFlow flow;
  analysis::LoopInfo loops;
  analysis::LoopOrder order;
  analysis::Liveness liveness;
  analysis::OwnHandle ownHandle;
  std::vector<bool> isSelector;                            // by register
  std::vector<bool> isInterruptible;                       // by location
  std::vector<Disjuncts> states;                           // by location
  std::vector<unsigned> visits;                            // changes of a loop head
  std::set<std::pair<std::uint32_t, LocationId>> worklist; // by position in `order`
};

Fixpoint::Fixpoint(const program::Program &program, const Objects &objects, support::Cancellation &cancellation,
                   Mutation mutation)
    : program_(program), objects_(objects), cancellation_(cancellation), mutation_(mutation), locks_(program, mutation),
      templates_(program, objects), thresholds_(thresholdsOf()),
      courseOfMain_(analysis::courseOfMain(program, objects.pointsTo())) {
  joins_.areValid = courseOfMain_.has_value();
  if (!joins_.areValid)
    joins_.loops = analysis::joinLoopsOf(program, objects.pointsTo());
}

Fixpoint::~Fixpoint() = default;

Thresholds Fixpoint::thresholdsOf() const {
  std::set<SignedBits> found{0, 1};
  std::set<Expr> seen;
  const std::function<void(Expr)> visit = [&](Expr e) {
    if (e == nullptr || !seen.insert(e).second)
      return;
    if (e->isConstant() && e->width <= 64 && e->width > 1) {
      const SignedBits value = support::toSigned(e->value, e->width);
      found.insert({value - 1, value, value + 1});
    }
    for (const Expr arg : e->args)
      visit(arg);
  };
  for (const program::Cfa &cfa : program_.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        program::forEachExpression(instruction.operation, visit);
  // Pointers into an array rarely leave it.
  for (const program::StaticObject &object : program_.objects)
    if (object.size > 1)
      found.insert(SignedBits{object.size} - 1);
  return {found.begin(), found.end()};
}

std::optional<Findings> Fixpoint::run() {
  for (;;) {
    ++rounds_;
    dependencies_ = std::make_unique<Dependencies>(objects_.count());
    global_ = std::make_unique<Global>(program_, objects_, *dependencies_);
    global_->setThresholds(thresholds_);
    locks_.beginRound(*global_);
    ownership_.beginRound();
    interference_ = std::make_unique<Interference>(*global_, objects_.parallelism(), *dependencies_, thresholds_,
                                                   program_.pointers.offsetBits, mutation_);
    clusters_ =
        std::make_unique<Clusters>(templates_, *global_, *interference_, *dependencies_, thresholds_, mutation_);
    barriers_ = std::make_unique<Barriers>(*global_, objects_.parallelism(), mutation_);
    slots_ = std::make_unique<Slots>(program_, objects_, *global_, *dependencies_, mutation_);
    transfer_ = std::make_unique<Transfer>(program_, objects_, *global_, locks_, *interference_, *clusters_, *barriers_,
                                           *slots_, ownership_, tracked_, joins_, mutation_);
    functions_.clear();
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      functions_.push_back(std::make_unique<Function>(program_, cfa));
    global_->start(0);
    if (!stabilise())
      return std::nullopt;
    if (hasRefuted())
      continue;
    Findings findings;
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      for (LocationId location = 0; location < program_.cfas[cfa].locations.size(); ++location)
        for (const auto &entry : functions_[cfa]->states[location])
          for (const ActionId id : program_.cfas[cfa].outgoing[location]) {
            if (cancellation_.poll())
              return std::nullopt;
            if (mayBeTaken(cfa, id))
              transfer_->apply(cfa, program_.cfas[cfa].actions[id], entry.second, &findings);
          }
    // The stores of the last pass have been checked with all locks and the final states.
    if (hasRefuted())
      continue;
    if (global_->hasGrown() || interference_->hasGrown() || clusters_->hasGrown() || slots_->hasGrown()) {
      findings.add(Suspicion::Unfollowed, {}, "the analysis has not reached a fixed point");
    }
    return findings;
  }
}

/// Computes all locations, then those that are due, until all locations can be computed without any change.
bool Fixpoint::stabilise() {
  bool hasGrown = true;
  while (hasGrown && !mustRestart()) {
    ++sweeps_;
    hasChanged_ = false;
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
      if (!global_->isStarted(cfa))
        continue;
      Function &function = *functions_[cfa];
      dependencies_->at({cfa, program_.cfas[cfa].entry});
      arrive(cfa, program_.cfas[cfa].entry, transfer_->initialState(cfa));
      for (const LocationId location : function.order.order())
        if (!function.states[location].empty())
          function.worklist.emplace(function.order.position(location), location);
    }
    for (bool isDue = true; isDue && !mustRestart();) {
      isDue = false;
      for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
        isDue = isDue || !functions_[cfa]->worklist.empty();
        if (!follow(cfa))
          return false;
        enqueue();
      }
    }
    const bool hasInterference = interference_->hasGrown();
    const bool hasSlots = slots_->hasGrown();
    const bool hasClusters = clusters_->hasGrown();
    hasGrown = global_->hasGrown() || hasInterference || hasSlots || hasClusters || hasChanged_;
  }
  return true;
}

void Fixpoint::enqueue() {
  for (const auto &[cfa, location] : dependencies_->takeDue()) {
    Function &function = *functions_[cfa];
    if (!function.states[location].empty() && function.flow.isReachable(location))
      function.worklist.emplace(function.order.position(location), location);
  }
}

bool Fixpoint::follow(CfaId cfa) {
  Function &function = *functions_[cfa];
  const program::Cfa &automaton = program_.cfas[cfa];
  while (!function.worklist.empty()) {
    if (cancellation_.poll())
      return false;
    const LocationId location = function.worklist.begin()->second;
    function.worklist.erase(function.worklist.begin());
    dependencies_->at({cfa, location});
    // Only an action that returns to its location changes the states while they are followed.
    const std::vector<ActionId> &outgoing = automaton.outgoing[location];
    const bool returns =
        std::ranges::any_of(outgoing, [&](ActionId id) { return automaton.actions[id].to == location; });
    const Disjuncts copy = returns ? function.states[location] : Disjuncts{};
    for (const auto &entry : returns ? copy : function.states[location])
      for (const ActionId id : outgoing) {
        const program::Action &action = automaton.actions[id];
        if (!mayBeTaken(cfa, id))
          continue;
        for (State &next : transfer_->apply(cfa, action, entry.second, nullptr))
          arrive(cfa, action.to, std::move(next));
      }
  }
  return true;
}

bool Fixpoint::mayBeTaken(CfaId cfa, ActionId action) const {
  if (functions_[cfa]->ownHandle.isNeeded(program_.cfas[cfa].actions[action]))
    return false;
  return cfa != 0 || !courseOfMain_ || courseOfMain_->isTaken[action];
}

/// What is left of a state when its thread arrives at a location.
void Fixpoint::leave(CfaId cfa, LocationId location, State &state) const {
  if (functions_[cfa]->isInterruptible[location])
    transfer_->interrupt(cfa, state);
  const analysis::RegisterList &live = functions_[cfa]->liveness.at(location);
  const auto isDead = [&](program::RegisterId reg) { return !std::binary_search(live.begin(), live.end(), reg); };
  if (state.started.unjoined.reg != program::noRegister && isDead(state.started.unjoined.reg))
    settleCount(state, state.started.unjoined.reg, std::nullopt);
  for (const auto &total : state.started.totals)
    if (total.second.reg != program::noRegister && isDead(total.second.reg))
      settleCount(state, total.second.reg, std::nullopt);
  std::erase_if(state.registers, [&](const auto &entry) { return isDead(entry.first); });
  std::erase_if(state.links, [&](const auto &entry) { return isDead(entry.first); });
  std::erase_if(state.loaded, [&](const auto &entry) { return isDead(entry.first); });
  std::erase_if(state.wordLinks, [&](const auto &entry) { return isDead(entry.first); });
  if (!state.relations.isEmpty())
    state.relations.forgetIf([&](const Variable &variable) { return variable.isRegister() && isDead(variable.id); });
  if (!state.room.isEmpty())
    state.room.forgetIf([&](const Symbol &symbol) {
      return symbol.kind == Symbol::Kind::Register && isDead(symbol.id) &&
             std::ranges::none_of(state.registers, [&](const auto &entry) {
               return entry.second.linear && entry.second.linear->symbol == symbol;
             });
    });
}

void Fixpoint::arrive(CfaId cfa, LocationId location, State state) {
  Function &function = *functions_[cfa];
  leave(cfa, location, state);
  Disjuncts &disjuncts = function.states[location];
  state.selection.clear();
  for (const auto &[reg, value] : state.registers)
    if (function.isSelector[reg] && value.isConstant())
      state.selection.emplace(reg, value.number->low);
  if (!disjuncts.contains(state.key()) && disjuncts.size() >= mostSelected)
    state.selection.clear();
  if (!disjuncts.contains(state.key()) && disjuncts.size() >= mostDisjuncts) {
    locks_.abandon(state);
    state.held.clear();
    state.heldWords.clear();
    transfer_->interrupt(cfa, state);
  }
  if (mutation_ == Mutation::LocksAreKept && !disjuncts.empty())
    state.held.insert(disjuncts.begin()->second.held.begin(), disjuncts.begin()->second.held.end());
  const auto [entry, isNew] = disjuncts.try_emplace(state.key());
  if (isNew) {
    hasChanged_ = true;
    entry->second = std::move(state);
  } else {
    const bool isHead = function.loops.isHead(location);
    if (isHead && mutation_ == Mutation::NoWidening && function.visits[location] > visitsBeforeWidening)
      return;
    if (isStable(entry->second, state))
      return;
    const bool widens = isHead && function.visits[location] > visitsBeforeWidening;
    Merging merging{
        [this](AbstractObject object) { return global_->baseOf(object); },
        [this, cfa](Mode mode, AbstractObject object) { return transfer_->defaultContent(cfa, mode, object); },
        widens ? &thresholds_ : nullptr, &templates_.all()};
    // A state that is included changes nothing; it must not advance the widening.
    State joined = merge(entry->second, state, {merging.baseOf, merging.defaultContent, nullptr, merging.templates});
    if (joined == entry->second)
      return;
    if (widens) {
      joined = merge(entry->second, state, merging);
      if (joined == entry->second) // what both imply, but only the merged state says, is left out
        return;
    }
    hasChanged_ = true;
    entry->second = std::move(joined);
    ++function.visits[location];
  }
  if (function.flow.isReachable(location))
    function.worklist.emplace(function.order.position(location), location);
}

void Fixpoint::forEachState(const std::function<void(CfaId, LocationId, const State &)> &visit) const {
  for (CfaId cfa = 0; cfa < functions_.size(); ++cfa)
    for (LocationId location = 0; location < functions_[cfa]->states.size(); ++location)
      for (const auto &entry : functions_[cfa]->states[location])
        visit(cfa, location, entry.second);
}

std::uint64_t Fixpoint::countStates() const {
  std::uint64_t count = 0;
  for (const auto &function : functions_)
    for (const Disjuncts &disjuncts : function->states)
      count += disjuncts.size();
  return count;
}

} // namespace heddle::engines::modular
