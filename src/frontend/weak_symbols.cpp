#include "frontend/weak_symbols.hpp"

#include "frontend/intrinsics.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ReplaceConstant.h>

#include <algorithm>
#include <map>

namespace heddle::frontend {

namespace {

constexpr const char *flagAttribute = "heddle-weak";

bool isKnownWithoutBody(const llvm::GlobalValue &symbol, const Options &options) {
  const auto *function = llvm::dyn_cast<llvm::Function>(&symbol);
  return function != nullptr &&
         (isIntrinsic(*function) ||
          std::ranges::find(options.errorFunctions, function->getName()) != options.errorFunctions.end());
}

llvm::GlobalVariable *makeFlag(const llvm::GlobalValue &symbol, llvm::Module &module) {
  llvm::Type *type = llvm::Type::getInt8Ty(module.getContext());
  auto *flag = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                        llvm::Constant::getNullValue(type), symbol.getName() + ".defined");
  flag->addAttribute(flagAttribute, symbol.getName());
  return flag;
}

void chooseAddress(llvm::GlobalValue &symbol, llvm::Module &module) {
  llvm::convertUsersOfConstantsToInstructions({&symbol});
  llvm::SmallVector<llvm::Use *, 8> uses;
  for (llvm::Use &use : symbol.uses())
    if (llvm::isa<llvm::Instruction>(use.getUser()))
      uses.push_back(&use);
  if (uses.empty())
    return;
  llvm::GlobalVariable *flag = makeFlag(symbol, module);
  // A phi node has one value for each predecessor, however often it lists it.
  std::map<std::pair<const llvm::PHINode *, const llvm::BasicBlock *>, llvm::Value *> ofPhi;
  for (llvm::Use *use : uses) {
    auto *user = llvm::cast<llvm::Instruction>(use->getUser());
    auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    const llvm::BasicBlock *predecessor = phi != nullptr ? phi->getIncomingBlock(*use) : nullptr;
    if (const auto known = ofPhi.find({phi, predecessor}); phi != nullptr && known != ofPhi.end()) {
      use->set(known->second);
      continue;
    }
    llvm::IRBuilder<> builder(phi != nullptr ? phi->getIncomingBlock(*use)->getTerminator() : user);
    builder.SetCurrentDebugLocation(user->getDebugLoc());
    llvm::Value *isDefined = builder.CreateIsNotNull(builder.CreateLoad(flag->getValueType(), flag));
    llvm::Value *address = builder.CreateSelect(isDefined, &symbol, llvm::Constant::getNullValue(symbol.getType()));
    use->set(address);
    if (phi != nullptr)
      ofPhi[{phi, predecessor}] = address;
  }
}

} // namespace

void chooseWeakAddresses(llvm::Module &module, const Options &options) {
  std::vector<llvm::GlobalValue *> symbols;
  for (llvm::GlobalValue &symbol : module.global_values())
    if (symbol.hasExternalWeakLinkage() && !symbol.isThreadLocal() && !isKnownWithoutBody(symbol, options))
      symbols.push_back(&symbol);
  for (llvm::GlobalValue *symbol : symbols)
    chooseAddress(*symbol, module);
}

std::vector<WeakSymbol> weakSymbols(const llvm::Module &module) {
  std::vector<WeakSymbol> symbols;
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.hasAttribute(flagAttribute))
      symbols.push_back({global.getAttribute(flagAttribute).getValueAsString().str(), &global});
  return symbols;
}

} // namespace heddle::frontend
