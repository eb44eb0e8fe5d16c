#include "shrink/c_tree.hpp"

#include "shrink/c_parser.hpp"

#include <algorithm>
#include <set>

namespace heddle::shrink {

CTree::CTree(std::string_view text) : tokens_(tokenise(text)) { CParser(*this).parse(); }

std::vector<Piece> CTree::pieces() const {
  std::vector<Piece> pieces;
  for (const Node &node : nodes_)
    pieces.push_back({node.parent, static_cast<unsigned>(node.alternatives.size()), node.removable});
  return pieces;
}

std::string CTree::render(const Forms &forms) const {
  TokenWriter writer;
  if (!nodes_.empty())
    write(writer, forms, {{Part::Kind::Node, 0}});
  return writer.finish();
}

void CTree::write(TokenWriter &writer, const Forms &forms, const Parts &parts) const {
  for (const Part &part : parts) {
    switch (part.kind) {
    case Part::Kind::Token:
      writer.write(tokens_[part.index]);
      break;
    case Part::Kind::Text:
      writer.write({Token::Kind::Punctuator, part.index < tokens_.size() ? tokens_[part.index].space : "",
                    std::string(part.text)});
      break;
    case Part::Kind::Node: {
      const int form = forms[part.index];
      const Node &node = nodes_[part.index];
      if (form != removed)
        write(writer, forms, form == whole ? node.parts : node.alternatives[static_cast<std::size_t>(form - 1)]);
      break;
    }
    }
  }
}

std::vector<std::string> CTree::declaredNames() const {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const Node &node : nodes_)
    for (const std::string &name : node.declares)
      if (known.insert(name).second)
        names.push_back(name);
  return names;
}

/// For each token the innermost removable statement around it.
std::vector<std::size_t> CTree::ownersOfTokens() const {
  std::vector<std::size_t> owners(tokens_.size(), noParent);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    std::size_t owner = i;
    while (owner != noParent && !(nodes_[owner].removable && nodes_[owner].isStatement))
      owner = nodes_[owner].parent;
    for (const Part &part : nodes_[i].parts)
      if (part.kind == Part::Kind::Token)
        owners[part.index] = owner;
  }
  return owners;
}

Forms CTree::withoutMentions(const std::string &name, Forms forms) const {
  const std::vector<std::size_t> owners = ownersOfTokens();
  std::vector<std::string> names{name};
  for (std::size_t next = 0; next < names.size(); ++next) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::size_t owner = owners[i];
      if (owner == noParent || forms[owner] == removed || !tokens_[i].is(names[next]))
        continue;
      forms[owner] = removed;
      for (const std::string &declared : nodes_[owner].declares)
        if (std::find(names.begin(), names.end(), declared) == names.end())
          names.push_back(declared);
    }
  }
  return forms;
}

} // namespace heddle::shrink
