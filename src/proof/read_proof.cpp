// Reads the part of a proof file that follows the header. Only what is needed to represent the proof is checked: that
// numbers fit their types, and that terms, variables and control locations are defined before they are used. Whether
// locations, registers or objects exist, and whether parents and covers make sense, is checked by check_form, as for
// proofs that an engine hands over.
#include "proof/file_words.hpp"
#include "proof/line_reader.hpp"
#include "proof/proof_file.hpp"
#include "proof/term_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::proof {

using support::Expected;

namespace {

class ProofReader {
public:
  explicit ProofReader(const program::Program &program) : program_(program), terms_(proof_) {
    for (const program::Cfa &cfa : program.cfas)
      proof_.pauses.emplace_back(cfa.locations.size());
  }

  Expected<ReachabilityProof> read(const ProofFile &file) {
    Lines lines(file.text, file.proofBegin, file.proofLine - 1);
    try {
      while (lines.advance())
        readLine(lines.line());
      if (!isEnded_)
        throw Malformed{"the file is truncated: there is no line 'end'"};
    } catch (const Malformed &malformed) {
      return errorAt(file.path, lines.number(), malformed.what);
    }
    return std::move(proof_);
  }

private:
  struct Key {
    std::string_view name;
    void (ProofReader::*read)(Words &words);
  };
  static const std::array<Key, 7> keys;

  void readLine(std::string_view line) {
    if (isEnded_)
      throw Malformed{"a line follows 'end'"};
    Words words(line);
    const std::string_view name = words.next("a keyword");
    const auto *key = std::find_if(keys.begin(), keys.end(), [&](const Key &k) { return k.name == name; });
    if (key == keys.end())
      throw Malformed{fmt::format("{} is not a keyword of a proof", quoted(name))};
    (this->*key->read)(words);
    words.expectEnd();
  }

  void readReduction(Words &words) {
    if (hasReduction_)
      throw Malformed{"a second line 'reduction'"};
    hasReduction_ = true;
    proof_.reduction = words.oneOf<Reduction>(words::reductions, "a reduction");
  }

  void readPause(Words &words) {
    std::vector<bool> &pauses = proof_.pauses[words.index("an automaton", proof_.pauses.size())];
    while (!words.atEnd())
      pauses[words.index("a location", pauses.size())] = true;
  }

  void readVariable(Words &words) {
    Variable variable;
    variable.kind = words.oneOf<Variable::Kind>(words::variables, "a kind of variable");
    variable.width = static_cast<unsigned>(words.number("a width", support::maxWidth));
    if (variable.width == 0)
      throw Malformed{"a width of 0 bits"};
    switch (variable.kind) {
    case Variable::Kind::Register:
      variable.slot = words.number32("a slot");
      variable.cfa = words.index("an automaton", program_.cfas.size());
      variable.reg = words.index("a register", program_.cfas[variable.cfa].registers.size());
      break;
    case Variable::Kind::Result:
      variable.slot = words.number32("a slot");
      break;
    case Variable::Kind::Memory:
      variable.object = words.number32("an object");
      variable.offset = words.number("an offset");
      break;
    case Variable::Kind::History:
      break;
    }
    proof_.variables.push_back(variable);
  }

  void readTerm(Words &words) { terms_.read(words); }

  void readControl(Words &words) {
    Control &control = proof_.controls.emplace_back();
    while (!words.atEnd() && words.peek() != "objects")
      control.threads.push_back(threadOf(words.next("a thread")));
    if (words.atEnd())
      return;
    words.next("objects");
    while (!words.atEnd())
      control.objects.push_back(objectOf(words.next("an object")));
  }

  static bool takeFlag(Words &fields, std::string_view name) {
    const bool isSet = fields.peek() == name;
    if (isSet)
      fields.next("a flag");
    return isSet;
  }

  static Thread threadOf(std::string_view text) {
    Words fields(text, ',');
    Thread thread;
    thread.status = fields.oneOf<ThreadStatus>(words::statuses, "the status of a thread");
    thread.cfa = fields.number32("an automaton");
    thread.location = fields.number32("a location");
    thread.detached = takeFlag(fields, "detached");
    thread.resting = takeFlag(fields, "resting");
    fields.expectEnd();
    return thread;
  }

  static Object objectOf(std::string_view text) {
    Words fields(text, ',');
    Object object;
    object.id = fields.number32("an object");
    object.size = fields.number("a size");
    object.owner = fields.number32("a slot");
    object.storage = fields.oneOf<program::Storage>(words::storages, "a kind of storage");
    object.site = fields.number32("an allocation site");
    object.creator = fields.number32("an automaton");
    object.alive = !takeFlag(fields, "dead");
    fields.expectEnd();
    return object;
  }

  void readNode(Words &words) {
    Node node;
    node.control = words.index("a control location", proof_.controls.size());
    const auto take = [&](std::string_view name) { return takeFlag(words, name); };
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
        node.label.push_back(terms_[words.index("a term", terms_.size())]);
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

  void readEnd(Words &words) {
    const std::uint64_t count = words.number("the number of nodes");
    if (count != proof_.nodes.size())
      throw Malformed{fmt::format("there should be {} nodes, but there are {}", count, proof_.nodes.size())};
    isEnded_ = true;
  }

  const program::Program &program_;
  ReachabilityProof proof_;
  TermReader terms_;
  bool hasReduction_ = false;
  bool isEnded_ = false;
};

const std::array<ProofReader::Key, 7> ProofReader::keys{{
    {"node", &ProofReader::readNode},
    {"term", &ProofReader::readTerm},
    {"control", &ProofReader::readControl},
    {"variable", &ProofReader::readVariable},
    {"pause", &ProofReader::readPause},
    {"reduction", &ProofReader::readReduction},
    {"end", &ProofReader::readEnd},
}};

} // namespace

Expected<ReachabilityProof> readProof(const ProofFile &file, const program::Program &program) {
  return ProofReader(program).read(file);
}

} // namespace heddle::proof
