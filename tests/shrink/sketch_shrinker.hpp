// Shrinks sketches of programs: removes threads and statements, then makes statements simpler.
#pragma once

#include "program_sketch.hpp"
#include "shrink/delta_debugging.hpp"

namespace heddle::shrink {

using testing::ProgramSketch;
using testing::SketchStatement;

/// Simpler statements of the same kind, from the simplest on.
inline std::vector<SketchStatement> simplifications(const SketchStatement &statement) {
  const SketchStatement simplest{.kind = statement.kind};
  std::vector<SketchStatement> result{simplest};
  const auto add = [&](auto field) {
    SketchStatement simpler = statement;
    simpler.*field = simplest.*field;
    result.push_back(simpler);
  };
  add(&SketchStatement::second);
  add(&SketchStatement::nested);
  add(&SketchStatement::variable);
  add(&SketchStatement::value);
  add(&SketchStatement::compared);
  add(&SketchStatement::order);
  std::erase(result, statement);
  return result;
}

class SketchPieces {
public:
  explicit SketchPieces(const ProgramSketch &sketch) : sketch_(sketch) {
    for (const std::vector<SketchStatement> &thread : sketch.threads) {
      const std::size_t parent = pieces_.size();
      pieces_.push_back({});
      for (const SketchStatement &statement : thread)
        pieces_.push_back({parent, static_cast<unsigned>(simplifications(statement).size()), true});
    }
  }

  const std::vector<Piece> &pieces() const { return pieces_; }

  ProgramSketch apply(const Forms &forms) const {
    ProgramSketch result = sketch_;
    result.threads.clear();
    std::size_t piece = 0;
    for (const std::vector<SketchStatement> &thread : sketch_.threads) {
      const bool keepsThread = forms[piece++] != removed;
      std::vector<SketchStatement> statements;
      for (const SketchStatement &statement : thread) {
        const int form = forms[piece++];
        if (form == whole)
          statements.push_back(statement);
        else if (form != removed)
          statements.push_back(simplifications(statement)[static_cast<std::size_t>(form - 1)]);
      }
      if (keepsThread)
        result.threads.push_back(std::move(statements));
    }
    return result;
  }

private:
  const ProgramSketch &sketch_;
  std::vector<Piece> pieces_;
};

/// A small sketch that is still interesting; the given one must be.
inline ProgramSketch shrinkSketch(ProgramSketch sketch, const std::function<bool(const ProgramSketch &)> &isInteresting,
                                  Budget &budget) {
  for (;;) {
    const SketchPieces tree(sketch);
    const auto test = [&](const Forms &forms) { return isInteresting(tree.apply(forms)); };
    ProgramSketch smaller = tree.apply(minimiseTree(tree.pieces(), test, budget));
    if (smaller == sketch)
      return sketch;
    sketch = std::move(smaller);
  }
}

} // namespace heddle::shrink
