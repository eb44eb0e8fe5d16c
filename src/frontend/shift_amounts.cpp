#include "frontend/shift_amounts.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

namespace {

/// As clang's code generator calls the conversion of an amount.
constexpr const char *conversionName = "sh_prom";

class Keeper : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Keeper> {
public:
  void Initialize(clang::ASTContext &context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      TraverseDecl(declaration);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *shift) { // NOLINT(readability-identifier-naming): clang's name
    const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(shift);
    if (!shift->isShiftOp() && !shift->isShiftAssignOp())
      return true;
    const clang::QualType shifted =
        compound != nullptr ? compound->getComputationLHSType() : shift->getLHS()->getType();
    const clang::Expr *amount = shift->getRHS();
    if (!shifted->isIntegerType() || !amount->getType()->isIntegerType())
      return true;
    const auto width = static_cast<unsigned>(context_->getIntWidth(shifted));
    clang::Expr::EvalResult value;
    if (context_->getIntWidth(amount->getType()) <= width || !amount->EvaluateAsInt(value, *context_) ||
        value.Val.getInt().ult(width))
      return true;
    const unsigned intWidth = static_cast<unsigned>(context_->getIntWidth(context_->IntTy));
    shift->setRHS(
        clang::IntegerLiteral::Create(*context_, llvm::APInt(intWidth, width), context_->IntTy, amount->getBeginLoc()));
    return true;
  }

private:
  clang::ASTContext *context_ = nullptr;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> keepLargeShiftAmounts() { return std::make_unique<Keeper>(); }

const llvm::Value *shiftAmount(const llvm::BinaryOperator &shift) {
  const llvm::Value *amount = shift.getOperand(1);
  const auto *conversion = llvm::dyn_cast<llvm::TruncInst>(amount);
  return conversion != nullptr && conversion->getName().starts_with(conversionName) ? conversion->getOperand(0)
                                                                                    : amount;
}

} // namespace heddle::frontend
