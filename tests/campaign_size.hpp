// How many random cases a test tries.
//
// `./test --long` sets HEDDLE_LONG, for ten times as many, and 5,000 programs in each comparison of engines. The stage
// `clang` of `./test --all` sets HEDDLE_SHORT, for a fifth: its sanitizers look for errors that every case of a kind
// shows, and take several times as long for each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace heddle::testing {

inline bool isInLongMode() { return std::getenv("HEDDLE_LONG") != nullptr; }

/// A fifth of the cases is too few to expect anything of how many of them are of which kind.
inline bool isInShortMode() { return std::getenv("HEDDLE_SHORT") != nullptr && !isInLongMode(); }

/// The number of cases of a test that usually tries `usual`.
inline std::uint64_t campaignSize(std::uint64_t usual) {
  if (isInLongMode())
    return 10 * usual;
  if (isInShortMode())
    return std::max<std::uint64_t>(1, usual / 5);
  return usual;
}

/// The number of random programs on which engines are compared in a test that usually tries `usual`.
inline std::uint64_t programCount(std::uint64_t usual) {
  return isInLongMode() ? std::max<std::uint64_t>(5000, campaignSize(usual)) : campaignSize(usual);
}

} // namespace heddle::testing
