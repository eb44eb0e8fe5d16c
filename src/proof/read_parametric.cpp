// Reads the part of a proof file that follows the header, if it is a proof for any number of threads. Whether places
// and predicates exist, and fit each other, is checked by check_parametric, as for proofs that an engine hands over.
#include "proof/base_reader.hpp"
#include "proof/body_reader.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>

#include <array>

namespace heddle::proof {

using support::Expected;

namespace {

class ParametricReader {
public:
  explicit ParametricReader(const program::Program &program) : program_(program), base_(program, proof_.base) {
    proof_.own.resize(program.cfas.size());
  }

  Expected<ParametricProof> read(const ProofFile &file) {
    const Body body{"a proof for any number of threads", "unreachable configurations",
                    [&] { return proof_.unreachable.size(); },
                    [&](std::string_view keyword, Words &words) {
                      return base_.read(keyword, words) || readByKeyword(*this, keywords, keyword, words);
                    }};
    if (const std::optional<support::Error> error = readBody(file, body))
      return *error;
    return std::move(proof_);
  }

private:
  static const std::array<Keyword<ParametricReader>, 6> keywords;

  void readParametric(Words &) {
    if (hasBegun_)
      throw Malformed{"a second line 'parametric'"};
    hasBegun_ = true;
  }

  void readClaim(Words &words) {
    if (BaseReader::takeFlag(words, "single")) {
      proof_.claims.single.push_back(words.index("an automaton", program_.cfas.size()));
    } else if (BaseReader::takeFlag(words, "fresh-handles")) {
      proof_.claims.freshHandles = true;
    } else if (BaseReader::takeFlag(words, "valid-joins")) {
      proof_.claims.validJoins = true;
    } else if (BaseReader::takeFlag(words, "handles")) {
      proof_.claims.handleCells.push_back(BaseReader::cell(words));
    } else {
      throw Malformed{fmt::format("{} is not a claim", quoted(words.peek()))};
    }
  }

  void readPredicate(Words &words) {
    if (BaseReader::takeFlag(words, "shared"))
      return proof_.shared.push_back(base_.term(words));
    const program::CfaId cfa = words.index("an automaton", program_.cfas.size());
    proof_.own[cfa].push_back(base_.term(words));
  }

  void readPlace(Words &words) {
    Place place;
    place.control = words.index("a control location", proof_.base.controls.size());
    place.tracked = words.number("a set of predicates");
    place.fresh = BaseReader::takeFlag(words, "fresh");
    while (BaseReader::takeFlag(words, "pointer")) {
      const VariableId variable = words.index("a variable", proof_.base.variables.size());
      place.pointers.emplace_back(variable, words.bits("a pointer", program_.pointers.width));
    }
    while (BaseReader::takeFlag(words, "cut")) {
      std::vector<program::ActionId> &cut = place.cuts.emplace_back();
      for (Words actions(words.next("a list of actions"), ','); !actions.atEnd();)
        cut.push_back(actions.number32("an action"));
    }
    proof_.places.push_back(std::move(place));
  }

  static SharedState sharedOf(std::string_view text) {
    Words fields(text, ',');
    SharedState state;
    state.values = fields.number("the values of predicates");
    state.running = BaseReader::takeFlag(fields, "running");
    fields.expectEnd();
    return state;
  }

  LocalState localOf(Words &fields) const {
    LocalState state;
    state.place = fields.index("a place", proof_.places.size());
    state.values = fields.number("the values of predicates");
    return state;
  }

  void readReached(Words &words) {
    const SharedState shared = sharedOf(words.next("a shared state"));
    Words fields(words.next("a local state"), ',');
    proof_.reached.emplace_back(shared, localOf(fields));
    fields.expectEnd();
  }

  void readUnreachable(Words &words) {
    Unreachable element;
    element.violation = BaseReader::takeFlag(words, "violation");
    if (!element.violation)
      element.shared = sharedOf(words.next("a shared state"));
    while (!words.atEnd()) {
      Words fields(words.next("threads"), ',');
      const LocalState local = localOf(fields);
      element.threads.emplace_back(local, fields.number32("a number of threads"));
      fields.expectEnd();
    }
    proof_.unreachable.push_back(std::move(element));
  }

  const program::Program &program_;
  ParametricProof proof_;
  BaseReader base_;
  bool hasBegun_ = false;
};

const std::array<Keyword<ParametricReader>, 6> ParametricReader::keywords{{
    {"parametric", &ParametricReader::readParametric},
    {"claim", &ParametricReader::readClaim},
    {"predicate", &ParametricReader::readPredicate},
    {"place", &ParametricReader::readPlace},
    {"reached", &ParametricReader::readReached},
    {"unreachable", &ParametricReader::readUnreachable},
}};

} // namespace

bool isParametric(const ProofFile &file) { return firstKeyword(file) == "parametric"; }

Expected<ParametricProof> readParametricProof(const ProofFile &file, const program::Program &program) {
  return ParametricReader(program).read(file);
}

} // namespace heddle::proof
