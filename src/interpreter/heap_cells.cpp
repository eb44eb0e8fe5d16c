#include "interpreter/heap_cells.hpp"

namespace heddle::interpreter {

program::TypeTable::Cell heapCell(const program::TypeTable &types, program::TypeId type, std::uint64_t objectSize,
                                  std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t elementSize = types[type].size;
  const bool isArray = elementSize != 0 && objectSize >= 2 * elementSize && offset % elementSize + size <= elementSize;
  if (!isArray)
    return types.cellAt(type, offset, size);
  program::TypeTable::Cell cell = types.cellAt(type, offset % elementSize, size);
  cell.path.insert(0, "[" + std::to_string(offset / elementSize) + "]");
  return cell;
}

} // namespace heddle::interpreter
