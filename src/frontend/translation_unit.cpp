// Runs clang's driver and its front end, in this process and without a temporary file.
//
// The driver runs first, as if the user had typed `clang -g file.c`: it knows where the system's headers
// are and how -m32 affects them. It returns the arguments of clang's inner command, which configure the
// front end. The front end generates code but runs no pass over it.
//
// Preprocessor and code generation need different optimisation levels. The preprocessor must see -O0,
// since glibc's headers would otherwise define inline functions. Code generation must see -O1, because only
// then does it emit what the lowering needs: `!tbaa.struct`, which lists the members of a struct copy,
// and the lifetime markers of locals. Nothing is optimised at either level, since passes are off; every
// access in the source remains one load or store.
//
// Warnings are mostly about style, which is not a verifier's concern: they are dropped unless there is an
// error, and then the user sees exactly what clang would have printed. Code that gcc 12 accepts with only
// a warning is not an error here either, for the sake of old programs (and of verification tasks).
//
// Two errors have no such switch, and gcc does not report them: a variable with the name of a library function that
// clang knows, and parameters of main that it does not. The program is then compiled again with that knowledge off.
//
// A crash of clang must not crash Heddle: clang runs on a separate thread, with a large stack for deeply
// nested programs, in a context that turns a crash into an error. Only this file, call_types.cpp and
// shift_amounts.cpp include clang's headers; they take most of their compile time.
#include "frontend/translation_unit.hpp"

#include "frontend/call_types.hpp"
#include "frontend/shift_amounts.hpp"

#include <clang/AST/DeclarationName.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <cstdlib>
#include <new>
#include <set>
#include <string_view>

