// The parser for .spec files.
//
//   vars x y …
//   rules   x >= 1, y >= 2 -> x' = x - 1, y' = y + x;  …
//   init    x = 1, y >= 1, z in [0, 2]
//   target  x >= 2, y >= 1
//   invariants …                         (ignored)
//
// In init and target, each line is a conjunction, which continues on the next line after a comma, and lines are
// alternatives. A variable that init does not mention may have any value.
//
// A rule computes x' = (a sum of variables) + (a constant) for the variables that it assigns to. Every variable may
// occur on one right side only. If it is its own, the variable keeps its tokens; if it is that of another variable, the
// tokens are transferred there; if it occurs on none but is assigned to, it is reset. As in MIST, a variable that
// occurs in the sum of another need not be set to zero explicitly, and x' = 0 beside another assignment to x has no
// effect.
//
// A negative constant takes tokens from the variables of its sum. If there are several, it does not matter from which,
// because the whole sum ends up in one place. The tokens are taken from a variable that has enough of them by the
// guard; if there is none, each way to take them becomes a transition, up to a limit.
#include "coverability/spec.hpp"

#include "coverability/conditions.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

struct Assignment {
  std::vector<LocalState> sum;
  std::int64_t constant = 0;
};

struct Rule {
  Threads guard;
  std::map<LocalState, Assignment> assignments;
  std::uint32_t line = 0;
};

constexpr std::size_t mostWays = 10'000;

/// All ways to take `left` threads from the sources from `index` on.
void takeFrom(const std::vector<LocalState> &sources, std::size_t index, Count left, const Threads &taken,
              std::vector<Threads> &ways) {
  if (ways.size() > mostWays)
    return;
  if (index + 1 == sources.size()) {
    ways.push_back(taken);
    increase(ways.back(), sources[index], left);
    return;
  }
  for (Count here = 0; here <= left && ways.size() <= mostWays; ++here) {
    Threads more = taken;
    increase(more, sources[index], here);
    takeFrom(sources, index + 1, left - here, more, ways);
  }
}

class SpecParser {
public:
  SpecParser(std::string_view text, const std::string &path) : scanner_(text, path, "#"), system_(1, 0) {}

  Expected<System> run() {
    if (const auto read = readVariables(); !read)
      return read.error();
    if (const auto read = readRules(); !read)
      return read.error();
    const auto initial = conditions_.alternatives("target");
    if (!initial)
      return initial.error();
    for (const auto &ranges : *initial)
      system_.initial.push_back(initialSet(ranges));
    auto targets = conditions_.targets("invariants");
    if (!targets)
      return targets.error();
    system_.targets = std::move(*targets);
    return std::move(system_);
  }

private:
  Expected<bool> readVariables() {
    if (!conditions_.acceptKeyword("vars"))
      return scanner_.error("expected 'vars'");
    while (!conditions_.acceptKeyword("rules")) {
      scanner_.skipSpace();
      const Scanner before = scanner_;
      const std::string_view name = scanner_.word();
      if (name.empty())
        return scanner_.error(scanner_.atEnd() ? "expected 'rules'" : "expected the name of a variable");
      if (!variables_.emplace(name, static_cast<LocalState>(variables_.size())).second)
        return before.error(fmt::format("variable '{}' is declared twice", name));
      names_.emplace_back(name);
    }
    if (names_.empty())
      return scanner_.error("there are no variables");
    system_ = System(1, static_cast<LocalState>(names_.size()));
    system_.localNames = names_;
    return true;
  }

  Expected<bool> readRules() {
    while (!conditions_.acceptKeyword("init")) {
      scanner_.skipSpace();
      if (scanner_.atEnd())
        return scanner_.error("expected 'init'");
      const auto rule = readRule();
      if (!rule)
        return rule.error();
      if (const auto added = addRule(*rule); !added)
        return added.error();
    }
    return true;
  }

  Expected<Rule> readRule() {
    Rule rule;
    rule.line = scanner_.line();
    for (scanner_.skipSpace(); !scanner_.accept("->"); scanner_.skipSpace()) {
      const auto range = conditions_.range();
      if (!range)
        return range.error();
      if (range->most != omega)
        return scanner_.error("guards must be upward closed: only >= is possible");
      assign(rule.guard, range->variable, std::max(range->least, count(rule.guard, range->variable)));
      scanner_.skipSpace();
      if (!scanner_.accept(",") && !Scanner(scanner_).accept("->"))
        return scanner_.error("expected ',' or '->'");
    }
    for (scanner_.skipSpace(); !scanner_.accept(";"); scanner_.skipSpace()) {
      if (const auto read = readAssignment(rule); !read)
        return read.error();
      scanner_.skipSpace();
      if (!scanner_.accept(",") && !Scanner(scanner_).accept(";"))
        return scanner_.error("expected ',' or ';'");
    }
    return rule;
  }

