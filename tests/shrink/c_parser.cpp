// Statements and declarations; expressions are in c_expressions.cpp.
#include "shrink/c_parser.hpp"

#include <algorithm>

namespace heddle::shrink {

void CParser::parse() {
  const std::size_t root = addNode(noParent, false);
  Parts inner;
  while (!atEnd()) {
    items(root, inner);
    if (!atEnd()) // a brace too many: kept, because C files are not checked here
      inner.push_back(token(at_++));
  }
  node(root).parts = std::move(inner);
}

std::size_t CParser::addNode(std::size_t parent, bool removable) {
  CTree::Node added;
  added.parent = parent;
  added.removable = removable;
  tree_.nodes_.push_back(std::move(added));
  return tree_.nodes_.size() - 1;
}

void CParser::addTokens(std::size_t to, std::size_t begin, std::size_t end) {
  for (; begin < end; ++begin)
    node(to).parts.push_back(token(begin));
}

void CParser::addToken(std::size_t to) {
  addTokens(to, at_, at_ + 1);
  ++at_;
}

bool CParser::isAt(std::size_t index, std::initializer_list<std::string_view> spellings) const {
  return index < tokens_.size() && std::any_of(
                                       spellings.begin(), spellings.end(),
                                       [&](std::string_view spelling) { return tokens_[index].is(spelling); });
}

/// The bracket that closes the one at `opening`, or `end`.
std::size_t CParser::closing(std::size_t opening, std::size_t end) const {
  unsigned depth = 0;
  for (std::size_t i = opening; i < end; ++i) {
    if (isAt(i, {"(", "[", "{"}))
      ++depth;
    if (isAt(i, {")", "]", "}"}) && --depth == 0)
      return i;
  }
  return end;
}

/// The first such token outside of brackets, or `end`.
std::size_t CParser::findAtDepth0(std::size_t begin, std::size_t end, std::string_view spelling) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens_[i].is(spelling))
      return i;
    if (isAt(i, {"(", "[", "{"}))
      i = closing(i, end);
  }
  return end;
}

void CParser::items(std::size_t parent, Parts &inner) {
  while (!atEnd() && !at("}"))
    inner.push_back(child(statement(parent, Place::InList)));
}

std::size_t CParser::statement(std::size_t parent, Place place) {
  const std::size_t self = addNode(parent, place == Place::InList);
  node(self).isStatement = true;
  const bool isEmpty = at(";");
  const std::size_t begin = at_;
  if (atEnd() || at("}"))
    return self;
  if (tokens_[at_].kind == Token::Kind::Directive)
    addToken(self);
  else if (at("{"))
    block(self);
  else if (at("if"))
    conditional(self);
  else if (isAt(at_, {"while", "for", "switch"}))
    loop(self);
  else if (at("do"))
    doLoop(self);
  else if (!label(self))
    simple(self);
  if (place == Place::AsBody && !isEmpty)
    node(self).alternatives.insert(node(self).alternatives.begin(), Parts{text(";", begin)});
  return self;
}

void CParser::block(std::size_t self) {
  Parts inner;
  const std::size_t opening = at_++;
  items(self, inner);
  node(self).alternatives.push_back(inner);
  node(self).parts = {token(opening)};
  node(self).parts.insert(node(self).parts.end(), inner.begin(), inner.end());
  if (!atEnd())
    addToken(self);
}

/// A condition in parentheses, which may become a constant.
void CParser::condition(std::size_t self) {
  if (!at("("))
    return;
  const std::size_t end = closing(at_, tokens_.size());
  addToken(self);
  const std::size_t inner = expression(self, at_, end);
  node(self).parts.push_back(child(inner));
  at_ = end;
  if (!atEnd())
    addToken(self);
}

void CParser::conditional(std::size_t self) {
  addToken(self);
  condition(self);
  const std::size_t then = statement(self, Place::AsBody);
  node(self).parts.push_back(child(then));
  node(self).alternatives.push_back(Parts{child(then)});
  if (!at("else"))
    return;
  const std::size_t otherwise = addNode(self, true);
  addToken(otherwise);
  const std::size_t body = statement(otherwise, Place::AsBody);
  node(otherwise).parts.push_back(child(body));
  node(self).parts.push_back(child(otherwise));
  node(self).alternatives.push_back(Parts{child(body)});
}

