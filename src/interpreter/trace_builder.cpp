// Traces in terms of the C program.
//
// A step inside Heddle's library models (e.g. locking a mutex) is shown by its Sync, as "lock m", without its raw
// accesses. If no Sync names the step, the accesses are shown, because the step would be missing otherwise. Local
// computation of the models is never shown.
#include "interpreter/trace_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace heddle::interpreter {

namespace {

/// As in C: '-', '\0'.
std::string characters(Bits value, unsigned width) {
  std::string text;
  for (unsigned i = 0; i < width / 8; ++i, value >>= 8) {
    const auto byte = static_cast<unsigned char>(value & 0xff);
    const std::string escape = byte == '\'' || byte == '\\' ? "\\" : "";
    text += byte == 0                     ? "\\0"
            : byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte)
                                          : escape + static_cast<char>(byte);
  }
  return "'" + text + "'";
}

} // namespace

void TraceBuilder::noteThread(unsigned slot, program::CfaId cfa) {
  if (trace_.threads.size() <= slot)
    trace_.threads.resize(slot + 1);
  std::string &name = trace_.threads[slot].name;
  const std::string &added = program_.cfas[cfa].name;
  // A reused slot lists all functions that ran in it.
  if (name.empty())
    name = added;
  else if (name != added && !name.ends_with("/" + added))
    name += "/" + added;
}

void TraceBuilder::beginStep(unsigned thread) {
  trace_.schedule.steps.push_back(thread);
  journal_.beginStep(static_cast<unsigned>(trace_.schedule.steps.size() - 1));
}

void TraceBuilder::takes(const State &state, unsigned thread, program::ActionId action) {
  if (events_)
    journal_.takes(state, thread, action);
}

void TraceBuilder::endStep(const State &state) {
  if (events_)
    journal_.endStep();
  finishAttempts();
  noteLocks(state);
  flush();
}

void TraceBuilder::violated(const State &state, const Failure &failure) {
  attempts_.clear(); // the step has not come to its end
  if (events_)
    journal_.violated(state, failure);
}

void TraceBuilder::flush() {
  // Which operation a choice belongs to is known when the step is complete.
  for (Pending &pending : pending_)
    if (pending.choice && sync_ == program::SyncKind::CondSignal && *pending.choice != 0)
      pending.event.text = "the signal wakes " + Names::thread(static_cast<unsigned>(*pending.choice) - 1);
  sync_.reset();
  const std::size_t first = trace_.events.size();
  std::vector<EntryId> entries;
  for (Pending &pending : pending_)
    if (!pending.raw || !named_) {
      trace_.events.push_back(std::move(pending.event));
      details_.push_back(std::move(pending.details));
      entries.push_back(pending.entry);
    }
  if (events_ && !journal_.isFull())
    origins_.addTo(details_, trace_.events, first, entries);
  pending_.clear();
  named_ = false;
}

void TraceBuilder::add(const Occurrence &occurrence, std::string text, bool local, std::vector<EventAccess> accesses) {
  const bool inModel = program_.sources.isRuntime(occurrence.instruction->span.file);
  if (inModel && local)
    return;
  const std::size_t steps = trace_.schedule.steps.size();
  Pending pending;
  pending.event = {steps == 0 ? 0 : static_cast<unsigned>(steps - 1), occurrence.thread,
                   program_.sources.userSpan(occurrence.instruction->span), std::move(text), local};
  pending.details.accesses = std::move(accesses);
  if (!journal_.isFull() && journal_.end() != 0 && journal_[journal_.end() - 1].instruction == occurrence.instruction)
    pending.entry = journal_.end() - 1;
  const program::Operation &operation = occurrence.instruction->operation;
  pending.raw = inModel && (std::holds_alternative<program::Load>(operation) ||
                            std::holds_alternative<program::Store>(operation) ||
                            std::holds_alternative<program::Fence>(operation));
  pending_.push_back(std::move(pending));
}

