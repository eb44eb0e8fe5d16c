#include "proof/parametric_paths.hpp"

#include "proof/describe.hpp"
#include "proof/local_loops.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::ActionId;
using program::CfaId;
using program::ObjectId;

namespace {

constexpr std::size_t mostPaths = 4'096;
constexpr std::size_t longestPath = 1'000;
constexpr std::uint64_t largeObject = 64; // bytes
/// The inputs that stand for what weak reads read.
constexpr std::uint64_t weakSource = UINT64_MAX - 2;

[[noreturn]] void abandon(const std::string &what) { throw CheckFailure{CheckResult::Kind::Inconclusive, what}; }

} // namespace

ThreadPaths::ThreadPaths(const ParametricProof &proof, Vocabulary &vocabulary, Provenance &provenance, Queries &queries,
                         const ParametricFacts &facts, LargeObjects largeObjects, const WeakReads *weakReads)
    : proof_(proof), program_(vocabulary.program()), vocabulary_(vocabulary), provenance_(provenance),
      queries_(queries), facts_(facts), weakReads_(weakReads), objects_(program_, provenance) {
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    endless_.push_back(endlessActions(cfa, proof_.base.pauses[cfa], vocabulary_, queries_));
  if (largeObjects == LargeObjects::Arbitrary)
    findUntracked();
  for (PlaceId id = 0; id < proof_.places.size(); ++id)
    if (const Thread &thread = threadAt(id); !proof_.places[id].fresh)
      index_[{thread.cfa, thread.location, thread.resting}].push_back(id);
}

void ThreadPaths::findUntracked() {
  for (ObjectId id = 1; id < program_.objects.size(); ++id)
    if (program_.objects[id].kind == program::StaticObject::Kind::Variable && program_.objects[id].size > largeObject)
      untracked_.insert(id);
  for (const Variable &variable : proof_.base.variables)
    if (variable.kind == Variable::Kind::Memory)
      untracked_.erase(variable.object);
  for (const StaticCell &cell : proof_.claims.handleCells)
    untracked_.erase(cell.object);
}

const std::vector<ThreadPath> &ThreadPaths::from(PlaceId place) {
  const auto known = known_.find(place);
  if (known != known_.end())
    return known->second;
  found_.clear();
  extend(place, {.state = stateAt(place),
                 .handles = {},
                 .actions = {},
                 .target = {},
                 .children = {},
                 .accesses = {},
                 .message = {},
                 .span = {}});
  return known_.emplace(place, std::move(found_)).first->second;
}

SymbolicState ThreadPaths::stateAt(PlaceId id) const {
  const Place &place = proof_.places[id];
  SymbolicState state(vocabulary_, proof_.base.controls[place.control]);
  for (const auto &[variable, value] : place.pointers) {
    const Variable &what = proof_.base.variables[variable];
    const Expr pointer = vocabulary_.pool().constant(value, what.width);
    if (what.kind == Variable::Kind::Register)
      state.setRegister(0, what.cfa, what.reg, pointer);
    else
      state.write(what.object, what.offset, pointer, vocabulary_.pool().boolean(true));
  }
  return state;
}

std::optional<PlaceId> ThreadPaths::entryOf(CfaId cfa) const {
  for (PlaceId id = 0; id < proof_.places.size(); ++id) {
    const Place &place = proof_.places[id];
    const Thread &thread = threadAt(id);
    if (place.fresh && thread.cfa == cfa && thread.location == program_.cfas[cfa].entry && place.pointers.empty() &&
        proof_.base.controls[place.control].objects.empty())
      return id;
  }
  return std::nullopt;
}

/// Adds all paths that begin with this one.
void ThreadPaths::extend(PlaceId from, ThreadPath path) {
  program::ExprPool &pool = vocabulary_.pool();
  const std::vector<Expr> nothing;
  ActionSemantics semantics(vocabulary_, provenance_, proof_.base, queries_, nothing);
  semantics.openThreads(facts_.joinsAreValid());
  semantics.forgetContents(untracked_);
  const Thread thread = path.state.control.threads.front();
  const std::vector<ObjectId> objects = objects_.freeIds(path.state.control);
  const std::size_t known = path.state.conditions.size();
  Expr isEnabled = pool.boolean(false);
  for (const ActionId action : semantics.candidates(thread))
    for (Successor &successor : semantics.execute(path.state, 0, action, objects)) {
      Expr condition = pool.boolean(true);
      for (std::size_t i = known; i < successor.state.conditions.size(); ++i)
        condition = pool.conjunction(condition, successor.state.conditions[i]);
      isEnabled = pool.disjunction(isEnabled, condition);
      if (successor.made > objects.size())
        abandon("an action that allocates too many objects cannot be checked");
      follow(from, path, std::move(successor), action);
    }
  if (thread.resting || isEnabled->isTrue())
    return;
  Successor waits = semantics.executeNothing(path.state, 0);
  for (const Expr range : semantics.inputRanges())
    waits.state.conditions.push_back(range);
  waits.state.conditions.push_back(pool.negate(isEnabled));
  follow(from, path, std::move(waits), noAction);
}

