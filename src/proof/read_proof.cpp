// Reads the part of a proof file that follows the header. Whether parents and covers make sense is checked by
// check_form, as for proofs that an engine hands over.
#include "proof/base_reader.hpp"
#include "proof/body_reader.hpp"
#include "proof/file_words.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>

#include <array>

namespace heddle::proof {

using support::Expected;

namespace {

class ProofReader {
public:
  explicit ProofReader(const program::Program &program) : base_(program, proof_) {}

  Expected<ReachabilityProof> read(const ProofFile &file) {
    const Body body{"a proof", "nodes", [&] { return proof_.nodes.size(); },
                    [&](std::string_view keyword, Words &words) {
                      return base_.read(keyword, words) || readByKeyword(*this, keywords, keyword, words);
                    }};
    if (const std::optional<support::Error> error = readBody(file, body))
      return *error;
    if (certificate_.empty())
      return std::move(proof_);
    Expected<ModularProof> certificate = readCertificate(std::move(certificate_));
    if (!certificate)
      return support::Error{fmt::format("{}: the lines 'fact': {}", file.path, certificate.error().message)};
    proof_.certificate = std::move(*certificate);
    return std::move(proof_);
  }

private:
  static const std::array<Keyword<ProofReader>, 3> keywords;

  void readFact(Words &words) {
    certificate_ += words.next("a line of a certificate");
    while (!words.atEnd()) {
      certificate_ += ' ';
      certificate_ += words.next("a word");
    }
    certificate_ += '\n';
  }

  void readReduction(Words &words) {
    if (hasReduction_)
      throw Malformed{"a second line 'reduction'"};
    hasReduction_ = true;
    proof_.reduction = words.oneOf<Reduction>(words::reductions, "a reduction");
  }

  void readNode(Words &words) {
    Node node;
    node.control = words.index("a control location", proof_.controls.size());
    const auto take = [&](std::string_view name) { return BaseReader::takeFlag(words, name); };
    if (take("parent")) {
      node.parent = words.index("an earlier node", proof_.nodes.size());
      if (!take("slot"))
        throw Malformed{"'slot' is missing after the parent"};
      node.slot = words.number32("a slot");
    }
    if (take("action"))
      node.action = words.number32("an action");
    if (take("expanded"))
      node.expanded = flagsOf(words.next("a list of flags"));
    if (take("covered"))
      node.coveredBy = words.number32("a node");
    if (take("made"))
      while (isNumber(words.peek()))
        node.made.push_back(words.number32("an object"));
    readChoices(words, node);
    if (take("label"))
      while (!words.atEnd())
        node.label.push_back(base_.term(words));
    if (node.parent != noNode)
      proof_.nodes[node.parent].children.push_back(static_cast<NodeId>(proof_.nodes.size()));
    proof_.nodes.push_back(std::move(node));
  }

  void readChoices(Words &words, Node &node) {
    while (words.peek() == "input" || words.peek() == "content") {
      Choice choice;
      choice.isInput = words.next("a choice") == "input";
      choice.variable = words.index("a variable", proof_.variables.size());
      if (choice.isInput) {
        choice.number = words.number32("the number of an input");
      } else {
        choice.object = words.number32("an object");
        choice.offset = words.number("an offset");
      }
      node.choices.push_back(choice);
    }
  }

  static bool isNumber(std::string_view word) { return !word.empty() && word.front() >= '0' && word.front() <= '9'; }

  static std::vector<bool> flagsOf(std::string_view word) {
    std::vector<bool> flags;
    for (const char c : word) {
      if (c != '0' && c != '1')
        throw Malformed{fmt::format("{} is not a list of flags", quoted(word))};
      flags.push_back(c == '1');
    }
    return flags;
  }

  ReachabilityProof proof_;
  BaseReader base_;
  bool hasReduction_ = false;
  std::string certificate_; // its lines
};

const std::array<Keyword<ProofReader>, 3> ProofReader::keywords{{
    {"fact", &ProofReader::readFact},
    {"node", &ProofReader::readNode},
    {"reduction", &ProofReader::readReduction},
}};

} // namespace

Expected<ReachabilityProof> readProof(const ProofFile &file, const program::Program &program) {
  return ProofReader(program).read(file);
}

} // namespace heddle::proof
