#include "proof/check_modular.hpp"

#include "proof/check_form.hpp"
#include "proof/modular_checker.hpp"
#include "proof/modular_form.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::ActionId;
using program::ObjectId;

namespace {

constexpr std::size_t mostSituations = 50'000;
constexpr std::size_t someSituations = 256;
constexpr std::size_t longestCourse = 2'000; // it must take the same ones in all executions
constexpr std::size_t shortCourse = 100;     // the same if claims are checked, again and again

/// The pieces of static memory that the proof speaks of, as variables of a proof.
ReachabilityProof namesFor(const program::Program &program, const ModularProof &proof) {
  ReachabilityProof base;
  std::set<StaticCell> cells;
  for (const LockWord &lock : proof.locks)
    cells.insert(lock.cell);
  for (const HandOver &claim : proof.handOvers)
    cells.insert(claim.cell);
  for (const GuardedClaim &claim : proof.guarded)
    cells.insert(claim.cell);
  const auto addSum = [&](const SumClaim &claim) {
    for (const SumClaim::Term &term : claim.terms)
      if (term.reg == program::noRegister)
        cells.insert(term.cell);
  };
  for (const GuardedSum &claim : proof.guardedSums)
    addSum(claim.sum);
  for (const auto &[cell, set] : proof.global)
    cells.insert(cell);
  for (const ModularCase &each : proof.cases) {
    for (const auto &[cell, set] : each.memory)
      cells.insert(cell);
    for (const auto &[reg, cell] : each.loaded)
      cells.insert(cell);
    for (const SumClaim &claim : each.sums)
      addSum(claim);
  }
  for (const StaticCell &cell : cells)
    base.variables.push_back(
        {.kind = Variable::Kind::Memory, .width = cell.bytes * 8, .object = cell.object, .offset = cell.offset});
  for (const program::Cfa &cfa : program.cfas)
    base.pauses.emplace_back(cfa.locations.size());
  return base;
}

std::vector<std::uint64_t> configurationOf(const std::vector<Object> &objects) {
  std::vector<std::uint64_t> key;
  for (const Object &object : objects)
    key.insert(key.end(), {object.id, object.size, object.site, object.alive ? 1U : 0U});
  return key;
}

} // namespace

ModularChecker::ModularChecker(const program::Program &program, const ModularProof &proof, Queries &queries,
                               std::optional<Clock::time_point> deadline)
    : program_(program), proof_(proof), queries_(queries), base_(namesFor(program, proof)), vocabulary_(program, base_),
      provenance_(program), threads_(program, proof),
      claims_(proof, vocabulary_, provenance_, threads_.countsThreads()), arguments_(program, proof, vocabulary_),
      objects_(program, provenance_), ordering_(actionsThatOrderAddresses(program, provenance_)), begin_(Clock::now()),
      deadline_(deadline) {
  for (ObjectId id = 1; id < program.objects.size(); ++id)
    if (program.objects[id].kind == program::StaticObject::Kind::Variable &&
        program.objects[id].size > ActionSemantics::leastForgotten)
      untracked_.insert(id);
  for (const Variable &variable : base_.variables)
    untracked_.erase(variable.object);
  for (program::SiteId site = 0; site < program.sites.size(); ++site)
    untrackedSites_.insert(site);
  for (const ModularCase &each : proof.cases)
    for (const ModularCase::OwnCell &cell : each.objects)
      untrackedSites_.erase(cell.site);
  for (const ModularCase &each : proof.cases)
    for (const ModularCase::OwnForm &form : each.objectForms)
      untrackedSites_.erase(form.site);
  for (CaseId id = 0; id < proof.cases.size(); ++id)
    casesAt_[{proof.cases[id].cfa, proof.cases[id].location}].push_back(id);
  // Those that say most about locks come first.
  for (auto &[where, cases] : casesAt_)
    std::ranges::stable_sort(
        cases, [&](CaseId a, CaseId b) { return proof.cases[a].held.size() > proof.cases[b].held.size(); });
}

std::string ModularChecker::describe(const ModularCase &at, const std::string &what, program::SourceSpan span) const {
  const program::Cfa &cfa = program_.cfas[at.cfa];
  const program::SourceSpan line = program_.sources.userSpan(span.known() ? span : cfa.locations[at.location].span);
  return fmt::format("{}, location {}{}: {}", cfa.name, at.location,
                     line.known() ? fmt::format(" ({})", program_.sources.describe(line)) : "", what);
}

