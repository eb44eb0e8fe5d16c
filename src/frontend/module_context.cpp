#include "frontend/module_context.hpp"

#include "frontend/temporaries.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace heddle::frontend {

using namespace program;

ModuleContext::ModuleContext(const Options &options_, const llvm::Module &module_, const Callees &callees_,
                             Program &program_, Purpose purpose_)
    : options(options_), purpose(purpose_), module(module_), layout(module_.getDataLayout()), program(program_),
      types(program_), objects(program_, module_, types), callees(callees_), budget{options_.maxActions} {}

void ModuleContext::addMain(const llvm::Function &main) {
  assert(threads_.empty() && "main is the first thread");
  threads_.push_back(&main);
  program.cfas.emplace_back();
}

CfaId ModuleContext::cfaOf(const llvm::Function &function) {
  const auto [entry, isNew] = cfas_.try_emplace(&function, static_cast<CfaId>(threads_.size()));
  if (isNew) {
    threads_.push_back(&function);
    program.cfas.emplace_back();
  }
  return entry->second;
}

const Locals &ModuleContext::localsOf(const llvm::Function &function) {
  std::unique_ptr<Locals> &locals = locals_[&function];
  if (!locals) {
    locals = std::make_unique<Locals>(function);
    warnOfTemporaries(function);
  }
  return *locals;
}

const ReturnSlot &ModuleContext::returnSlotOf(const llvm::Function &function) {
  std::unique_ptr<ReturnSlot> &slot = returnSlots_[&function];
  if (!slot)
    slot = std::make_unique<ReturnSlot>(function);
  return *slot;
}

bool ModuleContext::mayLackResult() {
  if (!mayLackResult_)
    mayLackResult_ = std::ranges::any_of(module.functions(), [&](const llvm::Function &function) {
      return !function.isDeclaration() && function.hasAddressTaken() && returnSlotOf(function).mayBeEmpty();
    });
  return *mayLackResult_;
}

Expr ModuleContext::missingResult() const {
  const PointerLayout &pointers = program.pointers;
  return program.expressions->constant(pointers.pointer(pointers.maxObject(), pointers.maxObjectSize() - 1),
                                       pointers.width);
}

void ModuleContext::warnOfTemporaries(const llvm::Function &function) {
  if (isRuntime(function))
    return;
  for (const llvm::Instruction *keeper : keptTemporaries(function)) {
    const SourceSpan span = types.span(keeper->getDebugLoc());
    warnOnce("temporary " + program.sources.describe(span),
             {"the address of a temporary object may be kept beyond its expression, which is not followed, so no proof "
              "can rest on it: give the object a name",
              span, true});
  }
}

const llvm::Function *ModuleContext::definition(llvm::StringRef name) const {
  const llvm::Function *function = module.getFunction(name);
  return function && !function->isDeclaration() ? function : nullptr;
}

bool ModuleContext::isErrorFunction(llvm::StringRef name) const {
  return options.properties.contains(Property::UnreachCall) &&
         std::ranges::find(options.errorFunctions, name) != options.errorFunctions.end();
}

bool ModuleContext::keepsPointers() const {
  static constexpr std::array exits{"exit", "_exit", "_Exit", "quick_exit"};
  return options.properties.contains(Property::ValidMemtrack) &&
         std::ranges::any_of(exits, [this](const char *name) { return definition(name) != nullptr; });
}

Expr ModuleContext::pointerTo(const llvm::Function &function) {
  return program.expressions->constant(program.pointers.pointer(objects.idOf(function)), program.pointers.width);
}

void ModuleContext::warnOnce(const std::string &key, Warning warning) {
  if (warned_.insert(key).second)
    program.warnings.push_back(std::move(warning));
}

void ModuleContext::assume(const std::string &assumption) {
  if (std::ranges::find(program.assumptions, assumption) == program.assumptions.end())
    program.assumptions.push_back(assumption);
}

void ModuleContext::note(AddressUse use) {
  addressUses_ |= static_cast<std::uint8_t>(use);
  if (addressUses_ ==
      (static_cast<std::uint8_t>(AddressUse::Compared) | static_cast<std::uint8_t>(AddressUse::Released)))
    assume("addresses are not reused");
}

} // namespace heddle::frontend
