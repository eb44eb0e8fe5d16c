// How many random cases a mutation test tries.
#pragma once

#include "campaign_size.hpp"

namespace heddle::testing {

/// At least as many as usual: some mutants seldom cause a wrong proof, so that fewer cases might show nothing.
inline std::uint64_t mutationSize(std::uint64_t usual) { return std::max(usual, campaignSize(usual)); }

} // namespace heddle::testing
