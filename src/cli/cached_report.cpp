// A wrong hit is a wrong verdict, so the key has everything that a report depends on, collected where nothing can be
// forgotten:
//
// - the program as it was compiled, with positions and names of files, and the options of the front end: the identity
//   that frontend::load computes. The program is compiled for a hit, too, which takes milliseconds: so no second
//   implementation has to find out what a preprocessor reads;
// - the text of the sources, which reports quote and JSON has hashes of, and the directory, which JSON names;
// - all words of the command line, as they were parsed, except for limits, and the content of rules of suppressions;
// - whether colours are used, and the property if it is one of several;
// - the build of Heddle and of the libraries that it has loaded.
//
// Limits of time and memory are not part of it: a verdict that was found is right within any limits. Hence a report is
// kept only if no limit had a part in it. That is certain of `true` and `false`, and of an `unknown` of a single engine
// that has come to its end. Of a portfolio it is not: one of its engines may have given up for lack of memory.
#include "cli/cached_report.hpp"

#include "cli/build_id.hpp"
#include "cli/messages.hpp"
#include "cli/origin.hpp"
#include "cli/values.hpp"
#include "portfolio/engines.hpp"
#include "portfolio/portfolio.hpp"
#include "support/files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace heddle::cli {

using support::Expected;

namespace {

constexpr const char *cacheOption = "--cache";

/// Effects that a kept report does not have: files, descriptors, a log. The list of --all depends on the time that the
/// search may take.
bool hasOtherEffects(const VerificationOptions &options) {
  const char *log = std::getenv("HEDDLE_LOG");
  return options.all || !options.counterexampleFile.empty() || !options.witnessFile.empty() ||
         !options.reportFile.empty() || options.pagePart || options.live || !options.log.empty() ||
         (log != nullptr && *log != '\0') || !options.engine.valueOf("--proof").empty() ||
         !options.engine.valueOf("--invariant").empty();
}

/// Whether the engine has come to an end that more time or memory would not change.
bool isLasting(const Answered &answered, const VerificationOptions &options) {
  if (answered.isStopped || !answered.result.failures.empty())
    return false;
  const auto *unknown = std::get_if<engines::Unknown>(&answered.result.answer);
  if (unknown == nullptr)
    return answered.result.verdict() != engines::Verdict::Unknown;
  if (portfolio::findEngine(options.engine.engine) == &portfolio::engine)
    return false;
  using Kind = engines::Unknown::Kind;
  switch (unknown->kind) {
  case Kind::Bound:
  case Kind::Unsupported:
    return true;
  case Kind::Incomplete: // also of a solver that has given up
  case Kind::OutOfMemory:
  case Kind::Undefined: // the second question may have ended at a limit
  case Kind::Unmodelled:
    return false;
  }
  return false;
}

double secondsOf(const timeval &time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Of this process and of those of its engines; its memory is that of the largest.
void measure(KeptReport &kept) {
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    kept.processorSeconds += secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
    kept.memory = std::max(kept.memory, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
  }
}

} // namespace

void addCacheOption(CLI::App &command, VerificationOptions &options) {
  command
      .add_option(cacheOption, options.cache,
                  "keep reports in this directory, and show the one of an earlier verification of the same program "
                  "with the same options")
      ->type_name("DIR")
      ->check(directoryName())
      ->group("Report");
}

std::vector<std::string> wordsForCache(const CLI::App &command, const SplitArguments &arguments) {
  constexpr std::array<std::string_view, 5> others{cacheOption, "--timeout", "--memory-limit", "--property",
                                                   "--changed-since"};
  return wordsOf(command, arguments, [&](const CLI::Option &option) {
    return std::ranges::find(others, option.get_name()) == others.end();
  });
}

Expected<CachedReport> CachedReport::of(const VerificationOptions &options) {
  CachedReport result(options);
  if (options.cache.empty() || hasOtherEffects(options))
    return result;
  Expected<VerdictCache> cache = VerdictCache::open(options.cache);
  if (!cache)
    return cache.error();
  const std::string build = buildId();
  if (build.empty()) {
    reportNote("--cache has no effect: a library that Heddle has loaded has no build ID");
    return result;
  }
  result.cache_ = std::move(*cache);
  result.key_ = {{"heddle", HEDDLE_VERSION}, {"build", build},
                 {"words", options.words},   {"properties", options.input.properties},
                 {"label", options.label},   {"colours", Colours(options.trace.colours).areUsed()}};
  for (const std::string &file : options.suppressions)
    result.key_["suppressions"].push_back(support::readFile(file).value_or(""));
  return result;
}

std::optional<int> CachedReport::reuse(const std::string &identity, const report::Origin &origin) {
  key_["program"] = identity;
  key_["directory"] = origin.directory;
  key_["sources"] = report::Json::array();
  for (const report::Origin::Source &source : origin.sources)
    key_["sources"].push_back({source.path, source.hash});
  const std::optional<KeptReport> kept = cache_->find(key_);
  if (!kept)
    return std::nullopt;
  print(*kept);
  return kept->exitCode;
}

void CachedReport::print(const KeptReport &kept) const {
  if (options_->format == Format::Json) {
    if (report::Json json = report::Json::parse(kept.output, nullptr, false); json.is_object()) {
      json["cached"] = {{"date", kept.date},
                        {"seconds", kept.seconds},
                        {"processorSeconds", kept.processorSeconds},
                        {"memory", kept.memory}};
      return cli::print(report::jsonText(json));
    }
  }
  const std::string line = fmt::format("from the cache of {}", kept.date);
  if (options_->format != Format::Text || options_->quiet)
    reportNote(line);
  else
    cli::print(line + '\n');
  cli::print(kept.output);
}

void CachedReport::keep(const Answered &answered, const std::string &output, int exitCode) const {
  if (!isUsed() || !isLasting(answered, *options_))
    return;
  KeptReport kept{.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                  .exitCode = exitCode,
                  .output = output,
                  .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count()};
  measure(kept);
  cache_->keep(key_, kept);
}

} // namespace heddle::cli
