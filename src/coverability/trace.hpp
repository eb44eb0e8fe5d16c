// From "the target is in D" to a trace that can be replayed.
#pragma once

#include "coverability/search.hpp"

namespace heddle::coverability {

/// A trace to the target, which must be in D; an error when it would be too long. The oracle must be stopped.
support::Expected<Trace> traceTo(const SearchContext &context, const Configuration &target);

} // namespace heddle::coverability
