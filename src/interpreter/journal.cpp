// The machine notifies its observer of operations with an observable effect only. The others are processed when the
// next operation that the journal is notified of, or the next action, shows that they have been executed.
#include "interpreter/journal.hpp"

#include "support/overloaded.hpp"

#include <algorithm>

namespace heddle::interpreter {

using program::SyncKind;

namespace {

constexpr std::size_t mostEntries = 1'000'000;

void normalise(std::vector<EntryId> &entries) {
  std::ranges::sort(entries);
  const auto rest = std::ranges::unique(entries);
  entries.erase(rest.begin(), rest.end());
}

} // namespace

std::span<const EntryId> Journal::valuesOf(EntryId id) const {
  return std::span(dependencies_).subspan(entries_[id].first, entries_[id].values);
}

std::span<const EntryId> Journal::addressesOf(EntryId id) const {
  return std::span(dependencies_).subspan(entries_[id].first + entries_[id].values, entries_[id].addresses);
}

EntryId Journal::add(Entry entry, const std::vector<EntryId> &values, const std::vector<EntryId> &addresses) {
  if (entries_.size() >= mostEntries) {
    isFull_ = true;
    return noEntry;
  }
  entry.step = step_;
  if (entry.instruction != nullptr)
    entry.span = entry.instruction->span;
  entry.first = static_cast<std::uint32_t>(dependencies_.size());
  entry.values = static_cast<std::uint32_t>(values.size());
  entry.addresses = static_cast<std::uint32_t>(addresses.size());
  dependencies_.insert(dependencies_.end(), values.begin(), values.end());
  dependencies_.insert(dependencies_.end(), addresses.begin(), addresses.end());
  entries_.push_back(entry);
  return static_cast<EntryId>(entries_.size() - 1);
}

void Journal::set(unsigned thread, program::RegisterId id, EntryId entry) {
  std::vector<EntryId> &registers = registers_[thread];
  if (registers.size() <= id)
    registers.resize(id + 1, noEntry);
  registers[id] = entry;
}

std::vector<EntryId> Journal::sourcesOf(program::Expr expression) const {
  std::vector<EntryId> sources;
  const auto registers = registers_.find(thread_);
  if (registers == registers_.end())
    return sources;
  forEachRegister(expression, [&](program::RegisterId id) {
    if (id < registers->second.size() && registers->second[id] != noEntry)
      sources.push_back(registers->second[id]);
  });
  normalise(sources);
  return sources;
}

std::vector<EntryId> Journal::writersOf(const ByteRange &range) const {
  std::vector<EntryId> result;
  const auto writers = writers_.find(range.object);
  if (writers == writers_.end())
    return result;
  for (std::uint64_t i = range.begin; i < range.end && i < writers->second.size(); ++i)
    if (writers->second[i] != noEntry)
      result.push_back(writers->second[i]);
  normalise(result);
  return result;
}

void Journal::setWriter(const ByteRange &range, EntryId writer) {
  std::vector<EntryId> &writers = writers_[range.object];
  if (writers.size() < range.end)
    writers.resize(range.end, noEntry);
  std::fill(writers.begin() + static_cast<std::ptrdiff_t>(range.begin),
            writers.begin() + static_cast<std::ptrdiff_t>(range.end), writer);
}

void Journal::takes(const State &state, unsigned thread, program::ActionId action) {
  finishAction();
  thread_ = thread;
  cfa_ = state.threads[thread].cfa;
  instructions_ = &program_.cfas[cfa_].actions[action].instructions;
  next_ = 0;
}

void Journal::occurred(const State & /*state*/, const Occurrence &occurrence) {
  while (next_ < instructions_->size() && &(*instructions_)[next_] != occurrence.instruction)
    process((*instructions_)[next_++], nullptr);
  if (next_ < instructions_->size())
    process((*instructions_)[next_++], &occurrence);
}

void Journal::finishAction() {
  while (instructions_ != nullptr && next_ < instructions_->size())
    process((*instructions_)[next_++], nullptr);
}

void Journal::chosen(const State & /*state*/, const InputRequest &request, Bits value) {
  Entry entry{.kind = Entry::Kind::Input, .thread = request.thread, .span = request.span, .value = value};
  if (request.name != nullptr) {
    inputs_[{request.thread, request.name}] = add(entry);
    return;
  }
  // The first read of uninitialised memory gives it its value.
  const ObjectId object = program_.pointers.object(request.address);
  const std::uint64_t begin = program_.pointers.offset(request.address);
  entry.range = {object, begin, begin};
  for (unsigned i = 0; i < 32; ++i)
    if (((request.bytes >> i) & 1U) != 0)
      entry.range.end = begin + i + 1;
  entry.allocation = allocationOf(object, end());
  const EntryId input = add(entry);
  for (unsigned i = 0; i < 32; ++i)
    if (((request.bytes >> i) & 1U) != 0)
      setWriter({object, begin + i, begin + i + 1}, input);
}

void Journal::process(const program::Instruction &instruction, const Occurrence *occurrence) {
  Entry entry{.thread = thread_, .cfa = cfa_, .instruction = &instruction};
  if (occurrence != nullptr) {
    entry.value = occurrence->value;
    entry.other = occurrence->other;
    const Place &place = occurrence->place;
    entry.range = {place.object, place.offset, place.offset + occurrence->size};
    if (place.object != program::nullObject)
      entry.allocation = allocationOf(place.object, end());
  }
  const auto as = [&](Entry::Kind kind) {
    entry.kind = kind;
    return entry;
  };
  std::visit(support::Overloaded{
                 [&](const program::Assign &op) {
                   set(thread_, op.target, add(as(Entry::Kind::Assign), sourcesOf(op.value)));
                 },
                 [&](const program::Havoc &op) {
                   const auto input = inputs_.find({thread_, &op.name});
                   set(thread_, op.target, input != inputs_.end() ? input->second : noEntry);
                 },
                 [&](const program::Load &op) {
                   if (occurrence != nullptr)
                     set(thread_, op.target, add(as(Entry::Kind::Read), writersOf(entry.range), sourcesOf(op.address)));
                 },
                 [&](const program::Store &op) {
                   if (occurrence != nullptr)
                     setWriter(entry.range, add(as(Entry::Kind::Write), sourcesOf(op.value), sourcesOf(op.address)));
                 },
                 [&](const program::Guard &op) {
                   if (!op.condition->isConstant())
                     add(as(Entry::Kind::Guard), sourcesOf(op.condition));
                 },
                 [&](const program::Allocate &op) {
                   if (occurrence == nullptr)
                     return;
                   writers_.erase(entry.range.object);
                   entry.allocation = end();
                   const EntryId allocation = add(as(Entry::Kind::Allocate), sourcesOf(op.size));
                   allocations_[entry.range.object] = allocation;
                   set(thread_, op.target, allocation);
                 },
                 [&](const program::Free &op) {
                   if (occurrence != nullptr)
                     add(as(Entry::Kind::Free), {}, sourcesOf(op.address));
                 },
                 [&](const program::ObjectSize &op) {
                   set(thread_, op.target, add(as(Entry::Kind::Assign), sourcesOf(op.address)));
                 },
                 [&](const program::Spawn &op) {
                   if (occurrence == nullptr)
                     return;
                   const EntryId start = add(as(Entry::Kind::Start), sourcesOf(op.argument));
                   set(thread_, op.target, start);
                   registers_[entry.other].clear();
                   if (const program::RegisterId id = program_.cfas[op.cfa].argument; id != program::noRegister)
                     set(entry.other, id, start);
                 },
                 [&](const program::Join &op) {
                   if (occurrence == nullptr)
                     return;
                   const auto result = results_.find(entry.other);
                   const bool hasResult = op.target != program::noRegister && result != results_.end();
                   const EntryId join = add(as(Entry::Kind::Join),
                                            hasResult ? std::vector<EntryId>{result->second} : std::vector<EntryId>(),
                                            sourcesOf(op.thread));
                   if (op.target != program::noRegister)
                     set(thread_, op.target, join);
                 },
                 [&](const program::Detach &op) {
                   if (occurrence != nullptr)
                     add(as(Entry::Kind::Detach), {}, sourcesOf(op.thread));
                 },
                 [&](const program::EndThread &op) {
                   if (occurrence != nullptr)
                     results_[thread_] = add(as(Entry::Kind::End), sourcesOf(op.result));
                 },
                 [&](const program::EndProgram &) {
                   if (occurrence != nullptr)
                     add(as(Entry::Kind::End));
                 },
                 [&](const program::Sync &op) {
                   if (occurrence != nullptr && op.kind != SyncKind::PassOut)
                     add(as(Entry::Kind::Sync), {}, sourcesOf(op.object));
                 },
                 [](const program::Fence &) {},
                 [](const program::AtomicBegin &) {},
                 [](const program::Assume &) {},
                 [](const program::Check &) {},
                 [](const program::Halt &) {},
             },
             instruction.operation);
}

void Journal::violated(const State & /*state*/, const Failure &failure) {
  failure_ = failure;
  while (failure.instruction != nullptr && next_ < instructions_->size() &&
         &(*instructions_)[next_] != failure.instruction)
    process((*instructions_)[next_++], nullptr);
  Entry entry{.kind = Entry::Kind::Failure,
              .thread = failure.thread,
              .cfa = cfa_,
              .instruction = failure.instruction,
              .range = failure.range,
              .value = failure.pointer};
  std::vector<EntryId> values;
  if (failure.instruction != nullptr)
    program::forEachExpression(failure.instruction->operation, [&](program::Expr expression) {
      const std::vector<EntryId> sources = sourcesOf(expression);
      values.insert(values.end(), sources.begin(), sources.end());
    });
  normalise(values);
  add(entry, values);
  instructions_ = nullptr; // what follows in the action is not executed
}

void Journal::endStep() {
  finishAction();
  instructions_ = nullptr;
  noteLocks();
}

EntryId Journal::allocationOf(ObjectId object, EntryId before) const {
  const auto last = allocations_.find(object);
  if (last == allocations_.end())
    return noEntry;
  for (EntryId id = std::min(last->second, before);; --id) {
    if (id < before && entries_[id].kind == Entry::Kind::Allocate && entries_[id].range.object == object)
      return id;
    if (id == 0)
      return noEntry;
  }
}

/// A mutex or spin lock changes its holder when its first word is written: 0 frees it. A read-write lock is entered if
/// its state is written in the step that names it, and left by the step that says so.
void Journal::noteLocks() {
  const auto syncKind = [&](EntryId id) {
    return entries_[id].kind == Entry::Kind::Sync
               ? std::optional(std::get<program::Sync>(entries_[id].instruction->operation).kind)
               : std::nullopt;
  };
  const auto isWritten = [&](Bits lock) {
    return std::any_of(entries_.begin() + firstOfStep_, entries_.end(), [&](const Entry &entry) {
      return entry.kind == Entry::Kind::Write &&
             program_.pointers.pointer(entry.range.object, entry.range.begin) == lock;
    });
  };
  const auto release = [&](EntryId at, Bits lock, std::optional<unsigned> thread) {
    std::vector<Holder> &holders = holders_[lock];
    const auto holder = std::ranges::find_if(holders, [&](const Holder &h) { return !thread || h.thread == *thread; });
    if (holder == holders.end())
      return;
    lockChanges_.push_back({at, holder->thread, holder->held, false});
    holders.erase(holder);
  };
  const auto take = [&](EntryId at, unsigned thread, const HeldLock &held) {
    lockChanges_.push_back({at, thread, held, true});
    holders_[held.lock].push_back({thread, held});
  };
  // The operation that names a write is the last one before it, or the first one after it.
  std::map<Bits, EntryId> named;
  std::map<Bits, EntryId> last;
  for (EntryId id = firstOfStep_; id < end(); ++id) {
    const std::optional<SyncKind> kind = syncKind(id);
    if (!kind)
      continue;
    named.try_emplace(entries_[id].value, id);
    if (kind == SyncKind::Lock || kind == SyncKind::TryLock || kind == SyncKind::Unlock)
      mutexes_.insert(entries_[id].value);
  }
  for (EntryId id = firstOfStep_; id < end(); ++id) {
    const Entry entry = entries_[id];
    const std::optional<SyncKind> kind = syncKind(id);
    if (kind)
      last[entry.value] = id;
    if ((kind == SyncKind::ReadLock || kind == SyncKind::WriteLock) && isWritten(entry.value))
      take(id, entry.thread, {entry.value, id, kind == SyncKind::ReadLock});
    else if (kind == SyncKind::RwUnlock)
      release(id, entry.value, entry.thread);
    if (entry.kind != Entry::Kind::Write)
      continue;
    const Bits lock = program_.pointers.pointer(entry.range.object, entry.range.begin);
    if (!mutexes_.contains(lock))
      continue;
    release(id, lock, std::nullopt);
    if (entry.value != 0)
      take(id, entry.thread, {lock, last.contains(lock) ? last[lock] : named.contains(lock) ? named[lock] : id});
  }
  firstOfStep_ = end();
}

std::vector<Bits> Journal::changedLocks() const {
  std::vector<Bits> locks;
  for (auto change = lockChanges_.rbegin(); change != lockChanges_.rend() && entries_[change->at].step == step_;
       ++change)
    if (std::ranges::find(locks, change->held.lock) == locks.end())
      locks.push_back(change->held.lock);
  return locks;
}

std::vector<Journal::Holder> Journal::holdersNow(Bits lock) const {
  const auto found = holders_.find(lock);
  return found == holders_.end() ? std::vector<Holder>() : found->second;
}

bool Journal::took(EntryId sync) const {
  for (std::size_t i = lockChanges_.size(); i-- > 0;) {
    const LockChange &change = lockChanges_[i];
    if (change.isTaken && change.held.taken == sync)
      return true;
    if (entries_[change.at].step < entries_[sync].step)
      return false;
  }
  return false;
}

std::vector<HeldLock> Journal::heldBy(unsigned thread, EntryId before) const {
  std::vector<HeldLock> held;
  for (const LockChange &change : lockChanges_) {
    if (change.at >= before || change.thread != thread)
      continue;
    if (change.isTaken)
      held.push_back(change.held);
    else if (const auto it = std::ranges::find(held, change.held.lock, &HeldLock::lock); it != held.end())
      held.erase(it);
  }
  return held;
}

std::vector<Journal::Holder> Journal::holdersOf(Bits lock, EntryId before) const {
  std::set<unsigned> threads;
  for (const LockChange &change : lockChanges_)
    if (change.held.lock == lock)
      threads.insert(change.thread);
  std::vector<Holder> holders;
  for (const unsigned thread : threads)
    for (const HeldLock &held : heldBy(thread, before))
      if (held.lock == lock)
        holders.push_back({thread, held});
  return holders;
}

} // namespace heddle::interpreter