void ModularChecker::reject(const ModularCase &at, const std::string &what, program::SourceSpan span) const {
  // The engine may know that main does not take some actions, and that its joins are valid.
  if (at.cfa == 0 && !course_)
    leaveOpen("which actions main takes is not known, and in " + describe(at, what, span));
  throw CheckFailure{CheckResult::Kind::Invalid, describe(at, what, span)};
}

bool ModularChecker::isPossible(const std::vector<Expr> &premises, std::vector<Expr> conditions,
                                std::initializer_list<Expr> more) {
  conditions.insert(conditions.end(), more);
  return queries_.isPossible(premises, conditions);
}

bool ModularChecker::follows(const std::vector<Expr> &premises, const std::vector<Expr> &conditions,
                             const std::vector<Expr> &goals) {
  program::ExprPool &pool = vocabulary_.pool();
  const auto markOf = [this](Expr formula) -> std::uint64_t & {
    if (formula->id >= marks_.size())
      marks_.resize(formula->id + 1);
    return marks_[formula->id];
  };
  ++mark_;
  for (const Expr premise : premises)
    markOf(premise) = mark_;
  Expr all = pool.boolean(true);
  for (const Expr goal : goals)
    if (markOf(goal) != mark_)
      all = pool.conjunction(all, goal);
  return all->isTrue() || !isPossible(premises, conditions, {pool.negate(all)});
}

void ModularChecker::check() {
  if (program_.properties.contains(program::Property::NoDeadlock) &&
      std::ranges::any_of(proof_.locks, [](const LockWord &lock) { return lock.readers.has_value(); }))
    leaveOpen("waits for read-write locks are not followed");
  followAll();
  if (program_.properties.contains(program::Property::NoDataRace))
    checkRaces();
  if (program_.properties.contains(program::Property::NoDeadlock))
    checkDeadlocks();
}

std::set<RefutedClaim> ModularChecker::checkClaims() {
  onlyClaims_ = true;
  followAll();
  return std::move(refuted_);
}

/// That the cases and the global claims are preserved.
void ModularChecker::followAll() {
  course_ = courseOfMain(base_, vocabulary_, provenance_, queries_, onlyClaims_ ? shortCourse : longestCourse);
  enterMain();
  for (std::size_t done = 0; !pending_.empty(); ++done) {
    queries_.poll();
    if (done % someSituations == 0 && done != 0)
      giveUpIfSlow(done);
    Situation *next = pending_.back();
    pending_.pop_back();
    expand(*next);
  }
  checkInterference();
}

/// There are at least as many situations as cases. The first ones may take longer, because nothing is cached yet.
void ModularChecker::giveUpIfSlow(std::size_t done) const {
  constexpr int tolerance = 2;
  if (!deadline_)
    return;
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  const std::chrono::duration<double> allowed = *deadline_ - begin_;
  if (spent / static_cast<double>(done) * static_cast<double>(proof_.cases.size()) > tolerance * allowed)
    throw CheckFailure{CheckResult::Kind::Cancelled, "the check would take too long"};
}

void ModularChecker::enterMain() {
  program::ExprPool &pool = vocabulary_.pool();
  const program::LocationId entry = program_.cfas[0].entry;
  Ghosts ghosts = claims_.named();
  ghosts.count = pool.constant(0, ghosts.count->width);
  const SymbolicState initial = SymbolicState::initial(vocabulary_, {});
  for (const CaseId id : casesAt_[{0, entry}]) {
    const ModularCase &each = proof_.cases[id];
    std::vector<Expr> goals = formulasOf(claims_.of(each, initial, 0, ghosts));
    if (!each.alone)
      append(goals, claims_.global(initial));
    for (const Expr formula : sharedLocksAreFree(each, initial))
      goals.push_back(formula);
    if (each.held.empty() && each.reading.empty() && each.acquired.empty() && each.joinable.empty() &&
        follows(claims_.axioms(0, 0), {}, goals)) {
      situation(id, {});
      return;
    }
  }
  if (onlyClaims_ && enterWithFewer(casesAt_[{0, entry}], initial, 0, ghosts, claims_.axioms(0, 0)))
    return;
  throw CheckFailure{CheckResult::Kind::Invalid, "the initial state satisfies no case at the entry of main"};
}

/// Once other threads may run, a read-write lock has the holders that cases name.
std::vector<Expr> ModularChecker::sharedLocksAreFree(const ModularCase &each, const SymbolicState &state) const {
  std::vector<Expr> result;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
    if (!each.alone && proof_.locks[lock].readers)
      result.push_back(claims_.isFree(lock, state));
  return result;
}

