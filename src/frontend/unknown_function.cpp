#include "frontend/unknown_function.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

/// The size of the object that a pointer of unknown pointee type (`void *`, an incomplete struct, a string) leads to.
constexpr std::uint64_t unknownSize = 4096;

/// Whether the function may access data that the program can also access through one of the arguments.
bool mayAccessData(const llvm::CallInst &call) {
  return std::ranges::any_of(call.args(), [](const llvm::Use &argument) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(argument->stripPointerCasts());
    return argument->getType()->isPointerTy() && !(global && global->isConstant()) &&
           !llvm::isa<llvm::ConstantPointerNull>(argument.get()) && !llvm::isa<llvm::Function>(argument.get());
  });
}

class UnknownCall {
public:
  UnknownCall(const llvm::CallInst &call, const llvm::Function &function, Activation &activation)
      : call_(call), function_(function), module_(activation.module), emitter_(activation.emitter),
        values_(activation.values), name_(function.getName().str()) {}

  void lower() {
    resolve();
    if (isUnknown_)
      emitter_.emit(Check{emitter_.pool().boolean(false), Property::KnownFunctions,
                          fmt::format("{} has no body and no model", name_), AfterFailure::Continue});
    defineResult();
    if (isUnknown_ && mayAccessData(call_))
      emitter_.emit(Havoc{emitter_.newRegister("%effect", 1), 0, 0, InputKind::UnknownEffect, name_});
    if (call_.doesNotReturn())
      emitter_.emitLast(EndProgram{true});
  }

private:
  /// Finds what the user assumes about the function; tells the user about it if that is nothing.
  void resolve() {
    const auto assumed = module_.options.externs.find(name_);
    isUnknown_ = assumed == module_.options.externs.end() && !module_.options.externPure;
    if (isUnknown_) {
      module_.warnOnce("unknown function " + name_,
                       {fmt::format("{} has no body and no model, so no proof can rest on it: add its source, or state "
                                    "what it does with --assume extern:{}=any (or =null, =fresh)",
                                    name_, name_),
                        module_.program.sources.userSpan(emitter_.span()), false});
      return;
    }
    if (assumed == module_.options.externs.end()) {
      module_.assume("extern-pure");
      return;
    }
    model_ = assumed->second;
    module_.assume(fmt::format("extern:{}={}", name_, frontend::name(model_)));
  }

  void defineResult() {
    llvm::Type *type = call_.getType();
    const Registers results = values_.registersFor(type, name_ + "()");
    const auto leaves = type->isVoidTy() || values_.widthOf(type) != 0 ? llvm::SmallVector<Leaf, 4>{}
                                                                       : leavesOf(type, values_.layout());
    for (std::size_t i = 0; i < results.size(); ++i)
      choose(results[i], (leaves.empty() ? type : leaves[i].type)->isPointerTy(), leaves.empty());
    values_.bind(&call_, results);
  }

  void choose(RegisterId target, bool isPointer, bool isWhole) {
    const unsigned width = emitter_.registerOf(target).width;
    if (model_ == ExternModel::Null)
      emitter_.emit(Assign{target, emitter_.constant(0, width)});
    else if (!isPointer)
      emitter_.emit(Havoc{target, 0, support::mask(width), kind(InputKind::UnknownResult), name_});
    else
      choosePointer(target, isWhole ? pointee() : unknownType);
  }

  void choosePointer(RegisterId target, TypeId pointee) {
    const auto allocate = [&] {
      const std::uint64_t size = pointee == unknownType ? 0 : module_.program.types[pointee].size;
      emitter_.allocateInto(target, emitter_.pointerConstant(size <= 1 ? unknownSize : size), false,
                            {name_ + "()", Storage::Heap, pointee, emitter_.span()});
    };
    if (model_ == ExternModel::Fresh)
      return allocate();
    MeetingPoints after;
    emitter_.branch(
        emitter_.havoc(1, kind(InputKind::UnknownPointer), name_),
        [&] {
          allocate();
          after.arrive(emitter_);
        },
        [&] {
          emitter_.emit(Assign{target, emitter_.pointerConstant(0)});
          after.arrive(emitter_);
        });
    emitter_.continueAt(after.points());
  }

  /// The C type that the result points to.
  TypeId pointee() {
    const TypeId result = module_.types.ofResult(function_);
    const Type &type = module_.program.types[result];
    return result != unknownType && type.kind == TypeKind::Pointer ? type.element : unknownType;
  }

  InputKind kind(InputKind ofUnknown) const { return isUnknown_ ? ofUnknown : InputKind::Nondet; }

  const llvm::CallInst &call_;
  const llvm::Function &function_;
  ModuleContext &module_;
  Emitter &emitter_;
  Values &values_;
  std::string name_;
  bool isUnknown_ = true;
  ExternModel model_ = ExternModel::Any;
};

} // namespace

void callUnknownFunction(const llvm::CallInst &call, const llvm::Function &function, Activation &activation) {
  UnknownCall(call, function, activation).lower();
}

} // namespace heddle::frontend
