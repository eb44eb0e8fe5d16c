#include "reachability/memory_cells.hpp"

#include "analysis/addresses.hpp"

#include <bit>

namespace heddle::reachability {

using analysis::Target;

std::optional<std::uint64_t> alignment(program::Expr address, unsigned bytes) {
  if (!std::has_single_bit(bytes))
    return std::nullopt;
  const analysis::LowBits low = analysis::lowBits(address);
  if (low.known < static_cast<unsigned>(std::countr_zero(bytes)))
    return std::nullopt;
  return static_cast<std::uint64_t>(low.value) % bytes;
}

MemoryCells::MemoryCells(const program::Program &program, const analysis::PointsTo &pointsTo)
    : boundaries_(pointsTo.objectCount()) {
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (const auto *load = std::get_if<program::Load>(&instruction.operation))
          addBoundaries(pointsTo, cfa, load->address, load->width / 8U);
        if (const auto *store = std::get_if<program::Store>(&instruction.operation))
          addBoundaries(pointsTo, cfa, store->address, store->value->width / 8U);
      }
}

void MemoryCells::addBoundaries(const analysis::PointsTo &pointsTo, program::CfaId cfa, program::Expr address,
                                unsigned bytes) {
  for (const Target &target : pointsTo.targets(cfa, address)) {
    Boundaries &boundaries = boundaries_[target.object];
    if (target.hasOffset())
      boundaries.ranges.emplace(target.offset, target.offset + bytes);
    else
      boundaries.strides.insert({alignment(address, bytes).value_or(0), bytes});
  }
}

const std::vector<Cell> &MemoryCells::of(analysis::AbstractObject object, std::uint64_t size) {
  const auto [entry, isNew] = cells_.try_emplace({object, size});
  std::vector<Cell> &cells = entry->second;
  if (!isNew)
    return cells;
  std::set<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto &[begin, end] : boundaries_[object].ranges)
    if (end <= size)
      ranges.emplace(begin, end);
  for (const Stride &stride : boundaries_[object].strides) {
    if (size / stride.bytes > limit)
      return cells;
    for (std::uint64_t begin = stride.first; begin + stride.bytes <= size; begin += stride.bytes)
      ranges.emplace(begin, begin + stride.bytes);
  }
  std::set<std::uint64_t> boundaries;
  for (const auto &[begin, end] : ranges) {
    boundaries.insert(begin);
    boundaries.insert(end);
  }
  if (boundaries.size() > limit)
    return cells;
  std::uint64_t covered = 0;
  for (const auto &[begin, end] : ranges) {
    for (auto cut = boundaries.lower_bound(std::max(begin, covered)); cut != boundaries.end() && *cut < end; ++cut)
      cells.push_back({*cut, static_cast<unsigned>(*std::next(cut) - *cut)});
    covered = std::max(covered, end);
  }
  return cells;
}

} // namespace heddle::reachability