const ModularChecker::Situation &ModularChecker::situation(CaseId id, const std::vector<Object> &objects) {
  const auto [entry, isNew] = index_.try_emplace({id, configurationOf(objects)}, nullptr);
  if (!isNew)
    return *entry->second;
  if (situations_.size() >= mostSituations + 2 * proof_.cases.size())
    leaveOpen("the threads have too many combinations of objects to be checked");
  const ModularCase &each = proof_.cases[id];
  Control control;
  control.threads.push_back(
      {.status = ThreadStatus::Active, .resting = true, .cfa = each.cfa, .location = each.location});
  control.objects = objects;
  Situation &result =
      situations_.emplace_back(Situation{.caseId = id, .state = {vocabulary_, control}, .premises = {}});
  result.premises = formulasOf(claims_.of(each, result.state, 0, claims_.named()));
  if (!each.alone)
    append(result.premises, claims_.global(result.state));
  for (const Expr axiom : claims_.axioms(each.cfa, 0))
    result.premises.push_back(axiom);
  for (const Expr formula : claims_.ofReaders(each, result.state))
    result.premises.push_back(formula);
  std::erase_if(result.premises, [](Expr formula) { return formula->isTrue(); });
  entry->second = &result;
  pending_.push_back(&result);
  return result;
}

/// Follows all actions from there, and decides whether the thread may be interrupted: outside of atomic blocks, where
/// it may have to wait in one, and before it has begun.
void ModularChecker::expand(Situation &from) {
  const ModularCase &each = caseOf(from);
  program::ExprPool &pool = vocabulary_.pool();
  ActionSemantics semantics(vocabulary_, provenance_, base_, queries_, from.premises);
  semantics.openThreads(true);
  semantics.forgetContents(untracked_, &untrackedSites_);
  const program::Cfa &cfa = program_.cfas[each.cfa];
  const std::vector<ObjectId> free = objects_.freeIds(from.state.control);
  Expr isEnabled = pool.boolean(false);
  std::vector<Expr> conditions; // of the successors
  bool joins = false;
  for (const ActionId action : cfa.outgoing[each.location]) {
    if (each.cfa == 0 && course_ && !course_->taken[action])
      continue;
    if (const auto ordered = ordering_.find({each.cfa, action});
        ordered != ordering_.end() && std::ranges::count_if(from.state.control.objects, [&](const Object &object) {
                                        return ordered->second.contains(originOf(object));
                                      }) > 1)
      leaveOpen("the effect of an action depends on the order of addresses of dynamic objects");
    for (const program::Instruction &instruction : cfa.actions[action].instructions)
      joins = joins || std::holds_alternative<program::Join>(instruction.operation);
    for (Successor &successor : semantics.execute(from.state, 0, action, free)) {
      Expr condition = pool.boolean(true);
      for (const Expr part : successor.state.conditions)
        condition = pool.conjunction(condition, part);
      isEnabled = pool.disjunction(isEnabled, condition);
      conditions.push_back(condition);
      if (successor.made > free.size())
        leaveOpen("an action that allocates too many objects cannot be checked");
      follow(from, action, std::move(successor));
    }
  }
  const bool rests = !cfa.locations[each.location].atomic || each.location == cfa.entry || joins;
  const bool checksWaits = checks(program::Property::NoDeadlock);
  const bool mayWait = (!rests || checksWaits) && !isEnabled->isTrue() &&
                       isPossible(from.premises, semantics.inputRanges(), {pool.negate(isEnabled)});
  from.isInterruptible = rests || mayWait;
  if (checksWaits && mayWait)
    findWait(from, isEnabled, conditions, semantics.inputRanges());
  if (from.isInterruptible && !each.acquired.empty())
    reject(each, "a lock that was loaded may have changed since, because other threads may run");
}

CheckResult checkModular(const program::Program &program, const ModularProof &proof, const CheckOptions &options,
                         support::Cancellation &cancellation,
                         std::optional<support::Cancellation::Clock::time_point> deadline) {
  try {
    checkClaim(program, {program::Property::NoDataRace, program::Property::NoDeadlock});
    requirePrivateObjects(program, Provenance(program));
    checkModularForm(program, proof);
    Queries queries(options.solver, cancellation);
    ModularChecker(program, proof, queries, deadline).check();
  } catch (const CheckFailure &failure) {
    return {failure.kind, failure.message};
  }
  return {};
}

} // namespace heddle::proof
