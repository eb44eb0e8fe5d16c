// heddle dump: what Heddle makes of a program at each stage, and what engines build from it.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "engines/lazy/tree_graph.hpp"
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
  unsigned depth = 2;

  /// What engines build needs the program as engines get it.
  bool isOfEngine() const { return unwound || tree; }
};

support::Expected<std::string> engineGraph(const program::Program &program, const DumpOptions &options) {
  support::Cancellation cancellation;
  const Cooperation cooperation(cancellation);
  if (options.unwound)
    return events::unwoundToGraphviz(program, options.depth, cancellation);
  return engines::lazy::treeAsGraphviz({.program = program, .cancellation = cancellation, .engine = "lazy"}, {});
}

support::Expected<std::string> textOf(const DumpOptions &options) {
  const support::Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return input.error();
  if (options.ir)
    return frontend::emitIr(*input);
  const support::Expected<program::Program> program = options.prepared || options.isOfEngine()
                                                          ? loadPrepared(*input, !options.input.noLargeBlocks)
                                                          : frontend::load(*input);
  if (!program)
    return program.error();
  if (options.isOfEngine())
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

Command addDump(CLI::App &heddle, const CompilerArguments &compilerArguments) {
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
  command->add_flag("--prepared", options->prepared, "the model as engines get it: analysed, in large blocks")
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
  command->add_flag("--tree", options->tree, "the abstract reachability tree of engine lazy for Graphviz")
      ->group("What to show")
      ->excludes(program)
      ->excludes(cfa)
      ->excludes(ir)
      ->excludes(unwound);
  return {command, [options, &compilerArguments] {
            options->input.compilerArguments = compilerArguments;
            return dump(*options);
          }};
}

} // namespace heddle::cli
