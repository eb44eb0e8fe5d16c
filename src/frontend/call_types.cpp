#include "frontend/call_types.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/LangOptions.h>
#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include <map>
#include <optional>
#include <string>

namespace heddle::frontend {

struct CallTypes::Signatures {
  std::map<std::uint32_t, std::string> byIdentifier;
};

namespace {

constexpr const char *signaturesName = "heddle.signatures";
constexpr const char *parameters = " takes "; // what begins here

class Collector : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Collector> {
public:
  explicit Collector(std::map<std::uint32_t, std::string> &signatures) : signatures_(signatures) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    context_ = &context;
    mangling_.reset(context.createMangleContext());
    TraverseDecl(context.getTranslationUnitDecl());
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) { // NOLINT(readability-identifier-naming): clang's name
    add(function->getType());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) { // NOLINT(readability-identifier-naming): clang's name
    const clang::QualType callee = call->getCallee()->getType();
    if (const auto *pointer = callee->getAs<clang::PointerType>())
      add(pointer->getPointeeType());
    return true;
  }

private:
  void add(clang::QualType type) {
    const auto *function = type->getAs<clang::FunctionProtoType>();
    if (function == nullptr || dependsOnVariables(*function))
      return;
    signatures_.emplace(identifierOf(*function), signatureOf(*function));
  }

  /// Pointers to arrays of variable length: their type has no name.
  static bool dependsOnVariables(const clang::FunctionProtoType &function) {
    for (const clang::QualType parameter : function.param_types())
      if (parameter->isVariablyModifiedType())
        return true;
    return function.getReturnType()->isVariablyModifiedType();
  }

  /// As clang computes it for the sanitizer.
  std::uint32_t identifierOf(const clang::FunctionProtoType &function) const {
    const clang::QualType type = context_->getFunctionType(
        function.getReturnType(), function.getParamTypes(),
        function.getExtProtoInfo().withExceptionSpec(clang::ExceptionSpecificationType::EST_None));
    std::string name;
    llvm::raw_string_ostream out(name);
    mangling_->mangleCanonicalTypeName(type, out, false);
    return static_cast<std::uint32_t>(llvm::xxHash64(name));
  }

  std::string signatureOf(const clang::FunctionProtoType &function) const {
    std::string text = describe(function.getReturnType()) + parameters;
    for (const clang::QualType parameter : function.param_types())
      text += describe(parameter) + ", ";
    return text + (function.isVariadic() ? "..." : "");
  }

  std::string describe(clang::QualType qualified) const {
    const clang::QualType type = qualified.getCanonicalType().getUnqualifiedType();
    if (type->isVoidType())
      return "void";
    if (type->isPointerType())
      return "pointer";
    if (type->isIntegralOrEnumerationType())
      return fmt::format("integer of {}", context_->getTypeSize(type));
    // Types of the same name in two files are taken to be the same.
    return type.getAsString();
  }

  std::map<std::uint32_t, std::string> &signatures_;
  clang::ASTContext *context_ = nullptr;
  std::unique_ptr<clang::MangleContext> mangling_;
};

std::optional<std::string> signatureOf(const llvm::Module &module, std::uint64_t identifier) {
  const llvm::NamedMDNode *signatures = module.getNamedMetadata(signaturesName);
  if (signatures == nullptr)
    return std::nullopt;
  for (const llvm::MDNode *entry : signatures->operands())
    if (llvm::mdconst::extract<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue() == identifier)
      return llvm::cast<llvm::MDString>(entry->getOperand(1))->getString().str();
  return std::nullopt;
}

} // namespace

CallTypes::CallTypes() : signatures_(std::make_unique<Signatures>()) {}
CallTypes::~CallTypes() = default;

void CallTypes::request(clang::LangOptions &options) { options.Sanitize.set(clang::SanitizerKind::KCFI, true); }

std::unique_ptr<clang::ASTConsumer> CallTypes::collector() {
  return std::make_unique<Collector>(signatures_->byIdentifier);
}

void CallTypes::record(llvm::Module &module) const {
  llvm::LLVMContext &context = module.getContext();
  llvm::NamedMDNode *entries = module.getOrInsertNamedMetadata(signaturesName);
  for (const auto &[identifier, text] : signatures_->byIdentifier)
    entries->addOperand(llvm::MDNode::get(
        context, {llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), identifier)),
                  llvm::MDString::get(context, text)}));
}

bool haveDifferentSignatures(const llvm::CallInst &call, const llvm::Function &function, bool isResultUsed) {
  const std::optional<llvm::OperandBundleUse> bundle = call.getOperandBundle(llvm::LLVMContext::OB_kcfi);
  const llvm::MDNode *type = function.getMetadata(llvm::LLVMContext::MD_kcfi_type);
  if (!bundle || type == nullptr)
    return false;
  const std::uint64_t called = llvm::cast<llvm::ConstantInt>(bundle->Inputs[0])->getZExtValue();
  const std::uint64_t defined = llvm::mdconst::extract<llvm::ConstantInt>(type->getOperand(0))->getZExtValue();
  if (called == defined)
    return false;
  const std::optional<std::string> first = signatureOf(*function.getParent(), called);
  const std::optional<std::string> second = signatureOf(*function.getParent(), defined);
  const auto compared = [&](const std::string &signature) {
    return isResultUsed ? signature : signature.substr(signature.find(parameters));
  };
  return first && second && compared(*first) != compared(*second);
}

} // namespace heddle::frontend
