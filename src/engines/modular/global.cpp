#include "engines/modular/global.hpp"

#include <algorithm>
#include <utility>

namespace heddle::engines::modular {

Global::Global(const program::Program &program, const Objects &objects, Dependencies &dependencies)
    : program_(program), objects_(objects), dependencies_(dependencies), startKnowledge_(program.cfas.size()),
      starters_(program.cfas.size(), 0), isStarted_(program.cfas.size(), false), mostThreads_(program.cfas.size(), 0),
      parallel_(program.cfas.size() * program.cfas.size(), false) {
  for (std::size_t i = 0; i < program.cfas.size(); ++i)
    arguments_.push_back(Value::none(program.pointers.width));
  results_ = Value::none(program.pointers.width);
  for (program::ObjectId id = 1; id < program.objects.size(); ++id)
    if (program.objects[id].kind == program::StaticObject::Kind::Constant)
      contents_[id].isInitial = true;
}

BaseReader Global::baseOf(AbstractObject object) const {
  return {program_, object, [this, object](const Pattern &pattern) { return read(object, pattern); }};
}

Value grown(const Value &before, const Value &more, unsigned updates, const Thresholds &thresholds) {
  static const Thresholds none;
  if (updates <= updatesBeforeWidening)
    return join(before, more);
  return widen(before, more, updates <= updatesBeforeFullWidening ? thresholds : none);
}

void Global::noteGrowth(AbstractObject object) {
  hasGrown_ = true;
  ++updates_[object];
  dependencies_.touch(object);
}

Value Global::read(AbstractObject object, const Pattern &pattern) const {
  dependencies_.read(object);
  const auto found = contents_.find(object);
  if (found != contents_.end() && pattern.isExact())
    if (const auto cell = found->second.cells.find({pattern.low, static_cast<unsigned>(pattern.bytes)});
        cell != found->second.cells.end())
      return cell->second;
  return found == contents_.end() ? Value::none(static_cast<unsigned>(pattern.bytes) * 8)
                                  : readAny(found->second, pattern, baseOf(object));
}

void Global::store(AbstractObject object, const Pattern &pattern, const Value &value) {
  Content &content = contents_[object];
  const Value visible = published(value);
  const auto bytes = static_cast<unsigned>(pattern.bytes);
  bool changed = false;
  if (!pattern.isExact()) {
    Value all = visible;
    const Content::SmearKey key{std::max<std::uint64_t>(pattern.step, 1),
                                pattern.low % std::max<std::uint64_t>(pattern.step, 1), bytes};
    if (const auto known = content.smears.find(key);
        known != content.smears.end() && !includes(known->second.value, visible))
      all = grown(known->second.value, visible, cellUpdates_[{object, key.residue, bytes}]++, thresholds_);
    changed = smear(content, pattern, all);
  } else {
    const Value before = readAny(content, pattern, baseOf(object));
    changed = storeWeakly(content, pattern.low, bytes, visible, baseOf(object));
    if (changed)
      content.cells[{pattern.low, bytes}] =
          grown(before, content.cells[{pattern.low, bytes}], cellUpdates_[{object, pattern.low, bytes}]++, thresholds_);
  }
  if (changed)
    noteGrowth(object);
}

void Global::publish(AbstractObject object, const Content &content) {
  Content visible = content;
  for (auto &cell : visible.cells)
    cell.second = published(cell.second);
  for (auto &smeared : visible.smears)
    smeared.second.value = published(smeared.second.value);
  // What main has not written since it was alone is part of the invariant already.
  const bool wasGlobal = std::exchange(visible.isGlobal, false);
  Content &start = starts_[object];
  const bool widens = updates_[object] > updatesBeforeWidening;
  Content starts = wasGlobal ? start : visible;
  if (wasGlobal)
    for (const auto &[range, value] : visible.cells)
      storeWeakly(starts, range.first, range.second, value, baseOf(object));
  if (wasGlobal)
    for (const auto &[key, smeared] : visible.smears)
      smear(starts, {smeared.low, smeared.high, key.step, key.bytes}, smeared.value);
  starts.isBlurred = starts.isBlurred || visible.isBlurred;
  starts = widens ? widen(start, starts, baseOf(object), thresholds_) : join(start, starts, baseOf(object));
  if (starts != start) {
    start = std::move(starts);
    noteGrowth(object);
  }
  Content &known = contents_[object];
  if (wasGlobal) {
    for (const auto &[range, value] : visible.cells)
      store(object, {range.first, range.first, 0, range.second}, value);
    for (const auto &[key, smeared] : visible.smears)
      store(object, {smeared.low, smeared.high, key.step, key.bytes}, smeared.value);
    if (visible.isBlurred)
      store(object, {0, UINT32_MAX, 1, 1}, Value::any(8));
    visible.smears.clear();
    visible.cells.clear(); // what is left are the bytes of objects that main has allocated since
    visible.isBlurred = false;
  }
  const BaseReader base = baseOf(object);
  Content merged = widens ? widen(known, visible, base, thresholds_) : join(known, visible, base);
  if (merged == known)
    return;
  known = std::move(merged);
  noteGrowth(object);
}

Value Global::startValue(AbstractObject object, std::uint64_t offset, unsigned bytes) const {
  dependencies_.read(object);
  const auto found = starts_.find(object);
  return found == starts_.end() ? Value::none(bytes * 8) : modular::read(found->second, offset, bytes, baseOf(object));
}

void Global::addStartKnowledge(program::CfaId cfa, const std::map<Cell, Knowledge> &known) {
  std::map<Cell, Knowledge> all;
  for (const auto &[cell, knowledge] : known)
    all.emplace(cell, Knowledge{published(knowledge.value),
                                knowledge.origin == Origin::Unknown ? Origin::Unknown : Origin::Acquired});
  if (starters_[cfa] != 0) {
    const std::map<Cell, Knowledge> before = std::exchange(startKnowledge_[cfa], {});
    for (const auto &[cell, knowledge] : before)
      if (const auto other = all.find(cell); other != all.end()) {
        const Value value = join(knowledge.value, other->second.value);
        if (starters_[cfa] <= updatesBeforeWidening || value == knowledge.value)
          startKnowledge_[cfa].emplace(cell, Knowledge{value, std::min(knowledge.origin, other->second.origin)});
      }
    if (startKnowledge_[cfa] == before)
      return;
  } else {
    startKnowledge_[cfa] = std::move(all);
  }
  ++starters_[cfa];
  hasGrown_ = true;
}

void Global::grow(Value &value, const Value &more) {
  const Value visible = published(more);
  const Value merged = grown(value, visible, valueUpdates_, thresholds_);
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

void Global::noteThreads(program::CfaId cfa, SignedBits unjoined, SignedBits total) {
  hasGrown_ = hasGrown_ || unjoined > mostUnjoined_ || total > mostThreads_[cfa];
  mostUnjoined_ = std::max(mostUnjoined_, unjoined);
  mostThreads_[cfa] = std::max(mostThreads_[cfa], total);
}

std::uint64_t Global::mostHandle() const {
  const SignedBits most = mostUnjoined_ + 1; // main has the first
  return most < SignedBits{modular::mostHandle} ? static_cast<std::uint64_t>(most) : modular::mostHandle;
}

void Global::addParallel(program::CfaId a, program::CfaId b) {
  if (areParallel(a, b))
    return;
  parallel_[a * isStarted_.size() + b] = parallel_[b * isStarted_.size() + a] = true;
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
