// A C file as a tree of pieces that can be removed or replaced by something simpler.
//
// The parser knows the shape of C (directives, functions, blocks, statements, declarators, operands), but neither types
// nor macros. It accepts any text, and where the shape is not recognised the tree is merely coarser. A form of the tree
// need not be a valid C file: whether it compiles is part of the test for interesting candidates.
#pragma once

#include "shrink/c_tokens.hpp"
#include "shrink/delta_debugging.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::shrink {

class CTree {
public:
  explicit CTree(std::string_view text);

  std::vector<Piece> pieces() const;
  std::string render(const Forms &forms) const;

  /// Functions, variables, types and labels, in order of appearance.
  std::vector<std::string> declaredNames() const;
  /// Also removes all statements, functions and declarations that mention `name`, and those that mention a name whose
  /// declaration is removed by this. A thread's function, its creation and its join go together only in this way.
  Forms withoutMentions(const std::string &name, Forms forms) const;

private:
  friend class CParser;

  struct Part {
    enum class Kind { Token, Node, Text };

    Kind kind;
    std::size_t index;       // of the token or node; of the token that a text replaces
    std::string_view text{}; // without kind Text: empty
  };
  using Parts = std::vector<Part>;

  struct Node {
    std::size_t parent = noParent;
    bool removable = false;
    bool isStatement = false; // a statement, function or declaration, but no part of one
    Parts parts;
    std::vector<Parts> alternatives; // from the simplest on
    std::vector<std::string> declares;
  };

  void write(TokenWriter &writer, const Forms &forms, const Parts &parts) const;
  std::vector<std::size_t> ownersOfTokens() const;

  std::vector<Token> tokens_;
  std::vector<Node> nodes_;
};

} // namespace heddle::shrink
