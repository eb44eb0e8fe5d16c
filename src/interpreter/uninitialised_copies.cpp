#include "interpreter/uninitialised_copies.hpp"

#include "interpreter/follow.hpp"
#include "interpreter/observer.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace heddle::interpreter {

namespace {

/// Bytes that hold the same unknown value are in one class.
class CopyTracker : public Observer {
public:
  explicit CopyTracker(const program::Program &program) : program_(program) {}

  bool differ() const { return differ_; }

  void occurred(const State &state, const Occurrence &occurrence) override {
    const program::Operation &operation = occurrence.instruction->operation;
    const ObjectId object = occurrence.place.object;
    if (std::holds_alternative<program::Allocate>(operation)) {
      classes_.erase(classes_.lower_bound({object, 0}), classes_.lower_bound({object + 1, 0}));
    } else if (const auto *load = std::get_if<program::Load>(&operation); load != nullptr && load->access.copy) {
      std::vector<Class> &copied = copied_[occurrence.thread];
      const std::uint32_t unknown =
          state.memory.isDynamic(object) ? state.memory.uninitialised(occurrence.place, occurrence.size) : 0;
      copied.clear();
      for (unsigned i = 0; i < occurrence.size; ++i)
        copied.push_back((unknown >> i & 1U) != 0 ? classOf({object, occurrence.place.offset + i}) : known);
    } else if (const auto *store = std::get_if<program::Store>(&operation)) {
      const std::vector<Class> &copied = copied_[occurrence.thread];
      for (unsigned i = 0; i < occurrence.size; ++i) {
        const Byte byte{object, occurrence.place.offset + i};
        if (store->access.copy && i < copied.size() && copied[i] != known)
          classes_[byte] = copied[i];
        else
          classes_.erase(byte);
      }
    }
  }

  void chosen(const State & /*state*/, const InputRequest &request, Bits value) override {
    if (request.kind != program::InputKind::Uninitialised || request.name != nullptr)
      return;
    const ObjectId object = program_.pointers.object(request.address);
    const std::uint64_t offset = program_.pointers.offset(request.address);
    for (unsigned i = 0; i < 32; ++i) {
      if ((request.bytes >> i & 1U) == 0)
        continue;
      const auto byte = static_cast<std::uint8_t>(value & 0xff);
      value >>= 8;
      const auto found = classes_.find({object, offset + i});
      if (found != classes_.end() && values_.emplace(found->second, byte).first->second != byte)
        differ_ = true;
    }
  }

private:
  using Byte = std::pair<ObjectId, std::uint64_t>;
  using Class = std::size_t;
  static constexpr Class known = 0; // the byte has been initialised

  Class classOf(const Byte &byte) {
    const auto [entry, isNew] = classes_.emplace(byte, next_);
    next_ += isNew ? 1 : 0;
    return entry->second;
  }

  const program::Program &program_;
  std::map<Byte, Class> classes_;                 // of bytes that were copied before they were initialised
  std::map<unsigned, std::vector<Class>> copied_; // by thread: the bytes that its last copy has read
  std::map<Class, std::uint8_t> values_;          // as far as chosen
  Class next_ = known + 1;
  bool differ_ = false;
};

} // namespace

bool copiesDiffer(const program::Program &program, const Schedule &schedule, const Limits &limits) {
  Machine machine(program, limits);
  CopyTracker tracker(program);
  machine.setObserver(&tracker);
  follow(machine, schedule, [&] { return tracker.differ(); });
  return tracker.differ();
}

} // namespace heddle::interpreter
