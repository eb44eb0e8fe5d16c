// A proof file may come from anywhere, so what it records is treated as an argument of the command line would be: only
// the options of the C compiler that Heddle accepts there reach clang.
#include "cli/proof_options.hpp"

#include "cli/assumptions.hpp"
#include "cli/compiler_arguments.hpp"
#include "proof/file_words.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace heddle::cli {

using support::Error;
using support::Expected;

namespace {

/// How one option is read. An option that must be there occurs exactly once, another any number of times.
struct Recorded {
  std::string_view name;
  bool isRequired;
  std::function<std::optional<Error>(RecordedInput &, const std::string &)> read;
};

Error notAValue(const std::string &value) { return {fmt::format("'{}' is not a value of it", value)}; }

std::optional<Error> readFlag(const std::string &value, bool &flag) {
  if (value != "yes" && value != "no")
    return notAValue(value);
  flag = value == "yes";
  return std::nullopt;
}

std::string flagText(bool flag) { return flag ? "yes" : "no"; }

constexpr const char *dataModel = "data-model";
constexpr const char *recursionDepth = "recursion-depth";
constexpr const char *mallocMayFail = "malloc-may-fail";
constexpr const char *spuriousWakeups = "spurious-wakeups";
constexpr const char *largeBlocks = "large-blocks";
constexpr const char *errorFunction = "error-function";
constexpr const char *compilerArgument = "compiler-argument";
constexpr const char *compilationDatabase = "compilation-database";
constexpr const char *assume = "assume";

std::optional<Error> readDepth(RecordedInput &input, const std::string &value) {
  std::uint64_t depth = 0;
  if (std::optional<Error> error = engines::parseNumber(value, 0, UINT32_MAX, depth))
    return error;
  input.options.recursionDepth = static_cast<unsigned>(depth);
  return std::nullopt;
}

std::optional<Error> append(std::vector<std::string> &list, const std::string &value) {
  list.push_back(value);
  return std::nullopt;
}

const std::vector<Recorded> &allRecorded() {
  static const std::vector<Recorded> all{
      {dataModel, true,
       [](RecordedInput &input, const std::string &value) -> std::optional<Error> {
         if (value != "LP64" && value != "ILP32")
           return notAValue(value);
         input.options.dataModel = value;
         return std::nullopt;
       }},
      {recursionDepth, true, readDepth},
      {mallocMayFail, true,
       [](RecordedInput &in, const std::string &v) { return readFlag(v, in.options.mallocMayFail); }},
      {spuriousWakeups, true,
       [](RecordedInput &input, const std::string &value) {
         bool isOn = true;
         std::optional<Error> error = readFlag(value, isOn);
         input.options.noSpuriousWakeups = !isOn;
         return error;
       }},
      {largeBlocks, true, [](RecordedInput &in, const std::string &v) { return readFlag(v, in.largeBlocks); }},
      {errorFunction, false, [](RecordedInput &in, const std::string &v) { return append(in.errorFunctions, v); }},
      {compilerArgument, false,
       [](RecordedInput &in, const std::string &v) { return append(in.options.compilerArguments, v); }},
      {compilationDatabase, false,
       [](RecordedInput &input, const std::string &value) -> std::optional<Error> {
         input.options.compilationDatabase = value;
         return std::nullopt;
       }},
      {assume, false, [](RecordedInput &in, const std::string &v) { return append(in.options.assumptions, v); }},
  };
  return all;
}

} // namespace

proof::Header proofHeader(const InputOptions &options, const frontend::Options &input, bool hasLargeBlocks,
                          const program::Program &program, const engines::NoViolation &proved) {
  proof::Header header;
  header.heddle = HEDDLE_VERSION;
  header.claims = program.properties;
  header.assumptions = proved.assumptions;
  header.files = input.files;
  const auto add = [&](const char *name, std::string value) { header.options.emplace_back(name, std::move(value)); };
  add(dataModel, std::string(report::name(program.dataModel)));
  add(recursionDepth, std::to_string(input.recursionDepth));
  add(mallocMayFail, flagText(input.mallocMayFail));
  add(spuriousWakeups, flagText(input.spuriousWakeups));
  add(largeBlocks, flagText(hasLargeBlocks));
  for (const std::string &function : input.errorFunctions)
    add(errorFunction, function);
  for (const std::string &argument : input.compilerArguments)
    add(compilerArgument, argument);
  if (input.compilationDatabase)
    add(compilationDatabase, *input.compilationDatabase);
  for (const std::string &assumption : options.assumptions)
    add(assume, assumption);
  return header;
}

Expected<RecordedInput> recordedInput(const proof::ProofFile &file) {
  RecordedInput input;
  const auto fail = [&](std::string_view name, const std::string &what) {
    return Error{fmt::format("{}: option {}: {}", file.path, name, proof::words::escaped(what))};
  };
  const auto countOf = [&](std::string_view name) {
    return std::ranges::count_if(file.header.options, [&](const auto &option) { return option.first == name; });
  };
  for (const auto &[name, value] : file.header.options) {
    const auto recorded =
        std::ranges::find_if(allRecorded(), [&, &wanted = name](const Recorded &r) { return r.name == wanted; });
    if (recorded == allRecorded().end())
      return fail(name, "there is no such option");
    if (const std::optional<Error> error = recorded->read(input, value))
      return fail(name, error->message);
  }
  for (const Recorded &recorded : allRecorded())
    if (recorded.isRequired && countOf(recorded.name) != 1)
      return fail(recorded.name, "it must be there exactly once");
  if (input.errorFunctions.empty() && file.header.claims.contains(program::Property::UnreachCall))
    return fail(errorFunction, "there is none, so that unreach-call would be about nothing");
  if (const Expected<Assumptions> assumptions = parseAssumptions(input.options.assumptions); !assumptions)
    return fail(assume, assumptions.error().message);
  const Expected<SplitArguments> split = splitArguments(input.options.compilerArguments);
  if (!split)
    return fail(compilerArgument, split.error().message);
  if (!split->heddle.empty())
    return fail(compilerArgument, fmt::format("'{}' is not an option for the C compiler", split->heddle.front()));
  return input;
}

std::vector<std::string> asCommandLine(const RecordedInput &input) {
  std::vector<std::string> result = input.options.compilerArguments;
  const InputOptions defaults;
  if (!input.options.compilationDatabase.empty())
    result.insert(result.end(), {"-p", input.options.compilationDatabase});
  if (input.options.recursionDepth != defaults.recursionDepth)
    result.push_back(fmt::format("--recursion-depth {}", input.options.recursionDepth));
  if (input.options.mallocMayFail)
    result.emplace_back("--malloc-may-fail");
  if (input.options.noSpuriousWakeups)
    result.emplace_back("--no-spurious-wakeups");
  for (const std::string &assumption : input.options.assumptions)
    result.push_back("--assume " + assumption);
  for (std::string &word : result)
    word = proof::words::escaped(word); // a file may come from anywhere, and this goes to a terminal
  return result;
}

} // namespace heddle::cli