void TraceBuilder::occurred(const State &state, const Occurrence &occurrence) {
  if (!events_)
    return;
  journal_.occurred(state, occurrence);
  const Names &names = machine_.names();
  const Memory &memory = state.memory;
  const program::Operation &operation = occurrence.instruction->operation;
  if (const auto *assign = std::get_if<program::Assign>(&operation)) {
    const program::Register &reg = program_.cfas[occurrence.cfa].registers[assign->target];
    if (!reg.isVariable)
      return;
    const std::string value = names.value(memory, occurrence.value, reg.width, reg.type);
    add(occurrence, fmt::format("{} = {}", reg.name, value), true, {{reg.name, value}});
  } else if (const auto *load = std::get_if<program::Load>(&operation)) {
    addAccess(state, occurrence, true, load->access.shared);
  } else if (const auto *store = std::get_if<program::Store>(&operation)) {
    addAccess(state, occurrence, false, store->access.shared);
  } else if (const auto *fence = std::get_if<program::Fence>(&operation)) {
    add(occurrence, fmt::format("fence ({})", program::name(fence->order)), false);
  } else if (std::holds_alternative<program::Allocate>(operation)) {
    const DynamicObject &object = *memory.dynamic(occurrence.place.object);
    if (object.storage == program::Storage::Heap)
      add(occurrence, fmt::format("allocate {} ({} bytes)", names.object(memory, occurrence.place.object), object.size),
          true);
  } else if (const auto *free = std::get_if<program::Free>(&operation)) {
    if (free->storage == program::Storage::Heap)
      add(occurrence, "free " + pathTo(occurrence.place.object, state), !free->access.shared);
  } else if (const auto *spawn = std::get_if<program::Spawn>(&operation)) {
    noteThread(occurrence.other, spawn->cfa);
    add(occurrence, fmt::format("start {} ({})", program_.cfas[spawn->cfa].name, Names::thread(occurrence.other)),
        false);
  } else if (std::holds_alternative<program::Join>(operation)) {
    add(occurrence, "join " + Names::thread(occurrence.other), false);
  } else if (std::holds_alternative<program::Detach>(operation)) {
    add(occurrence, "detach " + Names::thread(occurrence.other), false);
  } else if (std::holds_alternative<program::EndThread>(operation)) {
    add(occurrence, "end of " + program_.cfas[occurrence.cfa].name, false);
  } else if (const auto *end = std::get_if<program::EndProgram>(&operation)) {
    add(occurrence, end->aborted ? "abort" : "end of the program", false);
  } else if (const auto *sync = std::get_if<program::Sync>(&operation);
             sync != nullptr && sync->kind != program::SyncKind::PassOut) {
    addSync(state, occurrence, sync->kind);
  }
}

/// An argument of the command line is memory that is chosen when it is read. No variable of C has a name with a
/// bracket.
std::optional<std::string> TraceBuilder::argumentPlace(const State &state, const InputRequest &request) const {
  const bool isWhole = request.bytes == support::mask(request.width / 8);
  if (request.kind != program::InputKind::Uninitialised || !isWhole)
    return std::nullopt;
  const DynamicObject *object = state.memory.dynamic(program_.pointers.object(request.address));
  if (object == nullptr || !program_.sites[object->site].name.starts_with("argv["))
    return std::nullopt;
  return fmt::format("{}[{}]", program_.sites[object->site].name, program_.pointers.offset(request.address));
}

void TraceBuilder::addAccess(const State &state, const Occurrence &occurrence, bool isRead, bool isShared) {
  const Names &names = machine_.names();
  const Memory &memory = state.memory;
  const Place &place = occurrence.place;
  std::string name = names.place(memory, place.object, place.offset, occurrence.size);
  std::string value = names.content(memory, place, occurrence.size, occurrence.value);
  if (const std::optional<Paths::Named> path = pathOf(state)) {
    name = path->name;
    if (path->type != program::unknownType)
      value = names.value(memory, occurrence.value, occurrence.size * 8, path->type);
  }
  add(occurrence, isRead ? fmt::format("read {} → {}", name, value) : fmt::format("{} = {}", name, value), !isShared,
      {{name, value, {place.object, place.offset, place.offset + occurrence.size}, isRead}});
}

void TraceBuilder::addSync(const State &state, const Occurrence &occurrence, program::SyncKind kind) {
  using program::SyncKind;
  const std::optional<Paths::Named> path = pathOf(state);
  const std::string name = path ? path->name
                                : machine_.names().place(state.memory, program_.pointers.object(occurrence.value),
                                                         program_.pointers.offset(occurrence.value), 0);
  named_ = true;
  sync_ = kind;
  syncNames_[occurrence.value] = name;
  if (kind == SyncKind::TryLock || kind == SyncKind::ReadLock || kind == SyncKind::WriteLock)
    attempts_.push_back({pending_.size(), journal_.end() - 1});
  add(occurrence, fmt::format("{} {}", program::name(kind), name), false);
}

