// Witnesses as YAML, versions 2.x of the exchange format of SV-COMP: a list of entries, of which `violation_sequence`
// and `invariant_set` are read and written.
#pragma once

#include "witness/witness.hpp"

namespace heddle::witness {

std::string toYaml(const Witness &witness);
support::Expected<Witness> parseYaml(const std::string &text, const std::string &path);

} // namespace heddle::witness
