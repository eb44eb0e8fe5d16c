// memcpy, memmove and memset, and the struct assignments that clang turns into them.
//
// A struct copy is one load and one store per field, because that is what other threads can observe of it.
// The fields come from the type of the object if the IR shows it, otherwise from clang's !tbaa.struct. Padding is
// copied, too: it may be data of a union, or of bytes that a program has copied itself. After an assignment C leaves
// its value unspecified; compilers copy it. Copies of unknown or large content become loops, by words of four bytes if
// addresses and length are multiples of four, otherwise by bytes. Bytes that were never initialised (above all padding)
// stay uninitialised in the copy.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/values.hpp"

#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <vector>

namespace heddle::frontend {

/// A part of an object that is copied by one load and one store.
struct Chunk {
  std::uint64_t offset; // in bytes, as the size
  std::uint64_t size;
};

class Copies {
public:
  Copies(Emitter &emitter, const llvm::DataLayout &layout)
      : emitter_(emitter), pool_(emitter.pool()), layout_(layout) {}

  void copyChunk(Expr target, Expr source, const Chunk &chunk, bool isVolatile = false);
  /// Copies a whole object of a known type: an argument passed by value in memory.
  void copyObject(Expr target, Expr source, llvm::Type *type);
  /// memcpy, memmove, memset.
  void lower(const llvm::MemIntrinsic &instruction, Values &values);

private:
  /// Copies or sets one chunk; its offset is relative to the index.
  using ChunkAction = std::function<void(Expr index, const Chunk &chunk)>;
  /// The chunks of a length that is known; empty if there are too many.
  std::vector<Chunk> chunksOf(const llvm::MemIntrinsic &instruction, std::uint64_t length) const;
  void fillChunk(Expr target, Expr byte, const Chunk &chunk);
  void checkApart(const llvm::MemCpyInst &instruction, Expr target, Expr source, Expr length);
  /// A loop over words of four bytes if `bits`, the addresses and the length or-ed together, is a multiple
  /// of four, otherwise a loop over bytes. Both end at the meeting point.
  void inWordsOrBytes(Expr bits, Expr length, bool downwards, const ChunkAction &action, MeetingPoints &end);
  /// for (i = 0; i < length; i += stride) body(i), or the same indices in descending order.
  void loop(Expr length, std::uint64_t stride, bool downwards, const std::function<void(Expr)> &body);

  Emitter &emitter_;
  program::ExprPool &pool_;
  const llvm::DataLayout &layout_;
};

} // namespace heddle::frontend
