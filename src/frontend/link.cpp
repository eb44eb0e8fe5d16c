// Links the user's modules as a C linker would, and then the models of src/runtime as a linker treats a
// library: only functions that are declared and not defined are added, and transitively those that they
// need. A function that the program declares with another type than the model of the same name is another function, and
// stays without a body. A program that defines its own pthread_mutex_lock keeps it, and a program without threads
// contains no model of threads. The models are read lazily: only the bodies in use are parsed from the
// bitcode.
#include "frontend/link.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace heddle::frontend {

extern const std::string_view runtimeLP64;
extern const std::string_view runtimeILP32;

using support::Error;
using support::Expected;

namespace {

/// Collects the linker's messages, which LLVM would otherwise print to standard error.
class Listener {
public:
  explicit Listener(llvm::LLVMContext &context) : context_(context) {
    context_.setDiagnosticHandlerCallBack(&Listener::receive, this);
  }
  Listener(const Listener &) = delete;
  Listener &operator=(const Listener &) = delete;
  ~Listener() { context_.setDiagnosticHandlerCallBack(nullptr); }

  const std::string &message() const { return message_; }

private:
  static void receive(const llvm::DiagnosticInfo *info, void *self) {
    if (info->getSeverity() != llvm::DS_Error)
      return;
    std::string &message = static_cast<Listener *>(self)->message_;
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info->print(printer);
  }

  llvm::LLVMContext &context_;
  std::string message_;
};

bool isStrongDefinition(const llvm::GlobalValue &symbol) {
  return !symbol.isDeclaration() && symbol.hasExternalLinkage();
}

std::optional<Error> findDuplicate(const std::vector<UserModule> &modules) {
  llvm::StringMap<std::string> definedIn;
  for (const UserModule &unit : modules) {
    for (const llvm::GlobalValue &symbol : unit.module->global_values()) {
      if (!isStrongDefinition(symbol))
        continue;
      const auto [entry, isNew] = definedIn.try_emplace(symbol.getName(), unit.path);
      if (!isNew)
        return Error{
            fmt::format("`{}` is defined in both {} and {}", symbol.getName().str(), entry->second, unit.path)};
    }
  }
  return std::nullopt;
}

llvm::StringSet<> exportedBy(const llvm::Module &models) {
  llvm::StringSet<> names;
  for (const llvm::GlobalValue &symbol : models.global_values())
    if (!symbol.isDeclaration() && !symbol.hasLocalLinkage())
      names.insert(symbol.getName());
  return names;
}

/// The number of symbols that the program declares and the models define.
std::size_t countMissing(const llvm::Module &program, const llvm::StringSet<> &exported) {
  std::size_t count = 0;
  for (const llvm::GlobalValue &symbol : program.global_values())
    if (symbol.isDeclaration() && !symbol.use_empty() && exported.contains(symbol.getName()))
      ++count;
  return count;
}

/// Integers of other widths are converted, as calling conventions do in practice.
bool isSimilar(const llvm::Type *declared, const llvm::Type *modelled) {
  return declared == modelled || (declared->isIntegerTy() && modelled->isIntegerTy());
}

/// Whether a call that fits the declaration also fits the model. `int f()` says nothing about parameters.
bool fits(const llvm::FunctionType &declared, const llvm::FunctionType &modelled) {
  if (!declared.getReturnType()->isVoidTy() && !isSimilar(declared.getReturnType(), modelled.getReturnType()) &&
      !declared.isVarArg())
    return false;
  if (declared.isVarArg() && declared.getNumParams() == 0)
    return true;
  if (declared.getNumParams() != modelled.getNumParams() || declared.isVarArg() != modelled.isVarArg())
    return false;
  for (unsigned i = 0; i < declared.getNumParams(); ++i)
    if (!isSimilar(declared.getParamType(i), modelled.getParamType(i)))
      return false;
  return true;
}

/// Functions that the program declares with a type that does not fit the model of the same name are other functions,
/// and so are variables with such a name. While the models are linked, they have other names.
class Namesakes {
public:
  Namesakes(llvm::Module &program, const llvm::Module &models) {
    for (llvm::Function &function : program) {
      const llvm::Function *model = function.isDeclaration() ? models.getFunction(function.getName()) : nullptr;
      if (model == nullptr || model->isDeclaration() || model->hasLocalLinkage() ||
          fits(*function.getFunctionType(), *model->getFunctionType()))
        continue;
      hidden_.emplace_back(&function, function.getName().str());
      function.setName(hidden_.back().second + ".declared");
      function.addFnAttr(namesakeAttribute);
    }
    for (llvm::GlobalVariable &variable : program.globals()) {
      const llvm::Function *model = models.getFunction(variable.getName());
      if (model == nullptr || model->isDeclaration() || model->hasLocalLinkage())
        continue;
      hidden_.emplace_back(&variable, variable.getName().str());
      variable.setName(hidden_.back().second + ".variable");
    }
  }
  Namesakes(const Namesakes &) = delete;
  Namesakes &operator=(const Namesakes &) = delete;
  /// A name that a model needs for itself stays with the model.
  ~Namesakes() {
    for (const auto &[symbol, name] : hidden_)
      if (symbol->getParent()->getNamedValue(name) == nullptr)
        symbol->setName(name);
  }

private:
  std::vector<std::pair<llvm::GlobalValue *, std::string>> hidden_;
};

/// Whether a stub takes the place of the definition.
bool isReplaceable(const llvm::GlobalValue &symbol) {
  return !symbol.isDeclaration() && (llvm::isa<llvm::Function>(symbol) || !symbol.hasLocalLinkage());
}

void makeDeclaration(llvm::GlobalValue &symbol) {
  if (auto *function = llvm::dyn_cast<llvm::Function>(&symbol)) {
    function->deleteBody(); // also makes a static function external, so that the stub is found
    function->setSubprogram(nullptr);
    function->setComdat(nullptr);
  } else if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol)) {
    variable->setInitializer(nullptr);
    variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

} // namespace