void CParser::loop(std::size_t self) {
  const bool isFor = at("for");
  addToken(self);
  if (isFor && at("(")) {
    const std::size_t end = closing(at_, tokens_.size());
    groups(self, at_, std::min(end + 1, tokens_.size()));
    at_ = std::min(end + 1, tokens_.size());
  } else {
    condition(self);
  }
  const std::size_t body = statement(self, Place::AsBody);
  node(self).parts.push_back(child(body));
  node(self).alternatives.push_back(Parts{child(body)});
}

void CParser::doLoop(std::size_t self) {
  addToken(self);
  const std::size_t body = statement(self, Place::AsBody);
  node(self).parts.push_back(child(body));
  node(self).alternatives.push_back(Parts{child(body)});
  if (!at("while"))
    return;
  addToken(self);
  condition(self);
  if (at(";"))
    addToken(self);
}

/// `name:`, `case value:` or `default:`, without the statement that it labels.
bool CParser::label(std::size_t self) {
  const bool isCase = at("case");
  const bool isName = tokens_[at_].isIdentifier() && isAt(at_ + 1, {":"});
  if (!isCase && !isName)
    return false;
  const std::size_t colon = findAtDepth0(at_, tokens_.size(), ":");
  const std::size_t end = std::min(colon + 1, tokens_.size());
  if (isName)
    node(self).declares.push_back(tokens_[at_].text);
  addTokens(self, at_, end);
  at_ = end;
  return true;
}

/// A function definition, a declaration or an expression statement.
void CParser::simple(std::size_t self) {
  const std::size_t begin = at_;
  bool isValue = at("return"); // after `=` or `return`, braces belong to an initialiser or a compound literal
  for (std::size_t i = begin; i < tokens_.size(); ++i) {
    if (tokens_[i].is(";")) {
      declarators(self, begin, i, Type::Here);
      at_ = i;
      addToken(self);
      return;
    }
    if (tokens_[i].is("}") || tokens_[i].kind == Token::Kind::Directive) { // a macro without a semicolon
      declarators(self, begin, i, Type::Here);
      at_ = i;
      return;
    }
    isValue = isValue || tokens_[i].is("=");
    if (tokens_[i].is("{") && !isValue && i > begin) {
      if (tokens_[i - 1].is(")"))
        return function(self, i);
      const auto isAggregate = [](const Token &t) { return t.is("struct") || t.is("union"); };
      if (std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                      tokens_.begin() + static_cast<std::ptrdiff_t>(i), isAggregate))
        return fields(self, i);
    }
    if (isAt(i, {"(", "[", "{"}))
      i = closing(i, tokens_.size());
  }
  declarators(self, begin, tokens_.size(), Type::Here);
  at_ = tokens_.size();
}

void CParser::function(std::size_t self, std::size_t brace) {
  const std::size_t parameters = findAtDepth0(at_, brace, "(");
  if (parameters > at_ && tokens_[parameters - 1].isIdentifier())
    node(self).declares.push_back(tokens_[parameters - 1].text);
  addTokens(self, at_, brace);
  at_ = brace;
  addToken(self);
  Parts inner;
  items(self, inner);
  node(self).parts.insert(node(self).parts.end(), inner.begin(), inner.end());
  if (!atEnd())
    addToken(self);
}

/// `struct s { … } a, b;`
void CParser::fields(std::size_t self, std::size_t end) {
  if (tokens_[end - 1].isIdentifier())
    node(self).declares.push_back(tokens_[end - 1].text);
  addTokens(self, at_, end);
  at_ = end;
  addToken(self);
  Parts inner;
  items(self, inner);
  node(self).parts.insert(node(self).parts.end(), inner.begin(), inner.end());
  if (atEnd())
    return;
  addToken(self);
  const std::size_t semicolon = findAtDepth0(at_, tokens_.size(), ";");
  if (semicolon > at_) {
    const std::size_t rest = addNode(self, true);
    declarators(rest, at_, semicolon, Type::Before);
    const std::vector<std::string> declared = node(rest).declares;
    node(self).declares.insert(node(self).declares.end(), declared.begin(), declared.end());
    node(self).parts.push_back(child(rest));
  }
  at_ = semicolon;
  if (!atEnd())
    addToken(self);
}

