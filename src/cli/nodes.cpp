// A node runs the command line of the user with `--part NUMBER`: it compiles the program, computes the same list of
// parts (portfolio/parts) and sends the answer as engines do (portfolio/message), in a file. Before it, the file has
// what the node has verified: the fingerprint of the program, the properties and the build of Heddle. If one of them
// differs, because a node sees another file or another installation, the answer does not count.
//
// A part that ends at its limits has an answer, which says so. One that is stopped by a signal has none: then its job
// is submitted again, unless it was cancelled from here.
#include "cli/nodes.hpp"

#include "batch/slurm.hpp"
#include "cli/build_id.hpp"
#include "cli/origin.hpp"
#include "cli/quantities.hpp"
#include "cli/verdict_report.hpp"
#include "cli/verification.hpp"
#include "portfolio/message.hpp"
#include "portfolio/parts.hpp"
#include "proof/fingerprint.hpp"
#include "report/summary.hpp"
#include "support/files.hpp"
#include "support/temporary_directory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

constexpr const char *slurmOption = "--slurm";
constexpr unsigned mostNodes = 4096;

/// What a node and the process that awaits its answer must have in common. Properties are not part of the fingerprint,
/// and a node may see another version of a property file.
std::string identityOf(const program::Program &program) {
  const std::string build = buildId();
  return fmt::format("{} {} {}\n", build.empty() ? HEDDLE_VERSION : build, proof::fingerprint(program),
                     fmt::join(report::propertyNames(program.properties), ","));
}

batch::SlurmOptions slurmOptions(const VerificationOptions &options, const std::string &folder) {
  const NodeOptions &nodes = options.nodes;
  batch::SlurmOptions slurm;
  slurm.name = "heddle-verify";
  slurm.partition = nodes.partition;
  slurm.cores = nodes.cores;
  slurm.folder = folder;
  slurm.command = {fs::read_symlink("/proc/self/exe").string(), "verify"};
  slurm.command.insert(slurm.command.end(), nodes.words.begin(), nodes.words.end());
  for (const std::string &property : options.input.properties)
    slurm.command.push_back("--property=" + property);
  if (!options.timeout.empty())
    slurm.command.push_back("--timeout=" + options.timeout);
  if (!options.memoryLimit.empty())
    slurm.command.push_back("--memory-limit=" + options.memoryLimit);
  if (!options.reportFile.empty() || !options.witnessFile.empty())
    slurm.command.emplace_back("--with-invariant");
  slurm.command.push_back(fmt::format("{}={}", slurmOption, nodes.count));
  slurm.command.push_back("--part-folder=" + folder);
  slurm.command.emplace_back("--part");
  slurm.afterwards = nodes.lastWords;
  if (const auto time = parseDuration(options.timeout); !options.timeout.empty() && time)
    slurm.time = *time;
  if (const auto memory = parseSize(options.memoryLimit); !options.memoryLimit.empty() && memory)
    slurm.memory = *memory;
  return slurm;
}

void takeAnswer(std::size_t number, const std::string &folder, const engines::Context &context,
                const std::string &identity, portfolio::PartAnswers &answers) {
  const std::string text = support::readFile(batch::resultFile(folder, number)).value_or("");
  if (!text.starts_with(identity))
    return answers.addLost(number, "a node has another version of the program or of Heddle");
  Expected<engines::Result> result = portfolio::decode(std::string_view(text).substr(identity.size()), context);
  if (result)
    answers.add(number, std::move(*result));
  else
    answers.addLost(number, "the answer of a node is malformed");
}

} // namespace

void addNodeOptions(CLI::App &command, NodeOptions &options) {
  command
      .add_option(slurmOption, options.count,
                  "verify on a Slurm cluster, in N parts: other engines and configurations first, then cubes of the "
                  "program; the first verdict counts")
      ->type_name("N")
      ->check(CLI::Range(1U, mostNodes).description(""))
      ->group("Cluster");
  command.add_option("--partition", options.partition, "with --slurm: where")->type_name("NAME")->group("Cluster");
  command.add_option("--cores", options.cores, "with --slurm: of each part")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U).description(""))
      ->capture_default_str()
      ->group("Cluster");
  command.add_option("--part", options.part)->group(""); // for nodes
  command.add_option("--part-folder", options.folder)->group("");
  command.add_flag("--with-invariant", options.needsInvariant)->group("");
}

