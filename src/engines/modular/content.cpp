#include "engines/modular/content.hpp"

#include "support/bytes.hpp"

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

Value baseValue(const Content &content, std::uint64_t offset, unsigned bytes, const BaseReader &base) {
  Value result = Value::none(bytes * 8);
  if (content.isUnknown || content.isBlurred)
    return Value::any(bytes * 8);
  if (content.isZero)
    result = join(result, Value::constant(0, bytes * 8));
  if (content.isInitial)
    result = join(result, initialValue(base.program, base.object, offset, bytes));
  if (content.isGlobal)
    result = join(result, base.global(offset, bytes));
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
  return overlaps ? Value::any(bytes * 8) : baseValue(content, offset, bytes, base);
}

Value readBetween(const Content &content, std::uint64_t low, std::uint64_t high, unsigned bytes,
                  const BaseReader &base) {
  constexpr std::uint64_t most = 256;
  if (low == high)
    return read(content, low, bytes, base);
  if (high < low || high - low > most * bytes || bytes == 0)
    return Value::any(bytes * 8);
  Value result = Value::none(bytes * 8);
  // Every offset counts, since nothing is known about alignment; reads across cells have any value.
  for (std::uint64_t offset = low; offset <= high; ++offset)
    result = join(result, read(content, offset, bytes, base));
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

bool blur(Content &content, std::uint64_t low, std::uint64_t high, unsigned bytes, const Value &value) {
  bool changed = !content.isBlurred;
  content.isBlurred = true;
  (void)value;
  forEachOverlapping(content.cells, low, high - low + bytes, [&](auto &cell) {
    changed = mergeInto(cell.second, Value::any(cell.first.second * 8)) || changed;
  });
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
