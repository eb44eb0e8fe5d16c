// From files to systems.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::coverability {

struct LoadOptions {
  /// Instead of those of the file: configurations as the format of the file has them, or names of .prop files.
  std::vector<std::string> targets;
  /// Instead of those of the file, `s|bounded/unbounded`: for .tts.
  std::vector<std::string> initial;
};

/// By the extension of its name: .tts, .spec, .pnml or .cbp. The targets of NAME.tts may also be in NAME.prop.
support::Expected<System> load(const std::string &path, const LoadOptions &options);

} // namespace heddle::coverability
