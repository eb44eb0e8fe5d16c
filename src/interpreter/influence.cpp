#include "interpreter/influence.hpp"

#include "interpreter/follow.hpp"
#include "interpreter/observer.hpp"
#include "program/passed_out.hpp"
#include "support/bytes.hpp"
#include "support/overloaded.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::interpreter {

using program::InputKind;
using program::PassedAs;
using program::Property;

namespace {

/// A set of labels, which are numbers of inputs. Inputs beyond the last label share it.
using Labels = std::uint64_t;
constexpr std::size_t lastLabel = 63;

class Tracker : public Observer {
public:
  explicit Tracker(const program::Program &program) : program_(program) {}

  // The observer is not notified of operations without an observable effect. They are processed when the next operation
  // that it is notified of, or the next action, shows that they have been executed.
  void takes(const State &state, unsigned thread, program::ActionId action) override {
    finishAction(state);
    thread_ = thread;
    cfa_ = state.threads[thread].cfa;
    instructions_ = &program_.cfas[cfa_].actions[action].instructions;
    next_ = 0;
  }
  void occurred(const State &state, const Occurrence &occurrence) override {
    while (next_ < instructions_->size() && &(*instructions_)[next_] != occurrence.instruction)
      process((*instructions_)[next_++].operation, state, nullptr);
    if (next_ < instructions_->size())
      process((*instructions_)[next_++].operation, state, &occurrence);
  }
  void chosen(const State & /*state*/, const InputRequest &request, Bits value) override {
    if (program::isOfUnknownFunction(request.kind))
      chosen_[{request.thread, request.name}] = {value, request.width, *request.name, request.kind};
  }
  void finishAction(const State &state) {
    while (instructions_ != nullptr && next_ < instructions_->size())
      process((*instructions_)[next_++].operation, state, nullptr);
  }

  /// The last step, of the thread, has violated the property.
  void violates(Property property, unsigned thread) {
    relevantWaits_ |= waits_[thread];
    if (property == Property::LockDiscipline)
      relevant_ |= noMessages_;
  }

  std::vector<Influence> relevant() const {
    std::vector<Influence> result;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (((relevant_ | relevantWaits_) & bit(i)) != 0)
        result.push_back({inputs_[i], (relevant_ & bit(i)) == 0});
    return result;
  }

private:
  static Labels bit(std::size_t label) { return Labels{1} << std::min(label, lastLabel); }

  // ---- labels of values ------------------------------------------------------------------------------

  Labels &of(unsigned thread, program::RegisterId id) { return registers_[thread][id]; }
  Labels of(program::Expr expression) {
    Labels labels = 0;
    forEachRegister(expression, [&](program::RegisterId id) { labels |= of(thread_, id); });
    return labels;
  }
  /// The path depends on the value.
  void decide(program::Expr expression) { relevant_ |= of(expression); }

  Labels ofMemory(const Occurrence &access) const {
    Labels labels = 0;
    if (const auto object = memory_.find(access.place.object); object != memory_.end())
      for (std::uint64_t i = access.place.offset; i < access.place.offset + access.size; ++i)
        labels |= i < object->second.size() ? object->second[i] : 0;
    return labels;
  }
  void setMemory(const Occurrence &access, Labels labels) {
    const auto object = memory_.find(access.place.object);
    if (object == memory_.end() && labels == 0)
      return;
    std::vector<Labels> &bytes = memory_[access.place.object];
    bytes.resize(std::max<std::size_t>(bytes.size(), access.place.offset + access.size));
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(access.place.offset), access.size, labels);
  }
  void markObject(const State &state, ObjectId object, Labels labels) {
    std::vector<Labels> &bytes = memory_[object];
    bytes.resize(std::max<std::size_t>(bytes.size(), state.memory.size(object)));
    for (Labels &byte : bytes)
      byte |= labels;
  }

  // ---- operations ------------------------------------------------------------------------------------

