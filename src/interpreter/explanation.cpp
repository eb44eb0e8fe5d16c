#include "interpreter/explanation.hpp"

#include "interpreter/explainer.hpp"
#include "interpreter/heap_cells.hpp"
#include "interpreter/relevance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::interpreter {

using program::Property;

void Explainer::add(Fact::Role role, std::string text, std::optional<unsigned> thread, program::SourceSpan span,
                    std::string rest) {
  const program::SourceSpan user = program_.sources.userSpan(span);
  const bool isUser = user.known() && !program_.sources.isRuntime(user.file);
  facts_.push_back({role, std::move(text), thread, isUser ? user : program::SourceSpan{}, std::move(rest)});
}

std::string Explainer::objectName(ObjectId object, EntryId allocation) const {
  if (allocation == noEntry)
    return names_.object(state_.memory, object);
  // The id may have been reused since, so the state need not know the object any more.
  const auto &allocate = std::get<program::Allocate>(journal_[allocation].instruction->operation);
  const program::AllocationSite &site = program_.sites[allocate.site];
  return site.storage == program::Storage::Heap ? fmt::format("{}@{}", site.name, names_.where(site.span)) : site.name;
}

std::string Explainer::nameOf(const ByteRange &range, EntryId allocation) const {
  if (allocation == noEntry)
    return names_.place(state_.memory, range.object, range.begin, range.end - range.begin);
  const auto &allocate = std::get<program::Allocate>(journal_[allocation].instruction->operation);
  return objectName(range.object, allocation) +
         (allocate.storage == program::Storage::Heap
              ? heapCell(program_.types, program_.sites[allocate.site].type, state_.memory.size(range.object),
                         range.begin, range.end - range.begin)
              : program_.types.cellAt(program_.sites[allocate.site].type, range.begin, range.end - range.begin))
             .path;
}

std::string Explainer::nameAt(EntryId entry) const {
  const std::optional<Paths::Named> path = paths_.of(entry, state_.memory);
  return path ? path->name : nameOf(journal_[entry].range, journal_[entry].allocation);
}

std::string Explainer::lockName(Bits lock) const {
  for (EntryId id = journal_.end(); id-- > 0;)
    if (journal_[id].kind == Entry::Kind::Sync && journal_[id].value == lock)
      if (const std::optional<Paths::Named> path = paths_.of(id, state_.memory))
        return path->name;
  const ObjectId object = program_.pointers.object(lock);
  const std::uint64_t offset = program_.pointers.offset(lock);
  return nameOf({object, offset, offset}, journal_.allocationOf(object, journal_.end()));
}

std::string Explainer::listOf(const std::vector<HeldLock> &locks) const {
  std::vector<std::string> list;
  for (const HeldLock &held : locks)
    list.push_back(lockName(held.lock) + (held.reading ? " (for reading)" : ""));
  return list.empty() ? "no lock" : fmt::format("{}", fmt::join(list, " and "));
}

std::string Explainer::contentAt(EntryId id) const {
  const Entry &entry = journal_[id];
  const auto size = static_cast<unsigned>(entry.range.end - entry.range.begin);
  if (const std::optional<Paths::Named> path = paths_.of(id, state_.memory); path && path->type != program::unknownType)
    return names_.value(state_.memory, entry.value, size * 8, path->type);
  const Place place{.object = entry.range.object, .offset = entry.range.begin};
  return names_.content(state_.memory, place, size, entry.value);
}

void Explainer::addOrigin(ObjectId object, EntryId allocation) {
  if (allocation != noEntry) {
    const auto &allocate = std::get<program::Allocate>(journal_[allocation].instruction->operation);
    const std::string name = objectName(object, allocation);
    addAt(Fact::Role::Allocation,
          allocate.storage == program::Storage::Heap
              ? fmt::format("it was allocated by {}", Names::thread(journal_[allocation].thread))
              : fmt::format("{} is a local variable of {}", name, Names::thread(journal_[allocation].thread)),
          allocation);
    return;
  }
  if (object == program::nullObject || object >= program_.objects.size())
    return;
  const program::StaticObject &variable = program_.objects[object];
  if (variable.kind == program::StaticObject::Kind::Variable && variable.span.known())
    add(Fact::Role::Allocation, fmt::format("{} is a static variable, declared", variable.name), {}, variable.span);
}

EntryId Explainer::releaseOf(ObjectId object, EntryId allocation) const {
  if (allocation == noEntry)
    return noEntry;
  for (EntryId id = journal_.end(); id-- > allocation;)
    if (journal_[id].kind == Entry::Kind::Free && journal_[id].range.object == object)
      return id;
  return noEntry;
}

std::string_view name(Fact::Role role) {
  switch (role) {
  case Fact::Role::Access:
    return "access";
  case Fact::Role::Order:
    return "order";
  case Fact::Role::Allocation:
    return "allocation";
  case Fact::Role::Release:
    return "release";
  case Fact::Role::Value:
    return "value";
  case Fact::Role::Lock:
    return "lock";
  case Fact::Role::Waiting:
    return "waiting";
  case Fact::Role::Cycle:
    return "cycle";
  }
  return {};
}

void Explainer::failure(const Failure &failure) {
  switch (failure.property) {
  case Property::NoDataRace:
    return race(failure);
  case Property::ValidDeref:
  case Property::ValidFree:
    return invalidAccess(failure);
  case Property::ValidMemtrack:
    return lostObject(failure);
  case Property::LockDiscipline:
    return lockMisuse(failure);
  case Property::NoOverflow:
    return values(true);
  case Property::UnreachCall:
  case Property::DefinedBehaviour:
    return values(false);
  case Property::NoDeadlock:
  case Property::KnownFunctions:
  case Property::Vacuity:
    return;
  }
}

Explanation explain(const program::Program &program, const Schedule &schedule, const Limits &limits,
                    const RaceFilter &passesOver) {
  Machine machine(program, limits);
  machine.setRaceFilter(passesOver);
  Journal journal(program);
  machine.setObserver(&journal);
  ScheduledInputs inputs(schedule);
  State state = machine.initialState();
  StepResult last = machine.start(state, inputs);
  machine.settle(state);
  journal.endStep();
  for (std::size_t i = 0; i < schedule.steps.size() && last.kind == StepResult::Kind::Done && !state.ended; ++i) {
    const unsigned thread = schedule.steps[i];
    if (thread >= state.threads.size() || !machine.enabled(state, thread))
      return {};
    journal.beginStep(static_cast<unsigned>(i));
    last = machine.step(state, thread, inputs);
    machine.settle(state);
    journal.endStep();
  }
  if (journal.isFull())
    return {};
  machine.setObserver(nullptr);
  Explainer explainer(machine, journal, state);
  if (journal.failure()) {
    explainer.failure(*journal.failure());
    std::vector<EntryId> roots = explainer.roots();
    roots.push_back(journal.end() - 1);
    return {explainer.take(), relevantSteps(journal, schedule.steps.size(), roots, {})};
  }
  if (last.kind != StepResult::Kind::Done || state.ended || !program.properties.contains(Property::NoDeadlock))
    return {};
  std::vector<unsigned> waiting = schedule.deadlocked;
  for (unsigned thread = 0; schedule.deadlocked.empty() && thread < state.threads.size(); ++thread) {
    if (machine.enabled(state, thread))
      return {};
    if (state.threads[thread].active())
      waiting.push_back(thread);
  }
  explainer.deadlock(waiting);
  return {explainer.take(), relevantSteps(journal, schedule.steps.size(), explainer.roots(), waiting)};
}

} // namespace heddle::interpreter
