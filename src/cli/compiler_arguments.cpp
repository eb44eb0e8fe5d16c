#include "cli/compiler_arguments.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace heddle::cli {

namespace {

/// Options whose value is in the same argument or in the next one.
constexpr std::array<std::string_view, 6> withValue{"-include", "-isystem", "-iquote", "-I", "-D", "-U"};

bool startsWith(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

} // namespace

support::Expected<SplitArguments> splitArguments(const std::vector<std::string> &arguments) {
  SplitArguments result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (argument == "--") { // only files follow
      while (++i < arguments.size())
        result.heddle.push_back(startsWith(arguments[i], "-") ? "./" + arguments[i] : arguments[i]);
      break;
    }
    if (argument == "-pthread") // has no effect on verification
      continue;
    if (startsWith(argument, "-std=")) {
      result.compiler.push_back(argument);
      continue;
    }
    std::string_view option;
    for (const std::string_view candidate : withValue) {
      if (option.empty() && startsWith(argument, candidate))
        option = candidate;
    }
    if (option.empty()) {
      result.heddle.push_back(argument);
      continue;
    }
    result.compiler.push_back(argument);
    if (argument.size() > option.size())
      continue;
    if (++i == arguments.size())
      return support::Error{fmt::format("{} needs a value", option)};
    result.compiler.push_back(arguments[i]);
  }
  return result;
}

} // namespace heddle::cli