  Expected<bool> readAssignment(Rule &rule) {
    const auto variable = conditions_.variable();
    if (!variable)
      return variable.error();
    scanner_.skipSpace();
    if (!scanner_.accept("'"))
      return scanner_.error("expected ' after the variable that is assigned to");
    scanner_.skipSpace();
    if (!scanner_.accept("="))
      return scanner_.error("expected '='");
    Assignment assignment;
    for (std::int64_t sign = 1;;) {
      scanner_.skipSpace();
      if (scanner_.atDigit()) {
        const auto number = conditions_.number();
        if (!number)
          return number.error();
        assignment.constant += sign * std::int64_t{*number};
      } else {
        const Scanner before = scanner_;
        const auto summand = conditions_.variable();
        if (!summand)
          return summand.error();
        if (sign < 0)
          return before.error("a variable cannot be subtracted");
        assignment.sum.push_back(*summand);
      }
      scanner_.skipSpace();
      if (scanner_.accept("+"))
        sign = 1;
      else if (scanner_.accept("-"))
        sign = -1;
      else
        break;
    }
    if (std::abs(assignment.constant) > std::int64_t{largestCount})
      return scanner_.error(fmt::format("the constants add up to more than {}", largestCount));
    const bool isZero = assignment.sum.empty() && assignment.constant == 0;
    const auto [place, isNew] = rule.assignments.emplace(*variable, std::move(assignment));
    if (!isNew && !isZero)
      return scanner_.error(fmt::format("'{}' is assigned to twice", names_[*variable]));
    return true;
  }

  InitialSet initialSet(const std::vector<Range> &ranges) const {
    InitialSet set;
    for (LocalState variable = 0; variable < system_.localStates(); ++variable)
      assign(set.most.threads, variable, omega);
    for (const Range &range : ranges) {
      assign(set.most.threads, range.variable, range.most);
      assign(set.least, range.variable, range.least);
    }
    return set;
  }

  Expected<bool> addRule(const Rule &rule) {
    // Where the tokens of each variable go; a variable that is not mentioned keeps its tokens.
    std::map<LocalState, std::vector<LocalState>> destinations;
    for (const auto &[variable, assignment] : rule.assignments)
      destinations[variable];
    for (const auto &[variable, assignment] : rule.assignments) {
      for (const LocalState summand : assignment.sum) {
        auto &where = destinations[summand];
        if (!where.empty())
          return Error{fmt::format("{}:{}: '{}' would be copied: this is not a Petri net with transfers",
                                   scanner_.path(), rule.line, names_[summand])};
        where.push_back(variable);
      }
    }
    TransitionSpec spec;
    spec.line = rule.line;
    for (const auto &[variable, where] : destinations) {
      if (where.size() != 1 || where.front() != variable)
        spec.transfers.push_back({variable, where});
    }
    std::vector<Threads> takes{{}};
    for (const auto &[variable, assignment] : rule.assignments) {
      if (assignment.constant > 0)
        increase(spec.put, variable, static_cast<Count>(assignment.constant));
      if (assignment.constant >= 0)
        continue;
      const auto wanted = static_cast<Count>(-assignment.constant);
      std::vector<LocalState> sources = assignment.sum;
      if (sources.empty())
        return true; // the variable would become negative: the rule is never enabled
      const auto sufficient = std::find_if(sources.begin(), sources.end(),
                                           [&](LocalState source) { return count(rule.guard, source) >= wanted; });
      if (sufficient != sources.end())
        sources = {*sufficient};
      std::vector<Threads> more;
      for (const Threads &taken : takes)
        takeFrom(sources, 0, wanted, taken, more);
      takes = std::move(more);
      if (takes.size() > mostWays)
        return Error{fmt::format("{}:{}: there are more than {} ways to take {} from the sum that is assigned to '{}'; "
                                 "a guard on one of its variables decides it",
                                 scanner_.path(), rule.line, mostWays, wanted, names_[variable])};
    }
    for (const Threads &take : takes) {
      spec.take = take;
      spec.guard.clear();
      for (const Entry &entry : rule.guard) {
        const Count taken = count(take, entry.local);
        if (entry.count > taken)
          increase(spec.guard, entry.local, entry.count - taken);
      }
      system_.add(spec);
    }
    return true;
  }

  Scanner scanner_;
  System system_;
  PlaceNames variables_;
  std::vector<std::string> names_;
  ConditionReader conditions_{scanner_, variables_};
};

} // namespace

Expected<System> parseSpec(std::string_view text, const std::string &path) { return SpecParser(text, path).run(); }

} // namespace heddle::coverability
