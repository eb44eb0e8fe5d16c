// heddle dump: what Heddle makes of a program at each stage, and what engines build from it.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/input.hpp"
#include "cli/messages.hpp"
#include "cli/schedule_file.hpp"
#include "cli/values.hpp"
#include "engines/lazy/tree_graph.hpp"
#include "engines/symbolic/execution_graph.hpp"
#include "events/graphviz.hpp"

#include <memory>

namespace heddle::cli {

namespace {

struct DumpOptions {
  InputOptions input;
  bool cfa = false;
  bool ir = false;
  bool program = false;
  bool prepared = false;
  bool unwound = false;
  bool tree = false;
  std::string orderFile;
  unsigned depth = 2;
};

support::Expected<std::string> orderGraph(const DumpOptions &options) {
  const support::Expected<report::SavedSchedule> saved = readSchedule(options.orderFile);
  if (!saved)
    return saved.error();
  const interpreter::Schedule &schedule = saved->schedule;
  InputOptions input = options.input;
  if (input.properties.empty()) // what was checked decides where the execution ends
    input.properties = schedule.properties;
  const support::Expected<frontend::Options> resolved = resolveInput(input);
  if (!resolved)
    return resolved.error();
  const support::Expected<program::Program> program = loadPrepared(*resolved, !input.noLargeBlocks);
  if (!program)
    return program.error();
  const support::Expected<std::string> graph = engines::symbolic::executionAsGraphviz(*program, schedule);
  return graph ? graph : support::Error{options.orderFile + ": " + graph.error().message};
}

support::Expected<std::string> engineGraph(const program::Program &program, const DumpOptions &options) {
  support::Cancellation cancellation;
  if (options.unwound)
    return events::unwoundToGraphviz(program, options.depth, cancellation);
  return engines::lazy::treeAsGraphviz({.program = program, .cancellation = cancellation, .engine = "lazy"}, {});
}

support::Expected<std::string> textOf(const DumpOptions &options) {
  if (!options.orderFile.empty())
    return orderGraph(options);
  const support::Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return input.error();
  if (options.ir)
    return frontend::emitIr(*input);
  const bool isOfEngine = options.unwound || options.tree; // engines get the program prepared
  const support::Expected<program::Program> program =
      options.prepared || isOfEngine ? loadPrepared(*input, !options.input.noLargeBlocks) : frontend::load(*input);
  if (!program)
    return program.error();
  if (isOfEngine)
    return engineGraph(*program, options);
  return options.cfa ? program::toGraphviz(*program) : program::toText(*program);
}

int dump(const DumpOptions &options) {
  const support::Expected<std::string> text = textOf(options);
  if (!text)
    return reportError(text.error());
  print(*text);
  return exitTrue;
}

} // namespace

Command addDump(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<DumpOptions>();
  CLI::App *command = heddle.add_subcommand("dump", "show the program as Heddle sees it");
  addInputOptions(*command, options->input);
  CLI::Option *program = command->add_flag("--program", options->program, "the verification model as text (default)")
                             ->group("What to show");
  CLI::Option *cfa = command->add_flag("--cfa", options->cfa, "control-flow automata for Graphviz: … | dot -Tsvg")
                         ->group("What to show")
                         ->excludes(program);
  CLI::Option *ir = command->add_flag("--ir", options->ir, "LLVM IR, before it is lowered")
                        ->group("What to show")
                        ->excludes(program)
                        ->excludes(cfa);
  command->add_flag("--prepared", options->prepared, "the model as engines get it: analysed, with large blocks")
      ->group("What to show")
      ->excludes(ir);
  CLI::Option *unwound = command
                             ->add_flag("--unwound", options->unwound,
                                        "the unwinding of engine bmc for Graphviz: events and read-from candidates")
                             ->group("What to show")
                             ->excludes(program)
                             ->excludes(cfa)
                             ->excludes(ir);
  command->add_option("--depth", options->depth, "with --unwound: how deep loops are unwound")
      ->type_name("K")
      ->check(CLI::Range(1U, 1'000'000U).description(""))
      ->capture_default_str()
      ->needs(unwound)
      ->group("What to show");
  CLI::Option *tree =
      command->add_flag("--tree", options->tree, "the abstract reachability tree of engine lazy for Graphviz")
          ->group("What to show")
          ->excludes(program)
          ->excludes(cfa)
          ->excludes(ir)
          ->excludes(unwound);
  command
      ->add_option("--order", options->orderFile,
                   "the event order graph of a counterexample (from --counterexample) for Graphviz")
      ->type_name("FILE")
      ->check(fileName())
      ->group("What to show")
      ->excludes(program)
      ->excludes(cfa)
      ->excludes(ir)
      ->excludes(unwound)
      ->excludes(tree);
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            return dump(*options);
          }};
}

} // namespace heddle::cli