/// The last entry of the journal is the operation that has just been executed.
std::optional<Paths::Named> TraceBuilder::pathOf(const State &state) const {
  return journal_.isFull() || journal_.end() == 0 ? std::nullopt : paths_.of(journal_.end() - 1, state.memory);
}

std::string TraceBuilder::pathTo(ObjectId object, const State &state) const {
  const std::optional<std::string> path =
      journal_.isFull() || journal_.end() == 0 ? std::nullopt : paths_.pointer(journal_.end() - 1, state.memory);
  return path ? *path : machine_.names().object(state.memory, object);
}

void TraceBuilder::finishAttempts() {
  for (const auto &[event, sync] : std::exchange(attempts_, {})) {
    if (journal_.isFull() || journal_.took(sync))
      continue;
    const std::vector<Journal::Holder> holders = journal_.holdersOf(journal_[sync].value, sync);
    pending_[event].event.text +=
        holders.empty() ? " fails" : " fails: held by " + Names::thread(holders.front().thread);
  }
}

void TraceBuilder::noteLocks(const State &state) {
  const auto isSync = [&](const Pending &pending) {
    return pending.entry != noEntry && journal_[pending.entry].kind == Entry::Kind::Sync;
  };
  const auto named = std::ranges::find_if(pending_, isSync);
  if (journal_.isFull() || named == pending_.end())
    return;
  for (const Bits lock : journal_.changedLocks()) {
    const ObjectId object = program_.pointers.object(lock);
    const std::uint64_t offset = program_.pointers.offset(lock);
    const auto name = syncNames_.find(lock);
    std::vector<std::string> holders;
    for (const Journal::Holder &holder : journal_.holdersNow(lock))
      holders.push_back(Names::thread(holder.thread));
    named->details.accesses.push_back(
        {name != syncNames_.end() ? name->second : machine_.names().place(state.memory, object, offset, 0),
         holders.empty() ? "free" : fmt::format("held by {}", fmt::join(holders, ", ")),
         {object, offset, offset + 1}});
  }
}

std::string TraceBuilder::choiceText(const InputRequest &request, Bits value) const {
  if (value == 0)
    return {};
  // The library function is the outermost one of the models.
  const program::SourceMap &sources = program_.sources;
  std::string function;
  for (program::SourceSpan span = request.span; span.frame != program::noFrame && sources.isRuntime(span.file);
       span = sources.frame(span.frame).callSite)
    function = sources.frame(span.frame).function + " ";
  return function + *request.name;
}

void TraceBuilder::chosen(const State &state, const InputRequest &request, Bits value) {
  const Names &names = machine_.names();
  const std::optional<std::string> argument = events_ ? argumentPlace(state, request) : std::nullopt;
  const std::string name = argument  ? *argument
                           : events_ ? names.input(state.memory, request.name, request.address)
                                     : "";
  std::vector<std::vector<Input>> &inputs = trace_.schedule.inputs;
  if (inputs.size() <= request.thread)
    inputs.resize(request.thread + 1);
  inputs[request.thread].push_back({value, request.width, name, request.kind});
  if (!events_)
    return;

  journal_.chosen(state, request, value);
  // What happens or not has one bit; a larger choice is a number.
  const bool isEvent = request.kind == program::InputKind::Scheduling && request.width == 1 && request.name != nullptr;
  const std::string text = isEvent    ? choiceText(request, value)
                           : argument ? fmt::format("input {} → {}", name, characters(value, request.width))
                                      : toText(inputs[request.thread].back());
  if (text.empty())
    return;
  const std::size_t steps = trace_.schedule.steps.size();
  Pending pending;
  pending.event = {steps == 0 ? 0 : static_cast<unsigned>(steps - 1), request.thread,
                   program_.sources.userSpan(request.span), text, false};
  if (request.kind == program::InputKind::Scheduling && !isEvent)
    pending.choice = value;
  pending_.push_back(std::move(pending));
}

Trace TraceBuilder::take() {
  flush();
  noteThread(0, 0);
  return std::move(trace_);
}

} // namespace heddle::interpreter
