#include "proof/static_cell.hpp"

namespace heddle::proof {

namespace {

constexpr unsigned widestCell = 8;

} // namespace

bool exists(const program::Program &program, const StaticCell &cell) {
  if (cell.object == program::nullObject || cell.object >= program.objects.size() || cell.bytes == 0 ||
      cell.bytes > widestCell)
    return false;
  const program::StaticObject &object = program.objects[cell.object];
  return object.kind == program::StaticObject::Kind::Variable && cell.bytes <= object.size &&
         cell.offset <= object.size - cell.bytes;
}

} // namespace heddle::proof