namespace heddle::frontend {

using program::DataModel;
using support::Error;
using support::Expected;

namespace {

constexpr unsigned stackSize = 256U << 20;

// Debian keeps glibc's <gnu/stubs-32.h> in a separate package (libc6-dev-i386), and nothing else of that
// package is needed to compile for ILP32. The file lists functions that always fail: none matters here.
constexpr const char *fallbackHeaders = "/heddle-fallback-headers";
constexpr const char *fallbackStubs = "/heddle-fallback-headers/gnu/stubs-32.h";
// The kernel's headers (<asm/errno.h>), which are the same for both data models, are in the folder of the
// 64-bit one, which clang does not search with -m32.
constexpr const char *kernelHeaders = "/usr/include/x86_64-linux-gnu";

constexpr std::array gccMerelyWarns{"implicit-function-declaration",
                                    "implicit-int",
                                    "int-conversion",
                                    "incompatible-function-pointer-types",
                                    "incompatible-pointer-types",
                                    "return-mismatch",
                                    "return-type",
                                    "builtin-requires-header",
                                    "strict-prototypes",
                                    "atomic-access",
                                    "main",
                                    "main-return-type"};

/// Functions of whose result C fixes only the sign. Clang would fold calls with literals to one value of that sign.
constexpr std::array onlySignIsFixed{"strcmp", "strncmp", "memcmp", "bcmp", "strcoll", "strcasecmp", "strncasecmp"};

/// The folder of clang's own headers (stddef.h, stdatomic.h); empty if it is not found.
std::string resourceDirectory() {
  for (const char *prefix : {HEDDLE_LLVM_PREFIX, "/usr/lib/llvm-19", "/usr/local", "/usr"}) {
    std::string directory = std::string(prefix) + "/lib/clang/19";
    if (llvm::sys::fs::exists(directory + "/include/stddef.h"))
      return directory;
  }
  return {};
}

std::vector<std::string> driverArguments(const TranslationUnit &unit, const std::string &resources, bool colours) {
  std::vector<std::string> arguments{resources + "/../../../bin/clang"};
  arguments.insert(arguments.end(), unit.arguments.begin(), unit.arguments.end());
  arguments.insert(arguments.end(), {"-resource-dir", resources});
  if (unit.preprocessed)
    arguments.insert(arguments.end(), {"-x", "cpp-output", "-Xclang", "-undef"}); // `unix` is an ordinary name
  else
    arguments.insert(arguments.end(), {"-x", "c", "-idirafter", kernelHeaders, "-idirafter", fallbackHeaders});
  arguments.emplace_back(unit.dataModel == DataModel::ILP32 ? "-m32" : "-m64");
  arguments.insert(arguments.end(),
                   {"-c", "-O0", "-g", "-gcolumn-info", "-fstandalone-debug", "-pthread", "-fno-discard-value-names",
                    "-ffp-contract=off", "-Xclang", "-disable-llvm-passes"});
  arguments.emplace_back(colours ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
  for (const char *warning : gccMerelyWarns)
    arguments.push_back(std::string("-Wno-error=") + warning);
  for (const char *function : onlySignIsFixed)
    arguments.push_back(std::string("-fno-builtin-") + function);
  if (unit.checkOverflow)
    arguments.insert(arguments.end(),
                     {"-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero", "-fno-sanitize-recover=all"});
  arguments.insert(arguments.end(), {"--", unit.path});
  return arguments;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() {
  auto fallback = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  fallback->addFile(fallbackStubs, 0, llvm::MemoryBuffer::getMemBuffer(""));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  files->pushOverlay(std::move(fallback));
  return files;
}

/// Emits LLVM IR and collects the types of calls.
class EmitAction : public clang::EmitLLVMOnlyAction {
public:
  EmitAction(llvm::LLVMContext &context, CallTypes &types) : EmitLLVMOnlyAction(&context), types_(types) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(types_.collector());
    consumers.push_back(keepLargeShiftAmounts());
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(instance, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  CallTypes &types_;
};

/// What clang knows of the C library and refuses to see otherwise.
struct Refusals {
  std::set<std::string> libraryNames; // of other things than the functions
  bool mainParameters = false;

  bool operator==(const Refusals &) const = default;
};

/// Prints diagnostics, and notes those that a second attempt can avoid.
class Printer : public clang::TextDiagnosticPrinter {
public:
  Printer(llvm::raw_ostream &output, clang::DiagnosticOptions *options, Refusals &refusals)
      : TextDiagnosticPrinter(output, options), refusals_(refusals) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    if (info.getID() == clang::diag::err_redefinition_different_kind &&
        info.getArgKind(0) == clang::DiagnosticsEngine::ak_declarationname)
      refusals_.libraryNames.insert(
          clang::DeclarationName::getFromOpaqueInteger(static_cast<std::uintptr_t>(info.getRawArg(0))).getAsString());
    if (info.getID() == clang::diag::err_main_arg_wrong || info.getID() == clang::diag::err_main_surplus_args)
      refusals_.mainParameters = true;
    TextDiagnosticPrinter::HandleDiagnostic(level, info);
  }

private:
  Refusals &refusals_;
};

/// Runs clang once. Owns everything that clang uses, so that a crash leaves no dangling references.
class Compiler {
public:
  Compiler(const TranslationUnit &unit, const Refusals &avoided, llvm::LLVMContext &context)
      : unit_(unit), avoided_(avoided), refusals_(avoided), context_(context),
        colours_(llvm::sys::Process::StandardErrHasColors()) {
    output_.enable_colors(colours_);
  }

  /// nullptr if there are errors.
  std::unique_ptr<llvm::Module> run(const std::string &resources);

  const std::string &diagnostics() const { return text_; }
  /// Those that were avoided, and further ones.
  const Refusals &refusals() const { return refusals_; }

private:
  std::shared_ptr<clang::CompilerInvocation> createInvocation(const std::string &resources);

  const TranslationUnit &unit_;
  Refusals avoided_;
  Refusals refusals_;
  llvm::LLVMContext &context_;
  bool colours_;
  std::string text_;
  llvm::raw_string_ostream output_{text_};
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_ = fileSystem();
};

std::shared_ptr<clang::CompilerInvocation> Compiler::createInvocation(const std::string &resources) {
  std::vector<std::string> arguments = driverArguments(unit_, resources, colours_);
  for (const std::string &name : avoided_.libraryNames)
    arguments.insert(arguments.begin() + 1, "-fno-builtin-" + name);
  std::vector<const char *> pointers;
  pointers.reserve(arguments.size());
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = colours_;
  auto *printer = new clang::TextDiagnosticPrinter(output_, options.get());
  printer->setPrefix("clang");
  clang::CreateInvocationOptions settings;
  settings.Diags = clang::CompilerInstance::createDiagnostics(options.get(), printer);
  settings.VFS = files_;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, settings);
  if (!invocation || settings.Diags->hasErrorOccurred())
    return nullptr;

  invocation->getCodeGenOpts().OptimizationLevel = 1;
  // Describes functions without a body in the debug information, as for call sites of optimised code. Headers shall
  // not notice.
  invocation->getLangOpts().Optimize = true;
  invocation->getCodeGenOpts().setDebuggerTuning(llvm::DebuggerKind::GDB);
  invocation->getPreprocessorOpts().addMacroUndef("__OPTIMIZE__");
  // A local that is returned is an object of its own: it ends with the function, and a path without a return statement
  // leaves the result without a value (return_slot.hpp). Clang would build it in the place of the result.
  invocation->getLangOpts().ElideConstructors = false;
  CallTypes::request(invocation->getLangOpts());
  if (avoided_.mainParameters) {
    // Without a hosted environment, main is a function like any other. Headers shall not notice.
    invocation->getLangOpts().Freestanding = true;
    invocation->getPreprocessorOpts().addMacroUndef("__STDC_HOSTED__");
    invocation->getPreprocessorOpts().addMacroDef("__STDC_HOSTED__=1");
  }
  invocation->getFrontendOpts().DisableFree = false; // this process continues
  invocation->getPreprocessorOpts().addRemappedFile(
      unit_.path, llvm::MemoryBuffer::getMemBuffer(unit_.content, unit_.path).release());
  return invocation;
}

std::unique_ptr<llvm::Module> Compiler::run(const std::string &resources) {
  std::shared_ptr<clang::CompilerInvocation> invocation = createInvocation(resources);
  if (!invocation)
    return nullptr;
  clang::CompilerInstance instance;
  instance.setInvocation(std::move(invocation));
  instance.createDiagnostics(new Printer(output_, &instance.getDiagnosticOpts(), refusals_));
  instance.setVerboseOutputStream(output_); // takes the closing "2 errors generated."
  instance.createFileManager(files_);
  CallTypes types;
  EmitAction action(context_, types);
  if (!instance.ExecuteAction(action))
    return nullptr;
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (module)
    types.record(*module);
  return module;
}

/// Releases ownership without clean-up.
template <typename T> void abandon(std::unique_ptr<T> &owner) { [[maybe_unused]] const T *abandoned = owner.release(); }

Expected<std::unique_ptr<llvm::Module>> compileOnce(const TranslationUnit &unit, const std::string &resources,
                                                    Refusals &refusals, std::unique_ptr<llvm::LLVMContext> &context) {
  auto compiler = std::make_unique<Compiler>(unit, refusals, *context);
  std::string fatalError;
  std::unique_ptr<llvm::Module> module;
  const llvm::ScopedFatalErrorHandler handler(
      [](void *text, const char *reason, bool) {
        // Outside of the recovery context there is only one cause: no memory for the stack of its thread.
        const std::new_handler outOfMemory = std::get_new_handler();
        if (llvm::CrashRecoveryContext::GetCurrent() == nullptr && outOfMemory != nullptr)
          outOfMemory();
        *static_cast<std::string *>(text) = reason;
        llvm::CrashRecoveryContext::GetCurrent()->HandleExit(1);
      },
      &fatalError);
  llvm::CrashRecoveryContext::Enable();
  auto recovery = std::make_unique<llvm::CrashRecoveryContext>();
  const bool survived = recovery->RunSafelyOnThread([&] { module = compiler->run(resources); }, stackSize);
  llvm::CrashRecoveryContext::Disable();
  if (!survived) {
    // After a crash clang's state is invalid, even for clean-up (which the recovery context would do).
    abandon(recovery);
    abandon(compiler);
    abandon(context);
    return Error{unit.path + ": clang crashed on this file" + (fatalError.empty() ? "" : ": " + fatalError)};
  }
  refusals = compiler->refusals();
  if (module)
    return module;
  std::string text = compiler->diagnostics();
  while (text.ends_with('\n'))
    text.pop_back();
  return Error{text, true};
}

} // namespace

Expected<std::unique_ptr<llvm::Module>> compile(const TranslationUnit &unit,
                                                std::unique_ptr<llvm::LLVMContext> &context) {
  const std::string resources = resourceDirectory();
  if (resources.empty())
    return Error{"clang's own headers are not where they were when Heddle was built (" HEDDLE_LLVM_PREFIX
                 "/lib/clang/19): install libclang-common-19-dev"};
  // Each attempt avoids more of what clang refuses.
  Refusals refusals;
  for (;;) {
    const Refusals avoided = refusals;
    Expected<std::unique_ptr<llvm::Module>> module = compileOnce(unit, resources, refusals, context);
    if (module || refusals == avoided || context == nullptr)
      return module;
  }
}

} // namespace heddle::frontend
