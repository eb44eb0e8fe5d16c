// How many random executions it takes to find a violation, without and with what the thread-modular analysis could not
// exclude: for each task with the expected verdict false, and each seed, the number of the first execution that
// violates the property. Prints a line for each task and property: how many suspects there are, and for both ways in
// how many of the runs the violation is found, and the median of the executions, of those that find nothing as one more
// than all.
#include "engines/modular/modular.hpp"
#include "engines/random/random.hpp"
#include "frontend/frontend.hpp"
#include "frontend/task.hpp"
#include "transform/prepare.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace heddle;

struct Settings {
  std::vector<std::string> tasks;
  std::uint64_t runs = 300;
  std::uint64_t depth = 10'000;
  std::uint64_t steps = 1'000'000;
  std::uint64_t seeds = 5;
  std::string property; // instead of those of the task
};

struct Summary {
  std::uint64_t found = 0;
  std::uint64_t median = 0;
};

double statistic(const engines::Outcome &outcome, std::string_view id) {
  for (const engines::Statistic &each : outcome.statistics.list())
    if (each.id == id)
      return each.value;
  return 0;
}

Summary measure(const program::Program &program, const engines::Suspects *suspects, std::uint64_t targetEvery,
                const Settings &settings) {
  Summary summary;
  std::vector<std::uint64_t> executions;
  for (std::uint64_t seed = 0; seed < settings.seeds; ++seed) {
    support::Cancellation cancellation;
    const engines::Context context{.program = program, .cancellation = cancellation, .suspects = suspects};
    const engines::Outcome outcome = engines::random::run(context, {.runs = settings.runs,
                                                                    .depth = settings.depth,
                                                                    .seed = seed * 1000,
                                                                    .targetEvery = targetEvery,
                                                                    .steps = settings.steps});
    const bool isFound = outcome.verdict() == engines::Verdict::False;
    summary.found += isFound ? 1 : 0;
    executions.push_back(isFound ? static_cast<std::uint64_t>(statistic(outcome, "executions")) : settings.runs + 1);
  }
  std::ranges::sort(executions);
  summary.median = executions[executions.size() / 2];
  return summary;
}

void run(const std::string &path, const frontend::Task &task, const frontend::PropertySpec &spec,
         const Settings &settings) {
  frontend::Options options;
  options.files = task.inputFiles;
  options.properties = spec.properties;
  options.errorFunctions = spec.errorFunctions;
  options.dataModel = task.dataModel;
  for (const std::string &argument : task.arguments)
    if (argument.starts_with("-D") || argument.starts_with("-I"))
      options.compilerArguments.push_back(argument);
  support::Expected<program::Program> program = frontend::load(options);
  if (!program)
    return;
  transform::prepare(*program);
  support::Cancellation cancellation;
  engines::modular::Options analysis;
  analysis.effort = 200'000;
  const engines::Outcome analysed =
      engines::modular::run({.program = *program, .cancellation = cancellation}, analysis);
  const engines::Suspects suspects{"modular", analysed.suspects};
  const Summary plain = measure(*program, nullptr, 0, settings);
  const Summary targeted = measure(*program, &suspects, 1, settings);
  fmt::print("{}\t{}\t{}\t{}\t{}\t{}\n", path, suspects.list.size(), plain.found, plain.median, targeted.found,
             targeted.median);
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  Settings settings;
  CLI::App app{"random executions without and with targets"};
  app.add_option("tasks", settings.tasks, "task definitions")->required();
  app.add_option("--runs", settings.runs, "executions of a run, at most");
  app.add_option("--depth", settings.depth, "steps of one execution, at most");
  app.add_option("--steps", settings.steps, "steps of a run, at most");
  app.add_option("--seeds", settings.seeds, "runs");
  app.add_option("--property", settings.property, "asked instead of those of the task, whatever is expected");
  CLI11_PARSE(app, argc, argv);
  fmt::print("task\tsuspects\tfound without\tmedian\tfound with\tmedian\n");
  for (const std::string &path : settings.tasks) {
    const support::Expected<frontend::Task> task = frontend::parseTask(path);
    if (!task)
      continue;
    if (!settings.property.empty()) {
      if (const auto properties = program::parseProperty(settings.property))
        run(path, *task, {*properties, {"reach_error", "__assert_fail"}}, settings);
      continue;
    }
    for (const frontend::TaskProperty &property : task->properties)
      if (property.expectedVerdict == false)
        if (const auto spec = frontend::parsePropertyFile(property.file))
          run(path, *task, *spec, settings);
  }
  return 0;
}
