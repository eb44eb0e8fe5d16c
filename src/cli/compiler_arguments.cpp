#include "cli/compiler_arguments.hpp"

#include "frontend/compiler_flags.hpp"

#include <algorithm>
#include <span>

namespace heddle::cli {

support::Expected<SplitArguments> splitArguments(const std::vector<std::string> &arguments) {
  SplitArguments result;
  const auto dashes = std::ranges::find(arguments, "--");
  if (dashes != arguments.end())
    result.program.emplace(dashes + 1, arguments.end());
  support::Expected<frontend::SeparatedFlags> flags = frontend::separateFlags(std::span(arguments.begin(), dashes));
  if (!flags)
    return flags.error();
  result.heddle = std::move(flags->others);
  result.compiler = frontend::asArguments(flags->kept);
  result.ignored = std::move(flags->ignored);
  return result;
}

} // namespace heddle::cli
