// heddle dump: the program as LLVM IR, as the verification model, and as engines get it.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/input.hpp"
#include "cli/messages.hpp"

#include <memory>

namespace heddle::cli {

namespace {

struct DumpOptions {
  InputOptions input;
  bool cfa = false;
  bool ir = false;
  bool program = false;
  bool prepared = false;
};

support::Expected<std::string> textOf(const DumpOptions &options) {
  const support::Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return input.error();
  if (options.ir)
    return frontend::emitIr(*input);
  const support::Expected<program::Program> program =
      options.prepared ? loadPrepared(*input, !options.input.noLargeBlocks) : frontend::load(*input);
  if (!program)
    return program.error();
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
  command->add_flag("--prepared", options->prepared, "the model as engines get it: analysed, with large blocks")
      ->group("What to show")
      ->excludes(ir);
  return {command, [options, &compilerArguments] {
            options->input.compilerArguments = compilerArguments;
            return dump(*options);
          }};
}

} // namespace heddle::cli