  /// Without an occurrence, the operation has no place in memory.
  void process(const program::Operation &operation, const State &state, const Occurrence *occurrence) {
    if (isNoticeable(operation))
      relevantWaits_ |= waits_[thread_];
    std::visit(support::Overloaded{
                   [&](const program::Assign &op) { of(thread_, op.target) = of(op.value); },
                   [&](const program::Havoc &op) { choose(op, state); },
                   [&](const program::Load &op) {
                     decide(op.address);
                     of(thread_, op.target) = occurrence != nullptr ? ofMemory(*occurrence) : 0;
                   },
                   [&](const program::Store &op) {
                     decide(op.address);
                     if (occurrence != nullptr)
                       setMemory(*occurrence, of(op.value));
                   },
                   [&](const program::Guard &op) { decide(op.condition); },
                   [&](const program::Assume &op) { decide(op.condition); },
                   [&](const program::Check &op) {
                     if (op.after == program::AfterFailure::Stop || program_.properties.contains(op.property))
                       decide(op.condition);
                   },
                   [&](const program::Allocate &op) {
                     decide(op.size);
                     of(thread_, op.target) = 0;
                     if (occurrence != nullptr)
                       memory_.erase(occurrence->place.object);
                   },
                   [&](const program::Free &op) { decide(op.address); },
                   [&](const program::ObjectSize &op) {
                     decide(op.address);
                     of(thread_, op.target) = 0;
                   },
                   [&](const program::Spawn &op) {
                     of(thread_, op.target) = 0;
                     if (occurrence != nullptr)
                       start(op, occurrence->other);
                   },
                   [&](const program::Join &op) {
                     decide(op.thread);
                     if (occurrence != nullptr) // that the other thread has ended is noticed here
                       relevantWaits_ |= waits_[occurrence->other];
                     if (op.target != program::noRegister)
                       of(thread_, op.target) = occurrence != nullptr ? results_[occurrence->other] : 0;
                   },
                   [&](const program::Detach &op) { decide(op.thread); },
                   [&](const program::EndThread &op) { results_[thread_] = of(op.result); },
                   [&](const program::Sync &op) {
                     if (op.kind == program::SyncKind::PassOut && occurrence != nullptr)
                       passOut(state, occurrence->value);
                   },
                   [](const program::Fence &) {},
                   [](const program::AtomicBegin &) {},
                   [](const program::EndProgram &) {},
                   [](const program::Halt &) {},
               },
               operation);
  }

  /// Whether another thread may notice that the operation has been executed.
  static bool isNoticeable(const program::Operation &operation) {
    return std::visit(support::Overloaded{
                          [](const program::Load &op) { return op.access.shared; },
                          [](const program::Store &op) { return op.access.shared; },
                          [](const program::Free &) { return true; },
                          [](const program::Spawn &) { return true; },
                          [](const program::Join &) { return true; },
                          [](const program::Detach &) { return true; },
                          [](const program::EndProgram &) { return true; },
                          [](const auto &) { return false; },
                      },
                      operation);
  }

  void start(const program::Spawn &spawn, unsigned slot) {
    const Labels argument = of(spawn.argument);
    registers_[slot].clear();
    if (const program::RegisterId id = program_.cfas[spawn.cfa].argument; id != program::noRegister)
      of(slot, id) = argument;
    calls_.erase(slot);
    waits_.erase(slot);
  }

  void choose(const program::Havoc &havoc, const State &state) {
    of(thread_, havoc.target) = 0;
    if (!program::isOfUnknownFunction(havoc.kind))
      return;
    const auto input = chosen_.find({thread_, &havoc.name});
    inputs_.push_back(input != chosen_.end() ? input->second : Input{0, 1, havoc.name, havoc.kind});
    const Labels label = bit(inputs_.size() - 1);
    if (havoc.kind != InputKind::UnknownEffect || inputs_.back().value != 0) {
      of(thread_, havoc.target) = label;
      return;
    }
    addReachable(state); // what was passed out earlier may lead further by now
    for (const ObjectId object : passedOut_)
      markObject(state, object, label);
    for (ObjectId object = 1; object < program_.objects.size(); ++object)
      if (program_.objects[object].setOutside)
        markObject(state, object, label);
    if (!calls_[thread_].isMessage) {
      noMessages_ |= label;
      if (othersAlive(state))
        waits_[thread_] |= label;
    }
    calls_.erase(thread_);
  }

  // ---- what unknown functions reach --------------------------------------------------------------------

  bool othersAlive(const State &state) const {
    for (unsigned slot = 0; slot < state.threads.size(); ++slot)
      if (slot != thread_ && state.threads[slot].status != ThreadStatus::Unused &&
          state.threads[slot].status != ThreadStatus::Ended)
        return true;
    return false;
  }

  void passOut(const State &state, Bits address) {
    Call &call = calls_[thread_];
    if (!call.as) {
      call.as = static_cast<PassedAs>(address);
      if (*call.as != PassedAs::Nothing)
        return;
    }
    const PassedAs as = *std::exchange(call.as, std::nullopt);
    call.isMessage = call.isMessage && as != PassedAs::Nothing && as != PassedAs::Argument;
    if (as != PassedAs::Nothing)
      reach(state, address, as == PassedAs::Content);
  }

