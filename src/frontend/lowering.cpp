#include "frontend/lowering.hpp"

#include "frontend/module_context.hpp"
#include "frontend/thread_lowering.hpp"

#include <fmt/format.h>

#include <variant>

namespace heddle::frontend {

using namespace program;

namespace {

/// An engine would meet these one by one, and only if it gets that far.
void warnOfUnsupported(ModuleContext &context) {
  const Program &program = context.program;
  for (const Cfa &cfa : program.cfas)
    for (const Action &action : cfa.actions) {
      const auto *halt =
          action.instructions.empty() ? nullptr : std::get_if<Halt>(&action.instructions.back().operation);
      if (halt == nullptr || halt->reason != HaltReason::Unsupported)
        continue;
      const SourceSpan span = program.sources.userSpan(action.instructions.back().span);
      context.warnOnce(halt->message + program.sources.describe(span),
                       {"executions are not followed beyond this point: " + halt->message, span});
    }
}

} // namespace

support::Expected<bool> lowerModule(const Options &options, const llvm::Module &module, Program &program) {
  ModuleContext context(options, module, program);
  const llvm::Function *main = context.definition("main");
  if (!main)
    return support::Error{options.files.size() == 1 ? fmt::format("{} has no main function", options.files.front())
                                                    : std::string("none of the files has a main function")};
  context.cfaOf(*main);
  // Lowering a thread function may add further ones to the list.
  for (CfaId id = 0; id < context.threads().size(); ++id) {
    ThreadLowering lowering(context, *context.threads()[id]);
    Cfa cfa = id == 0 ? lowering.lowerMain() : lowering.lowerThread();
    program.cfas[id] = std::move(cfa);
  }
  warnOfUnsupported(context);
  context.objects.finish();
  if (program.objects.size() > program.pointers.maxObject() / 2)
    return support::Error{fmt::format("the program has {} objects, more than a {}-bit pointer can name here; try "
                                      "--data-model LP64",
                                      program.objects.size(), program.pointers.width)};
  return true;
}

} // namespace heddle::frontend
