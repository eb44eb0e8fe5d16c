// From a target in D to a trace that can be replayed.
#pragma once

#include "coverability/search.hpp"

namespace heddle::coverability {

struct TraceResult {
  enum class Kind : std::uint8_t { Found, TooLong, Cancelled, InternalError } kind = Kind::Found;
  Trace trace;      // Found
  std::string text; // TooLong, InternalError: what is wrong
};

/// A trace to the target, which must be in D. The oracle must be stopped.
TraceResult traceTo(const SearchContext &context, const Configuration &target);

} // namespace heddle::coverability
