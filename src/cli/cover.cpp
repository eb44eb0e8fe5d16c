// heddle cover: decides coverability in thread transition systems and Petri nets, for any number of threads.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "cli/terminal.hpp"
#include "cli/values.hpp"
#include "coverability/check.hpp"
#include "coverability/load.hpp"
#include "report/coverability.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace heddle::cli {

namespace {

using support::Cancellation;
using support::Expected;

constexpr std::uint64_t usualMemory = 4'000'000'000;

struct CoverOptions {
  std::string file;
  coverability::LoadOptions load;
  std::string algorithm = "both";
  std::string oracle = "on";
  std::string stateEquation = "on";
  std::optional<unsigned> candidateThreads;
  bool checkProof = false;
  std::string certificateFile;
  std::string plotFile;
  std::string timeout;
  std::string memoryLimit;
  Format format = Format::Text;
  bool statistics = false;
  bool fullTrace = false;
  bool quiet = false;
};

coverability::Options searchOptions(const CoverOptions &options) {
  coverability::Options result;
  result.algorithm = options.algorithm == "backward" ? coverability::Algorithm::Backward
                     : options.algorithm == "widen"  ? coverability::Algorithm::Widen
                     : options.algorithm == "lean"   ? coverability::Algorithm::Lean
                                                     : coverability::Algorithm::Both;
  result.oracle = options.oracle == "on";
  result.stateEquation = options.stateEquation == "on";
  result.candidateThreads = options.candidateThreads;
  result.growth = !options.plotFile.empty();
  return result;
}

coverability::Answer ask(const coverability::System &system, const CoverOptions &options, const Limits &limits) {
  LiveStatus status(!options.quiet);
  coverability::Answer answer;
  const auto stopped = runWithinLimits(limits, [&](Cancellation &cancellation) {
    coverability::Progress progress{.cancellation = cancellation,
                                    .report = [&](const std::string &text) { status.show(text); }};
    answer = coverability::check(system, searchOptions(options), progress);
  });
  if (answer.verdict == coverability::Verdict::Unknown && stopped)
    answer.reason = *stopped;
  return answer;
}

int exitCodeOf(coverability::Verdict verdict) {
  switch (verdict) {
  case coverability::Verdict::Uncoverable:
    return exitTrue;
  case coverability::Verdict::Coverable:
    return exitFalse;
  case coverability::Verdict::Unknown:
    return exitUnknown;
  }
  return exitInternal;
}

int runCover(const CoverOptions &options) {
  const Expected<Limits> limits =
      parseLimits(options.timeout, options.memoryLimit, std::min(usualMemory, defaultMemoryLimit()));
  if (!limits)
    return reportError(limits.error());
  if (options.file.empty())
    return reportError({"no file given; see: heddle help cover"});
  catchInterrupts(lastWords(options.format, *limits));
  setLimits(limits->time, limits->memory);

  const Expected<coverability::System> system = coverability::load(options.file, options.load);
  if (!system)
    return reportError(system.error());
  const bool verbose = options.format == Format::Text && !options.quiet;
  if (verbose)
    print(report::questionLine(options.file, *system));

  const coverability::Answer answer = ask(*system, options, *limits);
  if (answer.internalError)
    return reportInternal(*answer.internalError);
  if (options.checkProof && answer.certificate) {
    if (const auto checked = coverability::checkCertificate(*system, *answer.certificate); !checked)
      return reportInternal("the proof fails its check: " + checked.error().message);
  }
  if (!options.certificateFile.empty() && answer.certificate) {
    const auto written = writeFile(options.certificateFile, report::certificateText(*system, *answer.certificate));
    if (!written)
      return reportError(written.error());
  }
  if (!options.plotFile.empty()) {
    if (const auto written = writeFile(options.plotFile, report::growthPlot(options.file, answer.growth)); !written)
      return reportError(written.error());
  }
  if (options.format == Format::Json) {
    print(report::coverabilityJson(options.file, *system, answer));
    return exitCodeOf(answer.verdict);
  }
  if (verbose)
    print(
        report::coverabilityText(*system, answer, {.statistics = options.statistics, .fullTrace = options.fullTrace}));
  if (verbose && options.checkProof && answer.certificate)
    print("the proof has been checked: it contains the targets, no initial configuration, and all predecessors\n");
  print(report::verdictLine(answer.verdict, answer.reason));
  return exitCodeOf(answer.verdict);
}

void addOptions(CLI::App &command, CoverOptions &options) {
  command
      .add_option("file", options.file,
                  "thread transition system (.tts), Petri net (.spec, .pnml) or concurrent Boolean program (.cbp)")
      ->type_name("FILE");
  command
      .add_option("--target", options.load.targets,
                  "the configuration to cover, instead of those in the file; may be repeated: s|l1,l2 for .tts, "
                  "x>=1,y>=2 for nets, "
                  "CONDITION|LABELS for .cbp, or a .prop file")
      ->type_name("TARGET")
      ->allow_extra_args(false)
      ->group("What to check");
  command
      .add_option(
          "--initial", options.load.initial,
          "initial states of a .tts: s|bounded/unbounded; may be repeated. By default any number of threads in 0")
      ->type_name("STATES")
      ->allow_extra_args(false)
      ->group("What to check");
  command
      .add_option("--algorithm", options.algorithm,
                  "lean, widen, backward, or both (default): lean and, if it takes long and there are two cores, "
                  "backward beside it")
      ->type_name("NAME")
      ->check(oneOf({"both", "lean", "widen", "backward"}))
      ->group("Search");
  command
      .add_option("--oracle", options.oracle,
                  "on (default) or off: search forward for coverable configurations as well")
      ->type_name("on|off")
      ->check(oneOf({"on", "off"}))
      ->group("Search");
  command
      .add_option("--state-equation", options.stateEquation,
                  "on (default) or off: prune configurations that the state equation or traps exclude")
      ->type_name("on|off")
      ->check(oneOf({"on", "off"}))
      ->group("Search");
  command
      .add_option("--candidate-threads", options.candidateThreads,
                  "most threads of a widening candidate; by default 1 and later 2, for nets 2 and later 3")
      ->type_name("N")
      ->check(CLI::Range(1U, UINT32_MAX).description(""))
      ->group("Search");
  addLimits(command, options.timeout, options.memoryLimit, "4GB by default");
  command.add_flag("--check-proof", options.checkProof, "check the proof that the targets are uncoverable")
      ->group("Report");
  command.add_option("--certificate", options.certificateFile, "write the proof here")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  command.add_option("--plot", options.plotFile, "draw here, as SVG, how the number of vertices changes in the search")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  addFormat(command, options.format, "text, or json (nothing else goes to standard output then)");
  command.add_flag("--full-trace", options.fullTrace, "show every step of a long trace")->group("Report");
  command.add_flag("--stats", options.statistics, "print statistics of the search")->group("Report");
  command.add_flag("--quiet", options.quiet, "only the verdict")->group("Report");
}

} // namespace

Command addCover(CLI::App &heddle) {
  auto options = std::make_shared<CoverOptions>();
  CLI::App *command = heddle.add_subcommand(
      "cover", "any number of threads: can a thread transition system or Petri net cover a configuration?");
  command->footer("Exit codes: 0 uncoverable, 1 coverable, 2 usage or input error, 3 unknown, 4 internal error.");
  addOptions(*command, *options);
  return {command, [options] { return runCover(*options); }};
}

} // namespace heddle::cli
