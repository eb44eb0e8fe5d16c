// Builds a CTree from its tokens by recursive descent.
#pragma once

#include "shrink/c_tree.hpp"

#include <initializer_list>

namespace heddle::shrink {

class CParser {
public:
  explicit CParser(CTree &tree) : tree_(tree), tokens_(tree.tokens_) {}

  void parse();

private:
  using Part = CTree::Part;
  using Parts = CTree::Parts;
  enum class Place { InList, AsBody }; // a body of `if`, a loop, …: there must be one statement

  // Nodes and their parts.
  std::size_t addNode(std::size_t parent, bool removable);
  CTree::Node &node(std::size_t index) { return tree_.nodes_[index]; }
  static Part token(std::size_t index) { return {Part::Kind::Token, index, {}}; }
  static Part child(std::size_t index) { return {Part::Kind::Node, index, {}}; }
  static Part text(std::string_view literal, std::size_t replaced) { return {Part::Kind::Text, replaced, literal}; }
  void addTokens(std::size_t to, std::size_t begin, std::size_t end);
  void addToken(std::size_t to);

  // Tokens.
  bool atEnd() const { return at_ >= tokens_.size(); }
  bool at(std::string_view spelling) const { return isAt(at_, {spelling}); }
  bool isAt(std::size_t index, std::initializer_list<std::string_view> spellings) const;
  std::size_t closing(std::size_t opening, std::size_t end) const;
  std::size_t findAtDepth0(std::size_t begin, std::size_t end, std::string_view spelling) const;

  // Statements. Each returns the node that it has added to `parent`.
  void items(std::size_t parent, Parts &inner);
  std::size_t statement(std::size_t parent, Place place);
  void block(std::size_t self);
  void conditional(std::size_t self);
  void loop(std::size_t self);
  void doLoop(std::size_t self);
  bool label(std::size_t self);
  void condition(std::size_t self);
  void simple(std::size_t self);

  // Declarations and expression statements.
  void function(std::size_t self, std::size_t brace);
  void fields(std::size_t self, std::size_t end);
  enum class Type { Here, Before }; // where the type of the declarators is, if they are a declaration
  void declarators(std::size_t self, std::size_t begin, std::size_t end, Type type);
  void noteName(std::size_t self, std::size_t begin, std::size_t end);
  void notePrototype(std::size_t self, std::size_t begin, std::size_t end);
  std::size_t startOfDeclarator(std::size_t begin, std::size_t end) const;
  void declarator(std::size_t self, std::size_t begin, std::size_t end);

  // Expressions: the tokens from `begin` to `end` become parts of a node.
  std::size_t expression(std::size_t parent, std::size_t begin, std::size_t end);
  void groups(std::size_t self, std::size_t begin, std::size_t end);
  std::size_t lowestOperator(std::size_t begin, std::size_t end) const;

  CTree &tree_;
  const std::vector<Token> &tokens_;
  std::size_t at_ = 0;
};

} // namespace heddle::shrink