void setWords(NodeOptions &options, const CLI::App &command, const SplitArguments &arguments) {
  // What reports contain is decided here, and given to nodes in another way, if they need it.
  constexpr std::array<std::string_view, 5> others{"--property", "--timeout", "--memory-limit", "--changed-since",
                                                   "--cache"};
  options.words = wordsOf(command, arguments, [&](const CLI::Option &option) {
    return option.get_group() != "Report" && option.get_group() != "Cluster" && !option.get_group().empty() &&
           std::ranges::find(others, option.get_name()) == others.end();
  });
  const auto dashes = std::ranges::find(options.words, "--");
  options.lastWords.assign(dashes, options.words.end());
  options.words.erase(dashes, options.words.end());
}

std::optional<Error> checkNodes(const VerificationOptions &options) {
  if (options.nodes.count == 0)
    return options.nodes.partition.empty() ? std::nullopt : std::optional(Error{"--partition needs --slurm"});
  if (isSearch(options) || !options.changedSince.empty())
    return Error{"--slurm cannot be used together with --all, --suppress or --changed-since"};
  return std::nullopt;
}

Expected<engines::Result> runOnNodes(const engines::Configuration &whole, const engines::Context &context,
                                     const VerificationOptions &options) {
  const portfolio::Parts parts(whole, context.program, options.nodes.count);
  portfolio::PartAnswers answers(parts, context.program);
  support::TemporaryDirectory directory("heddle-slurm", fs::current_path()); // which all nodes see
  const std::string folder = directory.path();
  if (directory.error())
    return Error{fmt::format("{}: cannot be created; the nodes need a folder that all of them see", folder)};
  const batch::SlurmOptions slurm = slurmOptions(options, folder);
  const std::string identity = identityOf(context.program);
  std::size_t ended = 0;
  const batch::ClusterWork work{
      .take =
          [&](std::size_t number) {
            takeAnswer(number, folder, context, identity, answers);
            ++ended;
            return true;
          },
      .giveUp =
          [&](std::size_t number) {
            directory.keep();
            ++ended;
            answers.addLost(number, fmt::format("part '{}' was lost by Slurm {} times; its output is in {}",
                                                parts[number].name, slurm.attempts, folder));
          },
      .isToStop =
          [&] {
            context.report(fmt::format("{} of {} parts have ended without a verdict", ended, parts.count()));
            return answers.isDecided() || context.cancellation.poll();
          }};
  std::vector<std::size_t> numbers(parts.count());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (const Expected<bool> finished = batch::runOnCluster(numbers, slurm, work); !finished)
    return finished.error();
  return answers.summary(engines::Cancelled{context.cancellation.reason(),
                                            fmt::format("{} of {} parts have ended", ended, parts.count())});
}

Expected<bool> runPart(const engines::Configuration &whole, const program::Program &program,
                       const VerificationOptions &options, const VerifyPart &verify) {
  const portfolio::Parts parts(whole, program, options.nodes.count);
  const std::size_t number = *options.nodes.part;
  if (number >= parts.count())
    return Error{fmt::format("--part: there are {} parts", parts.count())};
  program::Program own = parts.programOf(number, program);
  engines::Result result = verify(*parts[number].engine, own);
  if (const auto *cancelled = std::get_if<engines::Cancelled>(&result.answer);
      cancelled != nullptr && cancelled->reason == support::StopReason::Interrupted)
    return Error{"interrupted"};
  if (auto *unknown = std::get_if<engines::Unknown>(&result.answer))
    unknown->trace.reset(); // it may be one of another program (portfolio/uncut)
  return batch::writeResult(options.nodes.folder, number, identityOf(program) + portfolio::encode(result));
}

} // namespace heddle::cli
