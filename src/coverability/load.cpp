#include "coverability/load.hpp"

#include "coverability/boolean_program.hpp"
#include "coverability/conditions.hpp"
#include "coverability/pnml.hpp"
#include "coverability/spec.hpp"
#include "coverability/tts.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

Expected<std::string> readFile(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return Error{fmt::format("{}: is a directory", path)};
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  if (stream)
    content << stream.rdbuf();
  if (!stream)
    return Error{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  return std::move(content).str();
}

struct TargetText {
  std::string text;
  std::string origin;
};

/// The text of --target, or of the .prop file that it names.
Expected<TargetText> targetText(const std::string &argument) {
  if (!argument.ends_with(".prop"))
    return TargetText{argument, "--target"};
  const auto content = readFile(argument);
  if (!content)
    return content.error();
  return TargetText{*content, argument};
}

template <typename Parse>
Expected<bool> replaceTargets(System &system, const std::vector<std::string> &arguments, Parse parse) {
  if (!arguments.empty())
    system.targets.clear();
  for (const std::string &argument : arguments) {
    const auto text = targetText(argument);
    if (!text)
      return text.error();
    const auto targets = parse(system, text->text, text->origin);
    if (!targets)
      return targets.error();
    system.targets.insert(system.targets.end(), targets->begin(), targets->end());
  }
  return true;
}

Expected<System> loadTts(const std::string &text, const std::string &path, const LoadOptions &options) {
  auto system = parseTts(text, path);
  if (!system)
    return system;
  std::vector<std::string> targets = options.targets;
  const std::string beside = std::filesystem::path(path).replace_extension(".prop").string();
  if (targets.empty() && system->targets.empty() && std::filesystem::exists(beside))
    targets.push_back(beside);
  if (const auto replaced = replaceTargets(*system, targets, parseTargets); !replaced)
    return replaced.error();
  if (!options.initial.empty())
    system->initial.clear();
  for (const std::string &argument : options.initial) {
    auto set = parseInitial(*system, argument, "--initial");
    if (!set)
      return set.error();
    system->initial.push_back(std::move(*set));
  }
  return system;
}

Expected<System> loadProgram(const std::string &text, const std::string &path, const LoadOptions &options) {
  auto program = parseBooleanProgram(text, path);
  if (!program)
    return program.error();
  if (!options.targets.empty()) {
    program->targets.clear();
    program->failuresAreTargets = false;
  }
  for (const std::string &argument : options.targets) {
    const auto target = targetText(argument);
    if (!target)
      return target.error();
    if (const auto parsed = parseProgramTargets(*program, target->text, target->origin); !parsed)
      return parsed.error();
  }
  return compileBooleanProgram(*program, path);
}

Expected<System> loadNet(Expected<System> system, const LoadOptions &options) {
  if (!system)
    return system;
  if (const auto replaced = replaceTargets(*system, options.targets, parseNetTargets); !replaced)
    return replaced.error();
  return system;
}

} // namespace

Expected<System> load(const std::string &path, const LoadOptions &options) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension != ".tts" && !options.initial.empty())
    return Error{fmt::format("{}: --initial is for .tts files; this format defines its initial states itself", path)};
  const auto text = readFile(path);
  if (!text)
    return text.error();
  Expected<System> system =
      Error{fmt::format("{}: unknown kind of file: the extension must be .tts, .spec, .pnml or .cbp", path)};
  if (extension == ".tts")
    system = loadTts(*text, path, options);
  else if (extension == ".spec")
    system = loadNet(parseSpec(*text, path), options);
  else if (extension == ".pnml")
    system = loadNet(parsePnml(*text, path), options);
  else if (extension == ".cbp")
    system = loadProgram(*text, path, options);
  if (system && system->targets.empty())
    return Error{fmt::format("{}: there is no target; give one with --target", path)};
  return system;
}

} // namespace heddle::coverability