std::vector<std::string> makeWayForStubs(std::vector<UserModule> &modules, program::DataModel dataModel) {
  llvm::StringSet<> stubbed;
  for (const UserModule &unit : modules)
    for (const llvm::GlobalValue &symbol : unit.module->global_values())
      if (unit.isStub && isStrongDefinition(symbol))
        stubbed.insert(symbol.getName());
  if (stubbed.empty())
    return {};
  llvm::StringSet<> replaced;
  for (UserModule &unit : modules)
    for (llvm::GlobalValue &symbol : unit.module->global_values())
      if (!unit.isStub && stubbed.contains(symbol.getName()) && isReplaceable(symbol)) {
        replaced.insert(symbol.getName());
        makeDeclaration(symbol);
      }
  const std::string_view bitcode = dataModel == program::DataModel::LP64 ? runtimeLP64 : runtimeILP32;
  if (auto models =
          llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "runtime"),
                                     modules.front().module->getContext(), true)) {
    const llvm::StringSet<> exported = exportedBy(**models);
    for (const llvm::StringRef name : exported.keys())
      if (stubbed.contains(name))
        replaced.insert(name);
  } else {
    llvm::consumeError(models.takeError()); // linkRuntime reports it
  }
  std::vector<std::string> names;
  for (const llvm::StringRef name : replaced.keys())
    names.push_back(name.str());
  std::ranges::sort(names);
  return names;
}

Expected<std::unique_ptr<llvm::Module>> linkTogether(std::vector<UserModule> modules) {
  assert(!modules.empty() && "nothing to link");
  if (std::optional<Error> duplicate = findDuplicate(modules))
    return *duplicate;
  std::unique_ptr<llvm::Module> program = std::move(modules.front().module);
  const Listener listener(program->getContext());
  llvm::Linker linker(*program);
  for (std::size_t i = 1; i < modules.size(); ++i)
    if (linker.linkInModule(std::move(modules[i].module)))
      return Error{fmt::format("{}: {}", modules[i].path, listener.message())};
  return program;
}

std::optional<Error> linkRuntime(llvm::Module &program, program::DataModel dataModel) {
  const std::string_view bitcode = dataModel == program::DataModel::LP64 ? runtimeLP64 : runtimeILP32;
  const Listener listener(program.getContext());
  llvm::Linker linker(program);
  // One round is usually enough. Models that refer to each other through data need another one. A symbol
  // that the program declares with a type that does not fit its model stays undefined.
  std::size_t missing = 0;
  std::size_t before = 0;
  std::optional<Namesakes> namesakes;
  do {
    auto models = llvm::getLazyBitcodeModule(
        llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "runtime"), program.getContext(), true);
    if (!models)
      return Error{"the library models cannot be read: " + llvm::toString(models.takeError())};
    const llvm::StringSet<> exported = exportedBy(**models);
    if (!namesakes)
      namesakes.emplace(program, **models);
    before = countMissing(program, exported);
    if (before != 0 && linker.linkInModule(std::move(*models), llvm::Linker::Flags::LinkOnlyNeeded))
      return Error{"the library models cannot be linked: " + listener.message()};
    missing = countMissing(program, exported);
  } while (missing != 0 && missing != before);
  return std::nullopt;
}

} // namespace heddle::frontend
