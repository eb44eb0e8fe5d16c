#include "shrink/delta_debugging.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::shrink {

bool Budget::spend() {
  if (exhausted_ || spent_ >= tests_ || std::chrono::steady_clock::now() >= end_) {
    exhausted_ = true;
    return false;
  }
  ++spent_;
  return true;
}

Items minimiseItems(Items items, const std::function<bool(const Items &)> &isInteresting, Budget &budget) {
  for (std::size_t chunk = items.size(); chunk > 0;) {
    bool smaller = false;
    for (std::size_t end = items.size(); end > 0;) {
      const std::size_t begin = end > chunk ? end - chunk : 0;
      Items candidate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(begin));
      candidate.insert(candidate.end(), items.begin() + static_cast<std::ptrdiff_t>(end), items.end());
      if (!budget.spend())
        return items;
      if (isInteresting(candidate)) {
        items = std::move(candidate);
        smaller = true;
      }
      end = begin;
    }
    // A pass over single items is repeated until it removes nothing: that is 1-minimality.
    if (chunk > 1)
      chunk /= 2;
    else if (!smaller)
      break;
  }
  return items;
}

namespace {

class TreeSearch {
public:
  TreeSearch(const std::vector<Piece> &pieces, const std::function<bool(const Forms &)> &isInteresting, Budget &budget)
      : pieces_(pieces), isInteresting_(isInteresting), budget_(budget), forms_(pieces.size(), whole) {
    for (const Piece &piece : pieces_) {
      assert((piece.parent == noParent || piece.parent < levels_.size()) && "parents come before children");
      levels_.push_back(piece.parent == noParent ? 0 : levels_[piece.parent] + 1);
    }
  }

  Forms run() {
    for (bool changed = true; changed && !budget_.isExhausted();) {
      changed = false;
      const std::size_t depth = levels_.empty() ? 0 : *std::max_element(levels_.begin(), levels_.end()) + 1;
      for (std::size_t level = 0; level < depth; ++level)
        changed = removeAt(level) || changed;
      for (std::size_t piece = pieces_.size(); piece-- > 0;)
        changed = simplify(piece) || changed;
    }
    return forms_;
  }

private:
  /// Below a piece that is removed, no form matters.
  bool isPresent(std::size_t piece) const {
    for (; piece != noParent; piece = pieces_[piece].parent)
      if (forms_[piece] == removed)
        return false;
    return true;
  }

  bool removeAt(std::size_t level) {
    Items items;
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
      if (levels_[piece] == level && pieces_[piece].removable && isPresent(piece))
        items.push_back(piece);
    const auto without = [&](const Items &kept) {
      Forms forms = forms_;
      for (const std::size_t piece : items)
        if (!std::binary_search(kept.begin(), kept.end(), piece))
          forms[piece] = removed;
      return forms;
    };
    const Items kept =
        minimiseItems(items, [&](const Items &candidate) { return isInteresting_(without(candidate)); }, budget_);
    forms_ = without(kept);
    return kept.size() < items.size();
  }

  /// Alternatives are ordered from the simplest to the most complex; only one that precedes the current form is tried,
  /// so that the search ends.
  bool simplify(std::size_t piece) {
    if (!isPresent(piece))
      return false;
    const int current = forms_[piece];
    const int end = current == whole ? static_cast<int>(pieces_[piece].alternatives) + 1 : current;
    for (int form = 1; form < end; ++form) {
      Forms candidate = forms_;
      candidate[piece] = form;
      if (!budget_.spend())
        return false;
      if (isInteresting_(candidate)) {
        forms_ = std::move(candidate);
        return true;
      }
    }
    return false;
  }

  const std::vector<Piece> &pieces_;
  const std::function<bool(const Forms &)> &isInteresting_;
  Budget &budget_;
  Forms forms_;
  std::vector<std::size_t> levels_;
};

} // namespace

Forms minimiseTree(const std::vector<Piece> &pieces, const std::function<bool(const Forms &)> &isInteresting,
                   Budget &budget) {
  return TreeSearch(pieces, isInteresting, budget).run();
}

} // namespace heddle::shrink
