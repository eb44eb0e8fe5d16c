// Alternates two searches until neither finds a smaller file: one removes everything that depends on some name, the
// other is hierarchical delta debugging over the syntax tree. The first is needed because the parts of a thread (its
// function, its creation, its join) are far apart in the tree, and removing one of them leaves a file that does not
// compile. After each search the text is parsed again, since alternatives such as "the body instead of the loop" change
// the tree.
//
// Termination: each accepted candidate has fewer tokens, or as many and some operand became a constant, or 1 became 0.
#include "shrink/c_shrinker.hpp"

#include "shrink/c_tree.hpp"

#include <unordered_map>

namespace heddle::shrink {

namespace {

class CShrinker {
public:
  CShrinker(std::string text, const IsInteresting &isInteresting, Budget &budget)
      : text_(std::move(text)), isInteresting_(isInteresting), budget_(budget) {}

  std::string run() {
    std::string before;
    while (text_ != before && !budget_.isExhausted()) {
      before = text_;
      removeNames();
      removePieces();
    }
    const std::string readable = layOut(text_);
    return test(readable) ? readable : text_;
  }

private:
  /// Many forms of a tree have the same text, and each text is tested once.
  bool test(const std::string &text) {
    const auto known = known_.find(text);
    if (known != known_.end())
      return known->second;
    return known_[text] = isInteresting_(text);
  }

  void removeNames() {
    const CTree tree(text_);
    Forms forms(tree.pieces().size(), whole);
    for (const std::string &name : tree.declaredNames()) {
      Forms candidate = tree.withoutMentions(name, forms);
      if (candidate == forms)
        continue;
      if (!budget_.spend())
        break;
      if (test(tree.render(candidate)))
        forms = std::move(candidate);
    }
    accept(tree.render(forms));
  }

  void removePieces() {
    const CTree tree(text_);
    const auto isInteresting = [&](const Forms &forms) { return test(tree.render(forms)); };
    accept(tree.render(minimiseTree(tree.pieces(), isInteresting, budget_)));
  }

  /// Rendering changes white space and comments, which can matter (`__LINE__`); then the text stays as it is.
  void accept(std::string text) {
    if (test(text))
      text_ = std::move(text);
  }

  std::string text_;
  const IsInteresting &isInteresting_;
  Budget &budget_;
  std::unordered_map<std::string, bool> known_;
};

} // namespace

std::string shrinkC(const std::string &text, const IsInteresting &isInteresting, Budget &budget) {
  return CShrinker(text, isInteresting, budget).run();
}

} // namespace heddle::shrink
