#include "engines/modular/content.hpp"

#include "support/bytes.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace heddle::engines::modular {

namespace {

bool overlap(std::uint64_t a, std::uint64_t aBytes, std::uint64_t b, std::uint64_t bBytes) {
  return a < b + bBytes && b < a + aBytes;
}

/// Calls `visit` for each cell that shares bytes with the range.
template <typename Cells, typename Visit>
void forEachOverlapping(Cells &cells, std::uint64_t offset, std::uint64_t bytes, Visit visit) {
  constexpr std::uint64_t largest = 16; // bytes of a cell
  for (auto cell = cells.lower_bound({offset < largest ? 0 : offset - largest, 0});
       cell != cells.end() && cell->first.first < offset + bytes; ++cell)
    if (overlap(cell->first.first, cell->first.second, offset, bytes))
      visit(*cell);
}

Value initialValue(const program::Program &program, AbstractObject object, std::uint64_t offset, unsigned bytes) {
  const auto &initial = program.objects[object].initial;
  if (!initial || offset > initial->size() || bytes > initial->size() - offset)
    return Value::any(bytes * 8);
  const Bits bits = support::fromLittleEndian(std::span(*initial).subspan(offset, bytes));
  if (bytes * 8 == program.pointers.width)
    if (const std::optional<Value> pointer = pointerConstant(program, bits))
      return *pointer;
  return Value::constant(bits, bytes * 8);
}

Value initialValue(const program::Program &program, AbstractObject object, const Pattern &pattern) {
  constexpr std::uint64_t mostPlaces = 4096;
  const auto bytes = static_cast<unsigned>(pattern.bytes);
  const auto &initial = program.objects[object].initial;
  const std::uint64_t step = std::max<std::uint64_t>(pattern.step, 1);
  if (!initial || pattern.low > initial->size() || pattern.end() > initial->size())
    return Value::any(bytes * 8);
  const auto begin = initial->begin() + static_cast<std::ptrdiff_t>(pattern.low);
  if (std::all_of(begin, initial->begin() + static_cast<std::ptrdiff_t>(pattern.end()),
                  [](std::uint8_t byte) { return byte == 0; }))
    return Value::constant(0, bytes * 8);
  if ((pattern.high - pattern.low) / step > mostPlaces)
    return Value::any(bytes * 8);
  Value result = Value::none(bytes * 8);
  for (std::uint64_t offset = pattern.low; offset <= pattern.high; offset += step)
    result = join(result, initialValue(program, object, offset, bytes));
  return result;
}

Pattern patternOf(const Content::SmearKey &key, const Content::Smear &smear) {
  return {smear.low, smear.high, key.step, key.bytes};
}

/// Whether a store by the pattern that reaches some of the bytes of a read by the other replaces all of them.
bool isAligned(const Pattern &stored, const Pattern &read) {
  if (stored.bytes != read.bytes)
    return false;
  const std::uint64_t step = std::gcd(stored.isExact() ? 0 : stored.step, read.isExact() ? 0 : read.step);
  if (step == 0)
    return stored.low == read.low;
  return step >= read.bytes && stored.low % step == read.low % step;
}

/// What stores at unknown offsets may have left in these bytes.
Value smearedValue(const Content &content, const Pattern &pattern) {
  Value result = Value::none(static_cast<unsigned>(pattern.bytes) * 8);
  for (const auto &[key, smear] : content.smears) {
    const Pattern stored = patternOf(key, smear);
    if (mayOverlap(stored, pattern))
      result = join(result, isAligned(stored, pattern) ? smear.value : Value::any(result.width));
  }
  return result;
}

Value baseValue(const Content &content, const Pattern &pattern, const BaseReader &base) {
  const unsigned width = static_cast<unsigned>(pattern.bytes) * 8;
  if (content.isUnknown || content.isBlurred)
    return Value::any(width);
  Value result = smearedValue(content, pattern);
  if (content.isZero)
    result = join(result, Value::constant(0, width));
  if (content.isInitial)
    result = join(result, initialValue(base.program, base.object, pattern));
  if (content.isGlobal)
    result = join(result, base.global(pattern));
  return result;
}

bool mergeInto(Value &old, const Value &value) {
  Value merged = join(old, value);
  if (merged == old)
    return false;
  old = std::move(merged);
  return true;
}

} // namespace

Value read(const Content &content, std::uint64_t offset, unsigned bytes, const BaseReader &base) {
  const auto exact = content.cells.find({offset, bytes});
  if (exact != content.cells.end())
    return exact->second;
  bool overlaps = false;
  forEachOverlapping(content.cells, offset, bytes, [&](const auto &) { overlaps = true; });
  return overlaps ? Value::any(bytes * 8) : baseValue(content, {offset, offset, 0, bytes}, base);
}