  /// Whether it is new.
  bool reach(const State &state, Bits address, bool onlyRead) {
    const ObjectId object = program_.pointers.object(address);
    if (object == program::nullObject)
      return false;
    if (object >= program_.objects.size())
      return state.memory.isAlive(object) && (onlyRead ? readable_ : passedOut_).insert(object).second;
    switch (program_.objects[object].kind) {
    case program::StaticObject::Kind::Variable:
      return (onlyRead ? readable_ : passedOut_).insert(object).second;
    case program::StaticObject::Kind::Constant:
      return readable_.insert(object).second;
    case program::StaticObject::Kind::Function:
      mayCallBack_ = mayCallBack_ || program_.pointers.offset(address) == 0;
      return false;
    }
    return false;
  }

  void addReachable(const State &state) {
    for (std::set<ObjectId> *objects : {&passedOut_, &readable_}) // ids of dead objects may be reused
      std::erase_if(*objects, [&](ObjectId object) {
        return object >= program_.objects.size() && !state.memory.isAlive(object);
      });
    std::vector<ObjectId> work(passedOut_.begin(), passedOut_.end());
    work.insert(work.end(), readable_.begin(), readable_.end());
    bool hasAddedVariables = false;
    while (!work.empty() || (mayCallBack_ && !hasAddedVariables)) {
      if (mayCallBack_ && !hasAddedVariables) {
        hasAddedVariables = true;
        for (ObjectId object = 1; object < program_.objects.size(); ++object)
          if (program_.objects[object].kind == program::StaticObject::Kind::Variable)
            if (passedOut_.insert(object).second)
              work.push_back(object);
        continue;
      }
      const ObjectId object = work.back();
      work.pop_back();
      forEachWord(state, object, [&](Bits word) {
        if (reach(state, word, false))
          work.push_back(program_.pointers.object(word));
      });
    }
  }

  template <typename Visit> void forEachWord(const State &state, ObjectId object, const Visit &visit) const {
    if (object >= program_.objects.size() || program_.objects[object].kind != program::StaticObject::Kind::Constant)
      return state.memory.forEachWord(object, visit);
    const auto &initial = program_.objects[object].initial;
    const std::size_t bytes = program_.pointers.width / 8U;
    for (std::size_t i = 0; initial && i + bytes <= initial->size(); ++i)
      visit(support::fromLittleEndian(std::span(*initial).subspan(i, bytes)));
  }

  const program::Program &program_;
  std::map<unsigned, std::map<program::RegisterId, Labels>> registers_; // by thread
  std::map<unsigned, Labels> results_;                                  // of terminated threads
  std::map<ObjectId, std::vector<Labels>> memory_;                      // by byte; missing bytes have no labels
  std::map<std::pair<unsigned, const std::string *>, Input> chosen_;    // by thread and Havoc: the last value
  std::vector<Input> inputs_;                                           // by label
  Labels relevant_ = 0;

  /// A call that is about to take effect.
  struct Call {
    std::optional<PassedAs> as; // of the address that follows
    bool isMessage = true;      // as far as known
  };
  std::map<unsigned, Call> calls_; // by thread

  std::set<ObjectId> passedOut_;     // what unknown functions may write
  std::set<ObjectId> readable_;      // what they may only read
  bool mayCallBack_ = false;         // whether they know a function of the program
  std::map<unsigned, Labels> waits_; // by thread: its calls that may have waited for others
  Labels relevantWaits_ = 0;
  Labels noMessages_ = 0; // calls that are not messages

  // The action in progress.
  unsigned thread_ = 0;
  program::CfaId cfa_ = 0;
  const std::vector<program::Instruction> *instructions_ = nullptr;
  std::size_t next_ = 0;
};

} // namespace

std::optional<std::vector<Influence>> influences(const program::Program &program, const Schedule &schedule,
                                                 const Limits &limits) {
  Machine machine(program, limits);
  Tracker tracker(program);
  machine.setObserver(&tracker);
  const std::optional<Followed> followed = follow(machine, schedule, [] { return false; });
  if (!followed)
    return std::nullopt;
  const StepResult &last = followed->last;
  tracker.finishAction(followed->state);
  if (last.kind != StepResult::Kind::Violation || last.violation->property == Property::ValidMemtrack)
    return std::nullopt;
  tracker.violates(last.violation->property, schedule.steps.empty() ? 0 : schedule.steps.back());
  return tracker.relevant();
}

} // namespace heddle::interpreter
