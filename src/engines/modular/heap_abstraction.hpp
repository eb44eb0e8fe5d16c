// The canonical abstraction of symbolic heaps, which makes fixed points finite.
//
// A chunk to which only one field leads becomes a part of the chunk that has the field, in one of two ways. If both are
// objects of the same type, they are neighbours in a list, and are folded into a segment. If they are not, and no
// address of a chunk is left in it, the field owns it. (The choice affects precision only.) Chunks to which nothing
// leads are forgotten. What is left are the chunks to which a register, a cell or more than one field leads: their
// number is bounded by those of live registers and cells, and by the fields of the former.
//
// Folding keeps of other fields what holds of both objects. If that would lose the address of a chunk, or what a field
// owns, because a register leads to the middle of a list, objects are kept apart as long as there are few of them. An
// object whose address is in a register is kept apart as well: the program has probably tested whether it is the last.
//
// All of this is implied by the heap as it was, because every formula of a chunk holds of the objects that it had
// before: abstraction only forgets.
#pragma once

#include "engines/modular/symbolic_heap.hpp"

#include <functional>

namespace heddle::engines::modular {

/// Whether the second chunk, to which this field of the first leads, is its neighbour in a list.
using AreNeighbours = std::function<bool(const Chunk &, const Field &, const Chunk &)>;

struct HeapAbstraction {
  AreNeighbours areNeighbours;

  /// The heap with canonical names.
  SymbolicHeap operator()(SymbolicHeap heap) const;

private:
  bool fold(SymbolicHeap &heap, bool forgetsMore) const;
  bool own(SymbolicHeap &heap) const;
};

} // namespace heddle::engines::modular
