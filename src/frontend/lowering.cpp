#include "frontend/lowering.hpp"

#include "frontend/module_context.hpp"
#include "frontend/thread_lowering.hpp"

#include <fmt/format.h>

#include <algorithm>
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
      context.warnOnce(
          halt->message + program.sources.describe(span),
          {fmt::format("executions are not followed beyond this point: {}; no proof is possible if one gets "
                       "here, unless a stub replaces it",
                       halt->message),
           span});
    }
}

/// Whether a function of which nothing is known is called.
bool callsUnknown(const Program &program) {
  const auto isUnknownCall = [](const Instruction &instruction) {
    const auto *havoc = std::get_if<Havoc>(&instruction.operation);
    return havoc != nullptr && havoc->kind == InputKind::UnknownEffect;
  };
  return std::ranges::any_of(program.cfas, [&](const Cfa &cfa) {
    return std::ranges::any_of(
        cfa.actions, [&](const Action &action) { return std::ranges::any_of(action.instructions, isUnknownCall); });
  });
}

bool hasUnsupported(const Program &program) {
  return std::ranges::any_of(program.cfas, [](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [](const Action &action) {
      const auto *halt =
          action.instructions.empty() ? nullptr : std::get_if<Halt>(&action.instructions.back().operation);
      return halt != nullptr && halt->reason == HaltReason::Unsupported;
    });
  });
}

/// Lowering a thread function may add further ones to the list.
void lowerThreads(ModuleContext &context, const llvm::Function &main) {
  context.addMain(main);
  for (CfaId id = 0; id < context.threads().size(); ++id) {
    ThreadLowering lowering(context, *context.threads()[id]);
    Cfa cfa = id == 0 ? lowering.lowerMain() : lowering.lowerThread();
    context.program.cfas[id] = std::move(cfa);
  }
}

/// A path ends at the first construct without a model, so what follows it on every path is not lowered. To list
/// everything at once, the module is lowered a second time, past all of them, into a program that is thrown away.
void survey(ModuleContext &context, const llvm::Function &main) {
  constexpr std::size_t enoughActions = 100'000;
  Program scratch;
  scratch.dataModel = context.program.dataModel;
  scratch.properties = context.program.properties;
  ModuleContext surveying(context.options, context.module, context.callees, scratch, ModuleContext::Purpose::Survey);
  surveying.budget.limit = std::min(surveying.budget.limit, 2 * context.budget.used + enoughActions);
  lowerThreads(surveying, main);
  warnOfUnsupported(surveying);
  const auto isKnown = [&](const Warning &warning) {
    return std::ranges::any_of(context.program.warnings, [&](const Warning &known) {
      return known.message == warning.message &&
             context.program.sources.describe(known.span) == scratch.sources.describe(warning.span);
    });
  };
  for (Warning &warning : scratch.warnings) {
    if (isKnown(warning))
      continue;
    const FileId file = warning.span.file;
    warning.span.frame = noFrame;
    if (file != noFile)
      warning.span.file = context.program.sources.addFile(scratch.sources.path(file));
    context.program.warnings.push_back(std::move(warning));
  }
}

/// The depths that are tried if inlining exceeds its limit: the given one, 1, 0. Each copy of a function that calls
/// itself in two places has two copies, so that the size is exponential in the depth. Following some recursive calls is
/// better than ending in the middle of main.
unsigned nextDepth(unsigned depth) { return depth > 1 ? 1 : 0; }

/// Warns before the verification, not only when an execution gets there, that inlining has reached its limit, and why.
void warnOfSize(ModuleContext &context, unsigned wantedDepth) {
  const std::optional<InliningProfile::Multiplied> multiplied = context.profile.multiplied(context.budget.used);
  const std::string chain = multiplied ? fmt::format(" ({})", describe(*multiplied)) : "";
  const unsigned depth = context.options.recursionDepth;
  if (context.budget.isExceeded())
    context.warnOnce(
        "size",
        {fmt::format("calls are inlined, which adds more than {} actions{}; executions are not followed beyond them. "
                     "A function in a --stub FILE in place of {}, or a beginning that is closer to the code of "
                     "interest (--entry, --threads), helps",
                     context.budget.limit, chain, multiplied ? multiplied->chain.back() : "one that matters less"),
         {}});
  else if (depth < wantedDepth)
    context.warnOnce("depth", {fmt::format("recursion is followed to a depth of {} only: with {}, inlining adds more "
                                           "than {} actions{}; a function in a --stub FILE can end the recursion",
                                           depth, wantedDepth, context.budget.limit, chain),
                               {}});
}

/// What remains to be done when all threads have been lowered.
void finish(ModuleContext &context, const llvm::Function &main) {
  Program &program = context.program;
  warnOfUnsupported(context);
  if (hasUnsupported(program) && !context.budget.isExceeded())
    survey(context, main);
  context.objects.finish();
  if (!callsUnknown(program)) // then no code outside of the program runs
    for (StaticObject &object : program.objects)
      object.setOutside = false;
}

support::Error noBeginning(const Options &options) {
  const std::string whose =
      options.files.size() == 1 ? fmt::format("{} has no", options.files.front()) : "none of the files has a";
  if (!options.entry.empty())
    return {fmt::format("{} function {} with a body (--entry)", whose, options.entry)};
  return {fmt::format("{} main function; for a library, --entry names a function to start in, --threads or --harness "
                      "says what its users do, and heddle harness writes a C file to begin with",
                      whose)};
}

} // namespace

support::Expected<bool> lowerModule(const Options &options, const llvm::Module &module, Program &program) {
  const llvm::Function *main = module.getFunction(options.entry.empty() ? "main" : options.entry);
  if (main == nullptr || main->isDeclaration())
    return noBeginning(options);
  if (!options.entry.empty() && main->isVarArg())
    return support::Error{
        fmt::format("--entry {0}: {0} takes a variable number of arguments: call it in a harness", options.entry)};
  const Callees callees(module, main->getName());
  const Program empty = program;
  for (unsigned depth = options.recursionDepth;; depth = nextDepth(depth)) {
    Options attempt = options;
    attempt.recursionDepth = depth;
    program = empty;
    program.expressions = std::make_shared<ExprPool>();
    ModuleContext context(attempt, module, callees, program);
    lowerThreads(context, *main);
    if (context.budget.isExceeded() && context.profile.hasRecursion() && depth != 0)
      continue;
    warnOfSize(context, options.recursionDepth);
    finish(context, *main);
    break;
  }
  if (program.objects.size() > program.pointers.maxObject() / 2)
    return support::Error{fmt::format("the program has {} objects, more than a {}-bit pointer can name here; try "
                                      "--data-model LP64",
                                      program.objects.size(), program.pointers.width)};
  return true;
}

} // namespace heddle::frontend