void ThreadPaths::follow(PlaceId from, const ThreadPath &before, Successor successor, ActionId action) {
  const bool ends = successor.kind == Successor::Kind::Discarded || successor.kind == Successor::Kind::ProgramEnd;
  if (ends && weakReads_ == nullptr)
    return;
  const bool isConditional = successor.state.conditions.size() > before.state.conditions.size();
  if (isConditional && !queries_.findModel({}, successor.state.conditions))
    return;
  ThreadPath path{.kind = successor.kind,
                  .state = std::move(successor.state),
                  .handles = before.handles,
                  .actions = before.actions,
                  .target = {},
                  .children = {},
                  .accesses = before.accesses,
                  .message = std::move(successor.message),
                  .span = successor.span};
  path.handles.insert(path.handles.end(), successor.handles.begin(), successor.handles.end());
  path.actions.push_back(action);
  for (const SharedAccess &access : successor.accesses) // others end the lifetime of objects of this thread
    if (access.instruction != SharedAccess::noInstruction)
      path.accesses.push_back({access, action});
  if (ends) {
    forgetWeakReads(from, path);
    ending_[from].push_back(std::move(path));
    return;
  }
  path.continues = path.kind == Successor::Kind::Step && path.state.control.threads.front().isActive();
  if (!path.continues)
    return finish(from, std::move(path));
  objects_.forgetDead(path.state.control);
  const std::vector<std::vector<ActionId>> &cuts = proof_.places[from].cuts;
  const bool isCut = std::find(cuts.begin(), cuts.end(), path.actions) != cuts.end();
  const bool isRest = path.state.control.threads.front().resting;
  if (isCut && !isRest) {
    // Where a step is not divided, it has finitely many paths, which all end. Its parts might follow each other
    // forever, while the other threads wait.
    const std::vector<bool> &endless = endless_[cfaAt(from)];
    if (std::any_of(path.actions.begin(), path.actions.end(),
                    [&](ActionId id) { return id != noAction && endless[id]; }))
      abandon(fmt::format("{} may stay in a local loop forever, and never rests in it",
                          nameOfThread(program_, threadAt(from), 0)));
  }
  if (isRest || isCut)
    return finish(from, std::move(path));
  if (path.actions.size() >= longestPath)
    abandon("a step with too many actions cannot be checked");
  extend(from, std::move(path));
}

/// Each place that is read without synchronising gets any value; as no other thread moves in between, one for the path.
void ThreadPaths::forgetWeakReads(PlaceId from, ThreadPath &path) {
  if (weakReads_ == nullptr)
    return;
  program::ExprPool &pool = vocabulary_.pool();
  StaticRanges weak;
  for (const WeakReads::WeakRead &read : weakReads_->on(cfaAt(from), path.actions, !isRunning(from))) {
    const auto mayBe = [&](program::Bits value) {
      const StaticRange &place = read.ranges.front();
      const Expr content =
          SymbolicState(vocabulary_, {})
              .read(place.object, static_cast<std::uint64_t>(place.offset), static_cast<unsigned>(place.bytes));
      std::vector<Expr> conditions = path.state.conditions;
      conditions.push_back(pool.eq(content, pool.constant(value, content->width)));
      return queries_.findModel({}, conditions);
    };
    if (read.values.empty() || std::any_of(read.values.begin(), read.values.end(), mayBe))
      weak.insert(weak.end(), read.ranges.begin(), read.ranges.end());
  }
  if (weak.empty())
    return;
  const auto nameOf = [&](Expr name) -> Expr {
    const std::optional<Variable> what = vocabulary_.variableOf(name->index);
    if (!what || what->kind != Variable::Kind::Memory || what->object >= program_.objects.size())
      return nullptr;
    const StaticRange word{what->object, static_cast<std::int64_t>(what->offset), what->width / 8};
    return mayOverlap({word}, weak) ? vocabulary_.ofInput(name->index, name->width, weakSource) : nullptr;
  };
  path.state.replaceNames(nameOf);
  for (PathAccess &access : path.accesses)
    access.address = pool.substitute(access.address, nameOf);
}

void ThreadPaths::finish(PlaceId from, ThreadPath path) {
  if (found_.size() >= mostPaths)
    abandon("a step with too many paths cannot be checked");
  forgetWeakReads(from, path);
  if (!path.isError()) {
    if (path.continues)
      path.target = placeOf(path.state);
    const std::vector<Thread> &threads = path.state.control.threads;
    for (std::size_t slot = 1; slot < threads.size(); ++slot)
      path.children.push_back(entryOf(threads[slot].cfa));
  }
  found_.push_back(std::move(path));
}

bool ThreadPaths::holds(const SymbolicState &state, const std::pair<VariableId, program::Bits> &pointer) const {
  const Variable &what = proof_.base.variables[pointer.first];
  const Expr value = what.kind == Variable::Kind::Register ? state.reg(0, what.cfa, what.reg)
                                                           : state.read(what.object, what.offset, what.width / 8);
  return value->isConstant() && value->value == pointer.second;
}

/// The place of the proof that says most about the thread.
std::optional<PlaceId> ThreadPaths::placeOf(const SymbolicState &state) const {
  const Thread &thread = state.control.threads.front();
  const auto here = index_.find({thread.cfa, thread.location, thread.resting});
  if (here == index_.end())
    return std::nullopt;
  std::optional<PlaceId> best;
  for (const PlaceId id : here->second) {
    const Place &place = proof_.places[id];
    if (proof_.base.controls[place.control].objects != state.control.objects)
      continue;
    if (best && proof_.places[*best].pointers.size() >= place.pointers.size())
      continue;
    if (std::all_of(place.pointers.begin(), place.pointers.end(), [&](const auto &p) { return holds(state, p); }))
      best = id;
  }
  return best;
}

} // namespace heddle::proof
