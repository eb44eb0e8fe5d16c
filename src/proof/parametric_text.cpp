// The text lists the predicates, then for every location of a thread what holds for all threads there, and then the
// configurations that are excluded although each of their threads may occur with that shared state.
#include "proof/c_syntax.hpp"
#include "proof/describe.hpp"
#include "proof/invariant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace heddle::proof {

namespace {

constexpr std::size_t mostAlternatives = 8;

/// The values of predicates, by whether they are shared and by number.
using Literals = std::map<std::pair<bool, std::size_t>, bool>;

class ParametricText {
public:
  ParametricText(const program::Program &program, const ParametricProof &proof) : program_(program), proof_(proof) {
    // Threads of different functions use the same ids for their objects.
    for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
      ReachabilityProof &own = bases_.emplace_back(proof.base);
      std::erase_if(own.controls, [&](const Control &control) { return control.threads.front().cfa != cfa; });
      syntax_.emplace_back(program, own);
    }
    for (const Unreachable &element : proof.unreachable)
      if (!element.violation && element.threads.size() <= 1 &&
          (element.threads.empty() || element.threads.front().second == 1))
        excluded_.insert(
            {element.shared, element.threads.empty() ? LocalState{UINT32_MAX, 0} : element.threads.front().first});
    for (const auto &[shared, local] : proof.reached)
      if (!excluded_.contains({shared, local}) && !excluded_.contains({shared, {UINT32_MAX, 0}}))
        reached_.insert({shared, local});
  }

  std::string write() {
    text_ =
        "/* An invariant for any number of threads, found by Heddle.\n"
        " *\n"
        " * Predicates about a thread speak of its own variables and of global ones. For every location of a thread,\n"
        " * a formula is given that holds for every thread there, whatever the number of threads. The last part lists\n"
        " * combinations of threads that do not occur together.\n"
        " */\n";
    writePredicates("predicates about global variables", 0, proof_.shared);
    for (program::CfaId cfa = 0; cfa < proof_.own.size(); ++cfa)
      writePredicates(fmt::format("predicates about a thread of {}", program_.cfas[cfa].name), cfa, proof_.own[cfa]);
    writeLocations();
    writeExcluded();
    return std::move(text_);
  }

private:
  void writePredicates(const std::string &title, program::CfaId cfa, const std::vector<Expr> &predicates) {
    if (predicates.empty())
      return;
    text_ += fmt::format("\n/* {} */\n", title);
    for (const Expr predicate : predicates)
      text_ += fmt::format("   {};\n", syntax_[cfa].formula(predicate));
  }

  const Thread &threadAt(PlaceId place) const {
    return proof_.base.controls[proof_.places[place].control].threads.front();
  }

  Literals literalsOf(const SharedState &shared) const {
    Literals result;
    for (std::size_t i = 0; i < proof_.shared.size(); ++i)
      result[{true, i}] = ((shared.values >> i) & 1) != 0;
    return result;
  }

  Literals literalsOf(const LocalState &local) const {
    Literals result;
    const std::size_t count = proof_.own[threadAt(local.place).cfa].size();
    for (std::size_t i = 0; i < count; ++i)
      if (((proof_.places[local.place].tracked >> i) & 1) != 0)
        result[{false, i}] = ((local.values >> i) & 1) != 0;
    return result;
  }

  std::string conjunction(const Literals &literals, program::CfaId cfa) const {
    std::vector<std::string> parts;
    for (const auto &[predicate, isTrue] : literals) {
      const auto &[isShared, index] = predicate;
      const Expr formula = isShared ? proof_.shared[index] : proof_.own[cfa][index];
      parts.push_back(isTrue ? fmt::format("({})", syntax_[cfa].formula(formula))
                             : fmt::format("!({})", syntax_[cfa].formula(formula)));
    }
    return fmt::format("{}", fmt::join(parts, " && "));
  }

  /// Where a thread is, and whether it has not begun.
  using Where = std::tuple<program::CfaId, program::LocationId, bool>;

  Where whereIs(PlaceId place) const {
    const Thread &thread = threadAt(place);
    return {thread.cfa, thread.location, proof_.places[place].fresh};
  }

  std::string titleOf(PlaceId place) const {
    const auto &[cfa, location, fresh] = whereIs(place);
    return fmt::format("{} (location {}{})", describe(program_, proof_.base.controls[proof_.places[place].control]),
                       location, fresh ? ", not begun" : "");
  }

  void writeLocations() {
    std::map<Where, std::pair<std::string, std::vector<Literals>>> locations;
    for (const auto &[shared, local] : reached_) {
      auto &[title, states] = locations[whereIs(local.place)];
      title = titleOf(local.place);
      Literals literals = literalsOf(shared);
      literals.merge(literalsOf(local));
      states.push_back(std::move(literals));
    }
    for (const auto &[where, location] : locations)
      writeLocation(location.first, std::get<0>(where), location.second);
  }

  void writeLocation(const std::string &title, program::CfaId cfa, const std::vector<Literals> &states) {
    Literals fixed = states.front(); // what all states agree in
    for (const Literals &state : states)
      std::erase_if(fixed, [&](const auto &literal) {
        const auto other = state.find(literal.first);
        return other == state.end() || other->second != literal.second;
      });
    std::set<Literals> rest;
    for (Literals state : states) {
      std::erase_if(state, [&](const auto &literal) { return fixed.contains(literal.first); });
      rest.insert(std::move(state));
    }
    const bool hasRest = rest.size() > 1 && rest.size() <= mostAlternatives && !rest.contains({});
    text_ += fmt::format("\n/* {} */\n   {}", title, conjunction(fixed, cfa));
    if (fixed.empty() && !hasRest)
      text_ += "1";
    const char *separator = fixed.empty() ? "(   " : "\n   && (   ";
    if (hasRest)
      for (const Literals &each : rest)
        text_ += std::exchange(separator, fixed.empty() ? "\n    || " : "\n       || ") + conjunction(each, cfa);
    text_ += hasRest ? ");\n" : ";\n";
  }

  void writeExcluded() {
    const auto occurs = [&](const Unreachable &element) {
      return !element.violation && !element.shared.running && !element.threads.empty() &&
             std::all_of(element.threads.begin(), element.threads.end(),
                         [&](const auto &threads) { return reached_.contains({element.shared, threads.first}); });
    };
    std::set<std::string> written;
    for (const Unreachable &element : proof_.unreachable) {
      if (!occurs(element))
        continue;
      const std::string shared = conjunction(literalsOf(element.shared), 0);
      std::string text = fmt::format("   {}", shared.empty() ? "1" : shared);
      for (const auto &[local, count] : element.threads) {
        const std::string own = conjunction(literalsOf(local), threadAt(local.place).cfa);
        text += fmt::format("\n     {} of {}{}{}", count, titleOf(local.place), own.empty() ? "" : ": ", own);
      }
      if (written.empty())
        text_ += "\n/* combinations that do not occur */\n";
      if (written.insert(text).second)
        text_ += text + ";\n";
    }
  }

  const program::Program &program_;
  const ParametricProof &proof_;
  std::deque<ReachabilityProof> bases_;                   // by thread function: with its control locations only
  std::deque<CSyntax> syntax_;                            // by thread function
  std::set<std::pair<SharedState, LocalState>> excluded_; // a place of UINT32_MAX: any thread
  std::set<std::pair<SharedState, LocalState>> reached_;
  std::string text_;
};

} // namespace

std::string invariantText(const program::Program &program, const ParametricProof &proof) {
  return ParametricText(program, proof).write();
}

} // namespace heddle::proof
