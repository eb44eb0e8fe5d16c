// A proof file may come from anywhere, so what it records is treated as an argument of the command line would be: only
// the options of the C compiler that Heddle accepts there reach clang.
#include "cli/proof_options.hpp"

#include "cli/assumptions.hpp"
#include "cli/compiler_arguments.hpp"
#include "program/names.hpp"
#include "proof/file_words.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
constexpr const char *stubOption = "stub";
constexpr const char *volatileOption = "volatile";
constexpr const char *argumentsOption = "program-arguments";
constexpr const char *argumentOption = "program-argument";
constexpr const char *entryOption = "entry";
constexpr const char *pointersOption = "entry-pointers";
constexpr const char *declarationsOption = "harness-declarations";
constexpr const char *setupOption = "harness-setup";
constexpr const char *threadOption = "harness-thread";
constexpr const char *checkOption = "harness-check";

/// The code of a harness that a proof records.
frontend::Harness::Code recordedCode(const std::string &text) { return {text, "<recorded harness>", 1}; }

frontend::Harness &recordedHarness(RecordedInput &input) {
  std::optional<frontend::Harness> &harness = input.options.beginning.recorded;
  return harness ? *harness : harness.emplace();
}

/// An option whose value is one of `choices`.
std::optional<Error> readChoice(const std::string &value, const std::vector<std::string> &choices, std::string &text) {
  if (std::ranges::find(choices, value) == choices.end())
    return notAValue(value);
  text = value;
  return std::nullopt;
}

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
         if (!program::parseDataModel(value))
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
      {stubOption, false, [](RecordedInput &in, const std::string &v) { return append(in.options.stubs, v); }},
      {volatileOption, false,
       [](RecordedInput &in, const std::string &v) {
         return readChoice(v, {"plain", "atomic"}, in.options.volatileAccesses);
       }},
      {argumentsOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         in.options.beginning.programArguments.emplace();
         return v == "given" ? std::nullopt : std::optional(notAValue(v));
       }},
      {argumentOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         if (!in.options.beginning.programArguments)
           return Error{fmt::format("it must follow {}", argumentsOption)};
         if (!v.starts_with(':'))
           return notAValue(v);
         return append(*in.options.beginning.programArguments, v.substr(1));
       }},
      {entryOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         in.options.beginning.entry = v;
         return std::nullopt;
       }},
      {pointersOption, false,
       [](RecordedInput &in, const std::string &v) {
         return readChoice(v, {"fresh", "null", "any"}, in.options.beginning.entryPointers);
       }},
      {declarationsOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         recordedHarness(in).declarations = recordedCode(v);
         return std::nullopt;
       }},
      {setupOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         recordedHarness(in).setup = recordedCode(v);
         return std::nullopt;
       }},
      {threadOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         recordedHarness(in).threads.push_back(recordedCode(v));
         return std::nullopt;
       }},
      {checkOption, false,
       [](RecordedInput &in, const std::string &v) -> std::optional<Error> {
         recordedHarness(in).check = recordedCode(v);
         return std::nullopt;
       }},
  };
  return all;
}

/// The options that say where the program begins.
void addBeginning(const BeginningOptions &options, const frontend::Options &input,
                  const std::function<void(const char *, std::string)> &add) {
  if (input.programArguments) {
    add(argumentsOption, "given");
    for (const std::string &argument : *input.programArguments)
      add(argumentOption, ":" + argument); // a value is never empty
  }
  if (!options.entry.empty())
    add(entryOption, options.entry);
  if (!options.entryPointers.empty())
    add(pointersOption, options.entryPointers);
  if (!input.harness)
    return;
  const auto addCode = [&](const char *option, const frontend::Harness::Code &code) {
    if (!code.text.empty())
      add(option, code.text);
  };
  addCode(declarationsOption, input.harness->declarations);
  addCode(setupOption, input.harness->setup);
  for (const frontend::Harness::Code &thread : input.harness->threads)
    add(threadOption, thread.text);
  addCode(checkOption, input.harness->check);
}

/// The same as words of a command line.
std::vector<std::string> beginningAsCommandLine(const BeginningOptions &options) {
  std::vector<std::string> words;
  if (!options.entry.empty())
    words.push_back("--entry " + options.entry);
  if (!options.entryPointers.empty())
    words.push_back("--entry-pointers " + options.entryPointers);
  if (options.recorded) {
    std::vector<std::string> threads;
    for (const frontend::Harness::Code &thread : options.recorded->threads)
      threads.push_back(thread.text);
    words.push_back(fmt::format("--threads '{}'", fmt::join(threads, " | ")));
    for (const auto &[option, code] :
         {std::pair{"--declarations", &options.recorded->declarations}, std::pair{"--setup", &options.recorded->setup},
          std::pair{"--check", &options.recorded->check}})
      if (!code->text.empty())
        words.push_back(fmt::format("{} '{}'", option, code->text));
  }
  if (options.programArguments) {
    words.emplace_back("--");
    words.insert(words.end(), options.programArguments->begin(), options.programArguments->end());
  }
  return words;
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
  add(dataModel, std::string(program::name(program.dataModel)));
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
  for (const std::string &file : input.stubs)
    add(stubOption, file);
  if (!options.volatileAccesses.empty())
    add(volatileOption, options.volatileAccesses);
  addBeginning(options.beginning, input, add);
  return header;
}

Expected<RecordedInput> recordedInput(const proof::ProofFile &file) {
  const std::vector<std::string> noArguments;
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
  for (const std::vector<std::string> &others : {split->heddle, split->ignored, split->program.value_or(noArguments)})
    if (!others.empty())
      return fail(compilerArgument, fmt::format("'{}' is not an option for the C compiler", others.front()));
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
  for (const std::string &file : input.options.stubs)
    result.push_back("--stub " + file);
  if (!input.options.volatileAccesses.empty())
    result.push_back("--volatile " + input.options.volatileAccesses);
  const std::vector<std::string> beginning = beginningAsCommandLine(input.options.beginning);
  result.insert(result.end(), beginning.begin(), beginning.end());
  for (std::string &word : result)
    word = proof::words::escaped(word); // a file may come from anywhere, and this goes to a terminal
  return result;
}

} // namespace heddle::cli
