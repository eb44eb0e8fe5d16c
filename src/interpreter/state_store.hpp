// All states that were ever seen, exactly: as their byte strings, not only as hashes of them.
//
// The strings lie one behind the other in large chunks; an open-addressing table of (part of the hash,
// number) pairs finds them. States are numbered in the order in which they were added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::interpreter {

using StateNumber = std::uint32_t;
constexpr StateNumber noState = UINT32_MAX;

class StateStore {
public:
  StateStore();

  /// The state's number, and whether it is new.
  std::pair<StateNumber, bool> add(const std::vector<std::uint8_t> &bytes);
  StateNumber find(const std::vector<std::uint8_t> &bytes) const; // noState if it is not there

  const std::uint8_t *data(StateNumber state) const { return entries_[state].data; }
  std::size_t size(StateNumber state) const { return entries_[state].size; }
  std::size_t count() const { return entries_.size(); }
  /// Memory in use, in bytes.
  std::uint64_t memory() const;

private:
  struct Entry {
    const std::uint8_t *data;
    std::uint32_t size;
    std::uint32_t hash;
  };
  /// Where the state is in the table, or the free place where it belongs.
  std::size_t slotOf(const std::vector<std::uint8_t> &bytes, std::uint32_t hash) const;
  std::uint8_t *reserve(std::size_t size);
  void grow();

  std::vector<Entry> entries_;
  std::vector<StateNumber> table_; // number + 1; 0 is free
  std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;
  std::size_t chunkUsed_ = 0;
  std::size_t chunkSize_ = 0;
  std::uint64_t chunkBytes_ = 0;
};

} // namespace heddle::interpreter
