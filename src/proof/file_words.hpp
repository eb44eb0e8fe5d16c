// The words of the file format that the writer and the reader share, so that they cannot differ.
#pragma once

#include "proof/proof.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::proof::words {

// Indexed by the enumerations.
constexpr std::array<std::string_view, 2> reductions{"monotonic", "persistent"};
constexpr std::array<std::string_view, 4> variables{"register", "result", "memory", "history"};
constexpr std::array<std::string_view, 4> statuses{"unused", "active", "ended", "stopped"};
constexpr std::array<std::string_view, 3> storages{"heap", "stack", "thread-local"};
constexpr std::array<std::string_view, 2> solvers{"cadical", "z3"};

template <std::size_t N, typename Value>
constexpr std::string_view of(const std::array<std::string_view, N> &list, Value value) {
  return list[static_cast<std::size_t>(value)];
}

/// A text of any bytes as one line: backslashes and control characters are escaped, as \\ and \x0a.
std::string escaped(std::string_view text);
/// Nothing if the text has an escape that `escaped` does not write.
std::optional<std::string> unescaped(std::string_view text);

} // namespace heddle::proof::words
