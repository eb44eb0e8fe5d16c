#include "engines/modular/global.hpp"

#include <utility>

namespace heddle::engines::modular {

namespace {

constexpr unsigned updatesBeforeWidening = 12;

} // namespace

Global::Global(const program::Program &program, const Objects &objects)
    : program_(program), objects_(objects), isStarted_(program.cfas.size(), false) {
  for (std::size_t i = 0; i < program.cfas.size(); ++i)
    arguments_.push_back(Value::none(program.pointers.width));
  results_ = Value::none(program.pointers.width);
  for (program::ObjectId id = 1; id < program.objects.size(); ++id)
    if (program.objects[id].kind == program::StaticObject::Kind::Constant)
      contents_[id].isInitial = true;
}

BaseReader Global::baseOf(AbstractObject object) const {
  return {program_, object,
          [this, object](std::uint64_t offset, unsigned bytes) { return read(object, offset, offset, bytes); }};
}

Value Global::read(AbstractObject object, std::uint64_t low, std::uint64_t high, unsigned bytes) const {
  const auto found = contents_.find(object);
  return found == contents_.end() ? Value::none(bytes * 8)
                                  : readBetween(found->second, low, high, bytes, baseOf(object));
}

void Global::store(AbstractObject object, std::uint64_t low, std::uint64_t high, unsigned bytes, const Value &value) {
  Content &content = contents_[object];
  const Value visible = published(value);
  bool changed = false;
  if (low != high) {
    changed = blur(content, low, high, bytes, visible);
  } else {
    const Value before = readBetween(content, low, low, bytes, baseOf(object));
    changed = storeWeakly(content, low, bytes, visible, baseOf(object));
    if (changed && updates_[object] > updatesBeforeWidening)
      content.cells[{low, bytes}] = widen(before, content.cells[{low, bytes}], thresholds_);
  }
  if (!changed)
    return;
  hasGrown_ = true;
  ++updates_[object];
}

void Global::publish(AbstractObject object, const Content &content) {
  Content visible = content;
  for (auto &cell : visible.cells)
    cell.second = published(cell.second);
  // What main has not written since it was alone is part of the invariant already.
  const bool wasGlobal = std::exchange(visible.isGlobal, false);
  Content &known = contents_[object];
  if (wasGlobal) {
    for (const auto &[range, value] : visible.cells)
      store(object, range.first, range.first, range.second, value);
    if (visible.isBlurred)
      store(object, 0, UINT32_MAX, 1, Value::any(8));
    visible.cells.clear(); // what is left are the bytes of objects that main has allocated since
    visible.isBlurred = false;
  }
  const BaseReader base = baseOf(object);
  Content merged =
      updates_[object] > updatesBeforeWidening ? widen(known, visible, base, thresholds_) : join(known, visible, base);
  if (merged == known)
    return;
  known = std::move(merged);
  hasGrown_ = true;
  ++updates_[object];
}

void Global::grow(Value &value, const Value &more) {
  const Value visible = published(more);
  const Value merged =
      valueUpdates_ > updatesBeforeWidening ? widen(value, visible, thresholds_) : join(value, visible);
  if (merged == value)
    return;
  value = merged;
  hasGrown_ = true;
  ++valueUpdates_;
}

void Global::start(program::CfaId cfa) {
  if (isStarted_[cfa])
    return;
  isStarted_[cfa] = true;
  hasGrown_ = true;
}

void Global::addParallel(program::CfaId a, program::CfaId b) {
  if (!parallel_.emplace(a, b).second)
    return;
  parallel_.emplace(b, a);
  hasGrown_ = true;
}

std::uint64_t Global::sizeOf(AbstractObject object) const {
  if (objects_.isStatic(object))
    return program_.objects[object].kind == program::StaticObject::Kind::Function ? 0 : program_.objects[object].size;
  const auto found = sizes_.find(object);
  return found == sizes_.end() ? 0 : found->second;
}

void Global::allocate(AbstractObject object, std::uint64_t size) {
  const auto [entry, isNew] = sizes_.try_emplace(object, size);
  if (!isNew && entry->second <= size)
    return;
  entry->second = size;
  hasGrown_ = true;
}

void Global::end(AbstractObject object) {
  if (gone_.insert(object).second)
    hasGrown_ = true;
}

} // namespace heddle::engines::modular