/// `int *a = 1, b[2]`: a type (empty in an expression) and a list with commas. All elements but the first can be
/// removed; the first is replaced by the second.
void CParser::declarators(std::size_t self, std::size_t begin, std::size_t end, Type type) {
  std::size_t comma = findAtDepth0(begin, end, ",");
  const std::size_t start = type == Type::Here ? startOfDeclarator(begin, comma) : begin;
  const bool isDeclaration = type == Type::Before || start > begin;
  addTokens(self, begin, start);
  Parts withoutFirst = node(self).parts;
  const auto add = [&](std::size_t parent, std::size_t from, std::size_t to) {
    if (isDeclaration)
      noteName(self, from, to);
    const std::size_t one = addNode(parent, false);
    declarator(one, from, to);
    return one;
  };
  const std::size_t first = add(self, start, comma);
  node(self).parts.push_back(child(first));
  if (!isDeclaration)
    notePrototype(self, begin, end);
  if (comma == end)
    return;
  for (bool isSecond = true; comma < end; isSecond = false) {
    const std::size_t next = findAtDepth0(comma + 1, end, ",");
    const std::size_t rest = addNode(self, true);
    addTokens(rest, comma, comma + 1);
    const std::size_t one = add(rest, comma + 1, next);
    node(rest).parts.push_back(child(one));
    node(self).parts.push_back(child(rest));
    withoutFirst.push_back(child(isSecond ? one : rest));
    comma = next;
  }
  if (type == Type::Here)
    withoutFirst.push_back(text(";", end));
  node(self).alternatives.push_back(std::move(withoutFirst));
}

/// The name of a declarator is its first identifier.
void CParser::noteName(std::size_t self, std::size_t begin, std::size_t end) {
  const auto *const from = tokens_.data() + begin;
  const auto *const to = tokens_.data() + end;
  const auto *const name = std::find_if(from, to, [](const Token &t) { return t.isIdentifier(); });
  if (name != to)
    node(self).declares.push_back(name->text);
}

/// `void f(int);`: a word or a star, then a word and a parenthesis.
void CParser::notePrototype(std::size_t self, std::size_t begin, std::size_t end) {
  const std::size_t parameters = findAtDepth0(begin, end, "(");
  if (parameters == end || parameters < begin + 2 || !tokens_[begin].isIdentifier() || isAt(begin, {"return"}))
    return;
  const Token &before = tokens_[parameters - 2];
  if (tokens_[parameters - 1].isIdentifier() && (before.isIdentifier() || before.is("*")))
    node(self).declares.push_back(tokens_[parameters - 1].text);
}

/// Where the type of a declaration ends: before the last identifier (and its stars) that `=`, `[` or the end follows.
/// The begin, if this is no declaration.
std::size_t CParser::startOfDeclarator(std::size_t begin, std::size_t end) const {
  const std::size_t last = std::min(findAtDepth0(begin, end, "="), findAtDepth0(begin, end, "["));
  std::size_t start = last;
  if (start == begin || !tokens_[start - 1].isIdentifier() || isAt(begin, {"return", "goto"}))
    return begin;
  --start;
  while (start > begin && tokens_[start - 1].is("*"))
    --start;
  // In `*p = 1` and `s.f = 1` no type precedes.
  return start > begin && tokens_[start - 1].isIdentifier() ? start : begin;
}

/// `name`, `name = value`, or any expression.
void CParser::declarator(std::size_t self, std::size_t begin, std::size_t end) {
  if (isAt(begin, {"return"}) && begin + 1 < end) {
    addTokens(self, begin, begin + 1);
    const std::size_t value = expression(self, begin + 1, end);
    node(self).parts.push_back(child(value));
    return;
  }
  const std::size_t assignment = findAtDepth0(begin, end, "=");
  groups(self, begin, assignment);
  if (assignment == end)
    return;
  const std::size_t initialiser = addNode(self, true);
  addTokens(initialiser, assignment, assignment + 1);
  const std::size_t value = expression(initialiser, assignment + 1, end);
  node(initialiser).parts.push_back(child(value));
  node(self).parts.push_back(child(initialiser));
}

} // namespace heddle::shrink
