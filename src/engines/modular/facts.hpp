// Facts for other engines (engines/facts.hpp): what the certificate of the analysis says of values, as far as the
// checker confirms it, whether or not it suffices for a proof.
#pragma once

#include "engines/engine.hpp"
#include "engines/modular/fixpoint.hpp"
#include "engines/modular/objects.hpp"

#include <optional>
#include <string>

namespace heddle::engines::modular {

/// The confirmed part of the certificate; empty if there is none, or nothing in it that others can use. Adds
/// statistics.
std::string confirmedFacts(const Context &context, const Objects &objects, const Fixpoint &fixpoint,
                           support::Cancellation &cancellation, Statistics &statistics);

/// Runs the analysis for the facts alone, whether or not it proves the properties. It gives up after so much effort.
std::optional<Facts> findFacts(const Context &context, std::uint64_t effort, Statistics &statistics,
                               Mutation mutation = Mutation::None);

/// The facts of a confirmed certificate; none if the text is not one of this program.
std::optional<Facts> readFacts(const program::Program &program, std::string certificate);

} // namespace heddle::engines::modular
