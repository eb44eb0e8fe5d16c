// Thread transition systems as text: the format of the tool BFC, with signals, targets and initial states.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::coverability {

support::Expected<System> parseTts(std::string_view text, const std::string &path);

/// `s|l1,l2,…`, one or several, separated by white space: the content of a .prop file or of --target.
support::Expected<std::vector<Configuration>> parseTargets(const System &system, std::string_view text,
                                                           const std::string &path);

/// `s|bounded/unbounded`: any number of threads in each unbounded local state, and one thread for each mention of a
/// bounded one.
support::Expected<InitialSet> parseInitial(const System &system, std::string_view text, const std::string &path);

} // namespace heddle::coverability
