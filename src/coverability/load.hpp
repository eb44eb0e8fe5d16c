// From files to systems.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::coverability {

struct LoadOptions {
  /// Replace those of the file: configurations in the notation of its format, or names of .prop files.
  std::vector<std::string> targets;
  /// Replace those of a .tts file: `s|bounded/unbounded`.
  std::vector<std::string> initial;
};

/// The extension decides the format: .tts, .spec, .pnml or .cbp. The targets of NAME.tts may also be in NAME.prop.
support::Expected<System> load(const std::string &path, const LoadOptions &options);

} // namespace heddle::coverability
