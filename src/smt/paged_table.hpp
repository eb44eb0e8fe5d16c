// A side table keyed by the dense ids of expressions.
//
// A pool may contain millions of expressions of which one solver uses a few hundred; clearing a plain vector would take
// longer than solving the formula. Pages are allocated on the first write.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::smt {

template <typename Value> class PagedTable {
public:
  Value &operator[](std::uint32_t id) {
    const std::size_t number = id / pageSize;
    if (number >= pages_.size())
      pages_.resize(number + 1);
    if (pages_[number] == nullptr)
      pages_[number] = std::make_unique<Page>();
    return (*pages_[number])[id % pageSize];
  }

  /// The entry, or nullptr if its page has never been written to.
  const Value *find(std::uint32_t id) const {
    const std::size_t number = id / pageSize;
    if (number >= pages_.size() || pages_[number] == nullptr)
      return nullptr;
    return &(*pages_[number])[id % pageSize];
  }

private:
  static constexpr std::size_t pageSize = 128;
  using Page = std::array<Value, pageSize>;
  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace heddle::smt