Value readAny(const Content &content, const Pattern &pattern, const BaseReader &base) {
  const auto bytes = static_cast<unsigned>(pattern.bytes);
  if (pattern.isExact())
    return read(content, pattern.low, bytes, base);
  Value result = baseValue(content, pattern, base);
  forEachOverlapping(content.cells, pattern.low, pattern.end() - pattern.low, [&](const auto &cell) {
    const Pattern stored{cell.first.first, cell.first.first, 0, cell.first.second};
    if (mayOverlap(stored, pattern))
      result = join(result, isAligned(stored, pattern) ? cell.second : Value::any(bytes * 8));
  });
  return result;
}

void storeStrongly(Content &content, std::uint64_t offset, unsigned bytes, const Value &value) {
  forEachOverlapping(content.cells, offset, bytes, [](auto &cell) { cell.second = Value::any(cell.first.second * 8); });
  content.cells[{offset, bytes}] = value;
}

bool storeWeakly(Content &content, std::uint64_t offset, unsigned bytes, const Value &value, const BaseReader &base) {
  bool changed = false;
  const Content::Range range{offset, bytes};
  const Value before = read(content, offset, bytes, base);
  const auto [entry, isNew] = content.cells.try_emplace(range, before);
  changed = isNew;
  changed = mergeInto(entry->second, value) || changed;
  forEachOverlapping(content.cells, offset, bytes, [&](auto &cell) {
    if (cell.first != range)
      changed = mergeInto(cell.second, Value::any(cell.first.second * 8)) || changed;
  });
  return changed;
}

bool smear(Content &content, const Pattern &pattern, const Value &stored) {
  Value value = stored;
  value.linear.reset(); // of one place, not of all
  const auto bytes = static_cast<unsigned>(pattern.bytes);
  const std::uint64_t step = std::max<std::uint64_t>(pattern.step, 1);
  bool changed = false;
  forEachOverlapping(content.cells, pattern.low, pattern.end() - pattern.low, [&](auto &cell) {
    const Pattern known{cell.first.first, cell.first.first, 0, cell.first.second};
    if (mayOverlap(known, pattern))
      changed =
          mergeInto(cell.second, isAligned(pattern, known) ? value : Value::any(cell.first.second * 8)) || changed;
  });
  if (content.isBlurred)
    return changed;
  const auto [entry, isNew] =
      content.smears.try_emplace({step, pattern.low % step, bytes}, Content::Smear{pattern.low, pattern.high, value});
  Content::Smear &known = entry->second;
  changed = changed || isNew || pattern.low < known.low || pattern.high > known.high;
  known.low = std::min(known.low, pattern.low);
  known.high = std::max(known.high, pattern.high);
  changed = mergeInto(known.value, value) || changed;
  if (content.smears.size() > Content::mostSmears) {
    content.smears.clear();
    content.isBlurred = true;
    for (auto &cell : content.cells)
      cell.second = Value::any(cell.first.second * 8);
  }
  return changed;
}

namespace {

template <typename Merge> Content merge(const Content &a, const Content &b, const BaseReader &base, Merge mergeValues) {
  Content result;
  result.isZero = a.isZero || b.isZero;
  result.isUnknown = a.isUnknown || b.isUnknown;
  result.isInitial = a.isInitial || b.isInitial;
  result.isGlobal = a.isGlobal || b.isGlobal;
  result.isBlurred = a.isBlurred || b.isBlurred;
  result.isMany = a.isMany || b.isMany;
  for (const auto &[range, value] : a.cells)
    result.cells.emplace(range, mergeValues(value, read(b, range.first, range.second, base)));
  for (const auto &[range, value] : b.cells)
    if (!result.cells.contains(range))
      result.cells.emplace(range, mergeValues(read(a, range.first, range.second, base), value));
  if (result.isBlurred)
    return result;
  result.smears = a.smears;
  for (const auto &[key, smear] : b.smears) {
    const auto [entry, isNew] = result.smears.try_emplace(key, smear);
    if (isNew)
      continue;
    Content::Smear &known = entry->second;
    known = {std::min(known.low, smear.low), std::max(known.high, smear.high), mergeValues(known.value, smear.value)};
  }
  if (result.smears.size() > Content::mostSmears) {
    result.smears.clear();
    result.isBlurred = true;
  }
  return result;
}

} // namespace

Content join(const Content &a, const Content &b, const BaseReader &base) {
  return merge(a, b, base, [](const Value &x, const Value &y) { return join(x, y); });
}

Content widen(const Content &before, const Content &after, const BaseReader &base, const Thresholds &thresholds) {
  return merge(before, after, base, [&](const Value &x, const Value &y) { return widen(x, y, thresholds); });
}

} // namespace heddle::engines::modular
