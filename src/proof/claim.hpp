// What a proof means for the properties that the user has asked for.
//
// `true` says that no execution violates these properties and that none was cut: there is no undefined behaviour and no
// call of an unknown function. An engine therefore proves more than was asked for. If it proves less than that, the
// claim rests on an assumption, and must name it.
#pragma once

#include "program/program.hpp"
#include "proof/proof_file.hpp"
#include "support/expected.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::proof {

/// The assumptions on which the claim rests if the proof is valid for this program. Derived from what the proof shows
/// and from the model, not from what the file says about assumptions. An error if the proof does not show what is
/// claimed.
support::Expected<std::vector<std::string>> assumptionsOf(const Header &header, const program::Program &program);

/// Why the assumptions that the header states are not these.
std::optional<std::string> differingAssumption(const Header &header, const std::vector<std::string> &actual);

} // namespace heddle::proof
