#include "frontend/thread_locals.hpp"

#include "support/bytes.hpp"

namespace heddle::frontend {

using namespace program;

Expr ThreadLocals::addressOf(const llvm::GlobalVariable &variable) {
  if (objectOfUnknownSize(variable) != nullptr) {
    emitter_.unsupported("use of " + variable.getName().str() + ", whose size only its definition tells");
    return emitter_.pointerConstant(0);
  }
  const auto known = addresses_.find(&variable);
  if (known != addresses_.end())
    return emitter_.reg(known->second);
  const RegisterId address = emitter_.newRegister("&" + variable.getName().str(), emitter_.pointerWidth());
  addresses_.insert({&variable, address});
  return emitter_.reg(address);
}

void ThreadLocals::finish() {
  if (addresses_.empty())
    return;
  const LocationId body = emitter_.beginPrologue();
  std::vector<Operation> releases;
  for (const auto &[variable, address] : addresses_) {
    initialise(*variable, address);
    releases.emplace_back(Free{emitter_.reg(address), Storage::ThreadLocal, {}});
  }
  emitter_.emitTo(body);
  emitter_.insertBeforeEndThread(releases);
}

void ThreadLocals::initialise(const llvm::GlobalVariable &variable, RegisterId address) {
  const Named named = module_.types.ofGlobal(variable);
  llvm::Type *type = variable.getValueType();
  // The content of an `extern` variable without a definition is not known: each read chooses it.
  emitter_.allocateInto(
      address, emitter_.pointerConstant(module_.layout.getTypeAllocSize(type)), variable.hasInitializer(),
      {named.name.empty() ? variable.getName().str() : named.name, Storage::ThreadLocal, named.type, named.span});
  if (!variable.hasInitializer() || variable.getInitializer()->isNullValue())
    return;
  const std::vector<std::uint8_t> initial = module_.objects.bytesOf(*variable.getInitializer());
  for (const Leaf &leaf : leavesOf(type, module_.layout)) {
    const std::uint64_t bytes = module_.layout.getTypeStoreSize(leaf.type);
    const Bits bits = support::fromLittleEndian(std::span(initial).subspan(leaf.offset, bytes));
    emitter_.store(emitter_.pool().add(emitter_.reg(address), emitter_.pointerConstant(leaf.offset)),
                   emitter_.constant(bits, static_cast<unsigned>(bytes * 8)), {});
  }
}

} // namespace heddle::frontend
