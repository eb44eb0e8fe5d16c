#include "cli/beginning.hpp"

#include "cli/input.hpp"
#include "cli/values.hpp"

#include <fmt/format.h>

namespace heddle::cli {

using frontend::EntryPointers;
using frontend::Harness;
using support::Error;
using support::Expected;

namespace {

EntryPointers pointersOf(const std::string &text) {
  if (text == "null")
    return EntryPointers::Null;
  return text == "any" ? EntryPointers::Any : EntryPointers::Fresh;
}

Expected<Harness> harnessOf(const BeginningOptions &options) {
  if (options.recorded)
    return *options.recorded;
  if (!options.harnessFile.empty())
    return frontend::parseHarness(options.harnessFile);
  Expected<std::vector<Harness::Code>> threads = frontend::parseThreads(options.threads);
  if (!threads)
    return threads.error();
  return Harness{.declarations = {options.declarations, "<--declarations>", 1},
                 .setup = {options.setup, "<--setup>", 1},
                 .threads = std::move(*threads),
                 .check = {options.check, "<--check>", 1}};
}

} // namespace

void addBeginningOptions(CLI::App &command, BeginningOptions &options) {
  constexpr const char *group = "Libraries without main";
  CLI::Option *entry = command
                           .add_option("--entry", options.entry,
                                       "begin in this function, with arbitrary numbers as arguments; --entry-pointers "
                                       "says what its pointers are")
                           ->type_name("FUNCTION")
                           ->check(fileName())
                           ->group(group);
  command
      .add_option("--entry-pointers", options.entryPointers,
                  "fresh (default): to one object each, with arbitrary content; null; or any of these")
      ->type_name("WHAT")
      ->check(oneOf({"fresh", "null", "any"}))
      ->needs(entry)
      ->group(group);
  CLI::Option *threads =
      command
          .add_option("--threads", options.threads,
                      "what the users of a library do, one C statement for each thread: 'push(&q, 1) | pop(&q)'. "
                      "Compiled at the end of the file that defines the first of these functions")
          ->type_name("CODE")
          ->excludes(entry)
          ->group(group);
  command.add_option("--declarations", options.declarations, "with --threads: C declarations: 'struct queue q;'")
      ->type_name("CODE")
      ->needs(threads)
      ->group(group);
  command.add_option("--setup", options.setup, "with --threads: C statements before the threads start")
      ->type_name("CODE")
      ->needs(threads)
      ->group(group);
  command
      .add_option("--check", options.check, "with --threads: C statements after the threads have ended: 'assert(…)'")
      ->type_name("CODE")
      ->needs(threads)
      ->group(group);
  command
      .add_option("--harness", options.harnessFile,
                  "a file (YAML) with declarations, setup, threads (a list) and check, instead of these options")
      ->type_name("FILE")
      ->check(fileName())
      ->excludes(entry)
      ->excludes(threads)
      ->group(group);
}

std::optional<Error> resolveBeginning(const BeginningOptions &options, frontend::Options &result) {
  result.programArguments = options.programArguments;
  result.entry = options.entry;
  result.entryPointers = pointersOf(options.entryPointers);
  const bool hasHarness = options.recorded || !options.harnessFile.empty() || !options.threads.empty();
  if (options.programArguments && (hasHarness || !options.entry.empty()))
    return Error{"the arguments after -- are those of main, where this program does not begin"};
  if (!hasHarness)
    return std::nullopt;
  Expected<Harness> harness = harnessOf(options);
  if (!harness)
    return harness.error();
  result.harness = std::move(*harness);
  return std::nullopt;
}

} // namespace heddle::cli
