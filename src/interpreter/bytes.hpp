// Writers and readers of the byte strings in which states are stored.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle::interpreter {

/// Numbers are little-endian with seven bits per byte, so that small ones take one byte.
class ByteWriter {
public:
  explicit ByteWriter(std::vector<std::uint8_t> &out) : out_(out) {}

  void number(std::uint64_t value) {
    while (value >= 0x80) {
      out_.push_back(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    out_.push_back(static_cast<std::uint8_t>(value));
  }
  void raw(const std::uint8_t *data, std::size_t size) { out_.insert(out_.end(), data, data + size); }

private:
  std::vector<std::uint8_t> &out_;
};

class ByteReader {
public:
  ByteReader(const std::uint8_t *data, std::size_t size) : at_(data), end_(data + size) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      assert(at_ != end_ && "a state that ends too early");
      const std::uint8_t byte = *at_++;
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80)
        return value;
    }
  }
  template <typename T> T as() { return static_cast<T>(number()); }
  void raw(std::uint8_t *data, std::size_t size) {
    assert(static_cast<std::size_t>(end_ - at_) >= size && "a state that ends too early");
    if (size != 0)
      std::memcpy(data, at_, size);
    at_ += size;
  }
  bool atEnd() const { return at_ == end_; }

private:
  const std::uint8_t *at_;
  const std::uint8_t *end_;
};

} // namespace heddle::interpreter
