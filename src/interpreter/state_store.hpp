// The set of all visited states, stored exactly: as byte strings, not only as hashes.
//
// The strings are stored consecutively in large chunks; an open-addressing hash table finds them. States are numbered
// in the order in which they are added.
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
  StateNumber find(const std::vector<std::uint8_t> &bytes) const; // or noState

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
  /// The index of the state in the table, or of the free entry where it belongs.
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
