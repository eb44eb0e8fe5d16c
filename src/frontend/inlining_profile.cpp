// A function that is called in several places, by functions that are called in several places, is inlined as often as
// there are paths to it in the call graph. The profile counts copies and actions while functions are inlined, and
// names the function that costs most by having copies: the one for which (1 - 1/copies) of its actions, with those of
// its callees, is largest. A caller of that function has fewer copies, one of its callees fewer actions.
//
// The chain that leads to it follows, from callee to caller, the call that was inlined most often.
#include "frontend/inlining_profile.hpp"

#include "frontend/debug_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <cassert>

namespace heddle::frontend {

std::size_t InliningProfile::enter(const llvm::Function &function, std::size_t actions) {
  if (!active_.empty())
    ++calls_[{active_.back().function, &function}];
  Count &count = functions_[&function];
  ++count.copies;
  hasRecursion_ = hasRecursion_ || count.active != 0;
  ++count.active;
  active_.push_back({&function, actions});
  return count.copies;
}

void InliningProfile::leave(std::size_t actions) {
  assert(!active_.empty() && "no call is active");
  const Frame frame = active_.back();
  active_.pop_back();
  Count &count = functions_[frame.function];
  if (--count.active == 0)
    count.actions += actions - frame.begin;
}

llvm::MapVector<const llvm::Function *, InliningProfile::Count> InliningProfile::completed(std::size_t actions) const {
  llvm::MapVector<const llvm::Function *, Count> functions = functions_;
  for (const Frame &frame : active_)
    if (Count &count = functions[frame.function]; count.active != 0) {
      count.actions += actions - frame.begin;
      count.active = 0; // it is the outermost one
    }
  return functions;
}

std::vector<std::string> InliningProfile::chainTo(const llvm::Function &function) const {
  constexpr std::size_t mostShown = 4;
  std::vector<const llvm::Function *> chain{&function};
  while (chain.size() < mostShown) {
    const llvm::Function *caller = nullptr;
    std::size_t most = 0;
    for (const auto &[call, copies] : calls_)
      if (call.second == chain.back() && copies > most && std::ranges::find(chain, call.first) == chain.end()) {
        caller = call.first;
        most = copies;
      }
    if (caller == nullptr)
      break;
    chain.push_back(caller);
  }
  std::vector<std::string> names;
  for (const llvm::Function *member : chain)
    names.insert(names.begin(), member->getName().str());
  return names;
}

std::optional<InliningProfile::Multiplied> InliningProfile::multiplied(std::size_t actions) const {
  const llvm::Function *costliest = nullptr;
  Count most;
  double mostSaved = 0;
  for (const auto &[function, count] : completed(actions)) {
    if (isRuntime(*function) && function->hasLocalLinkage())
      continue; // part of a model, which has no meaning for a user
    const double saved = static_cast<double>(count.actions) * (1.0 - 1.0 / static_cast<double>(count.copies));
    if (saved > mostSaved) {
      costliest = function;
      most = count;
      mostSaved = saved;
    }
  }
  if (costliest == nullptr)
    return std::nullopt;
  return Multiplied{chainTo(*costliest), most.copies, static_cast<unsigned>(100 * most.actions / actions)};
}

std::string describe(const InliningProfile::Multiplied &multiplied) {
  return fmt::format("{}: {} copies of {}, {} % of all actions", fmt::join(multiplied.chain, " → "), multiplied.copies,
                     multiplied.chain.back(), multiplied.percent);
}

} // namespace heddle::frontend
