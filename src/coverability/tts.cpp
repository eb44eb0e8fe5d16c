// The parser for .tts files.
//
//   # comment
//   S L                          numbers of shared and local states
//   init s|l,…/l,…               by default 0/0
//   target s|l,…
//   s l -> s' l' [l1 ~> l2]…     a thread moves; every other thread in l1 moves to l2
//   s l +> s' l'                 a new thread appears in l'
//   s l ~> s' l'                 every thread in l moves to l'
//   s l !> s' l'                 a thread in l moves, if there is one: a signal
//
// Broadcasts with the same shared states are one transition (section 2.2), so they are collected first.
#include "coverability/tts.hpp"

#include "coverability/scanner.hpp"

#include <algorithm>
#include <map>

namespace heddle::coverability {

namespace {

using support::Expected;

constexpr std::uint32_t mostStates = 10'000'000;

Expected<std::uint32_t> readState(Scanner &scanner, std::uint32_t count, const char *what) {
  scanner.skipBlanks();
  Scanner before = scanner;
  if (!scanner.atDigit())
    return scanner.error(fmt::format("expected a {} state (a number)", what));
  const auto number = scanner.number();
  if (!number)
    return number.error();
  if (*number >= count)
    return before.error(fmt::format("{} state {} is too large: there are {}, counted from 0", what, *number, count));
  return *number;
}

/// Local states separated by commas, possibly none.
Expected<Threads> readThreads(Scanner &scanner, const System &system) {
  Threads threads;
  scanner.skipBlanks();
  while (scanner.atDigit()) {
    const auto local = readState(scanner, system.localStates(), "local");
    if (!local)
      return local.error();
    increase(threads, *local, 1);
    scanner.skipBlanks();
    if (!scanner.accept(","))
      break;
    scanner.skipBlanks();
    if (!scanner.atDigit())
      return scanner.error("expected a local state after the comma");
  }
  return threads;
}

Expected<Configuration> readConfiguration(Scanner &scanner, const System &system) {
  const auto shared = readState(scanner, system.sharedStates(), "shared");
  if (!shared)
    return shared.error();
  scanner.skipBlanks();
  Configuration configuration{*shared, {}};
  if (!scanner.accept("|"))
    return scanner.error("expected '|' after the shared state: write s|l1,l2,…");
  auto threads = readThreads(scanner, system);
  if (!threads)
    return threads.error();
  configuration.threads = std::move(*threads);
  return configuration;
}

Expected<InitialSet> readInitial(Scanner &scanner, const System &system) {
  const auto shared = readState(scanner, system.sharedStates(), "shared");
  if (!shared)
    return shared.error();
  InitialSet set{{*shared, {}}, {}};
  scanner.skipBlanks();
  if (scanner.accept("|")) {
    auto bounded = readThreads(scanner, system);
    if (!bounded)
      return bounded.error();
    set.least = *bounded;
    set.most.threads = std::move(*bounded);
    scanner.skipBlanks();
  }
  if (scanner.accept("/")) {
    const auto unbounded = readThreads(scanner, system);
    if (!unbounded)
      return unbounded.error();
    for (const Entry &entry : *unbounded)
      assign(set.most.threads, entry.local, omega);
  }
  return set;
}

class TtsParser {
public:
  TtsParser(std::string_view text, const std::string &path) : scanner_(text, path, "#"), system_(0, 0) {}

  Expected<System> run() {
    const char *expected = "expected the numbers of shared and of local states, both positive";
    scanner_.skipSpace();
    const auto shared = scanner_.number(expected);
    if (!shared)
      return shared.error();
    scanner_.skipBlanks();
    const auto local = scanner_.number(expected);
    if (!local)
      return local.error();
    if (*shared == 0 || *local == 0)
      return scanner_.error(expected);
    if (*shared > mostStates || *local > mostStates)
      return scanner_.error(fmt::format("more than {} states", mostStates));
    system_ = System(*shared, *local);
    for (;;) {
      if (const auto ended = endLine(); !ended)
        return ended.error();
      scanner_.skipSpace();
      if (scanner_.atEnd())
        break;
      if (const auto read = readLine(); !read)
        return read.error();
    }
    for (auto &[states, group] : broadcasts_) {
      TransitionSpec spec;
      spec.from = states.first;
      spec.to = states.second;
      spec.line = group.line;
      spec.transfers = transfersOf(group.moves);
      system_.add(spec);
    }
    if (system_.initial.empty())
      system_.initial.push_back({{0, {{0, omega}}}, {}});
    return std::move(system_);
  }

private:
  using Moves = std::map<LocalState, std::vector<LocalState>>;

  struct Broadcasts {
    Moves moves;
    std::uint32_t line = 0;
  };

  Expected<bool> endLine() {
    scanner_.skipBlanks();
    if (!scanner_.atEnd() && scanner_.peek() != '\n')
      return scanner_.error("unexpected text at the end of the line");
    return true;
  }

  Expected<bool> readLine() {
    if (scanner_.accept("target")) {
      auto target = readConfiguration(scanner_, system_);
      if (!target)
        return target.error();
      system_.targets.push_back(std::move(*target));
      return true;
    }
    if (scanner_.accept("init")) {
      auto set = readInitial(scanner_, system_);
      if (!set)
        return set.error();
      system_.initial.push_back(std::move(*set));
      return true;
    }
    return readTransition();
  }

  Expected<bool> readTransition() {
    const std::uint32_t line = scanner_.line();
    const auto s = readState(scanner_, system_.sharedStates(), "shared");
    if (!s)
      return s.error();
    const auto l = readState(scanner_, system_.localStates(), "local");
    if (!l)
      return l.error();
    scanner_.skipBlanks();
    const Scanner before = scanner_;
    const char kind = scanner_.peek();
    if (!scanner_.accept("->") && !scanner_.accept("+>") && !scanner_.accept("~>") && !scanner_.accept("!>"))
      return before.error("expected ->, +>, ~> or !>");
    const auto t = readState(scanner_, system_.sharedStates(), "shared");
    if (!t)
      return t.error();
    const auto k = readState(scanner_, system_.localStates(), "local");
    if (!k)
      return k.error();
    if (kind == '~') {
      Broadcasts &group = broadcasts_[{*s, *t}];
      group.moves[*l].push_back(*k);
      if (group.line == 0)
        group.line = line;
      return true;
    }
    TransitionSpec &spec = spec_;
    spec.from = *s;
    spec.to = *t;
    spec.take.assign(1, {*l, 1});
    spec.put.assign(1, {*k, 1});
    if (kind == '+')
      increase(spec.put, *l, 1);
    spec.line = line;
    spec.transfers.clear();
    scanner_.skipBlanks();
    if (kind == '-' && !scanner_.atEnd() && scanner_.peek() != '\n') {
      auto moves = readMoves();
      if (!moves)
        return moves.error();
      spec.transfers = transfersOf(*moves);
    }
    system_.add(spec);
    if (kind == '!')
      system_.addSilent(*s, *t, spec.take, line);
    return true;
  }

  Expected<Moves> readMoves() {
    Moves moves;
    do {
      const auto from = readState(scanner_, system_.localStates(), "local");
      if (!from)
        return from.error();
      scanner_.skipBlanks();
      if (!scanner_.accept("~>"))
        return scanner_.error("expected ~> between the local states of a passive transfer");
      const auto to = readState(scanner_, system_.localStates(), "local");
      if (!to)
        return to.error();
      moves[*from].push_back(*to);
      scanner_.skipBlanks();
    } while (!scanner_.atEnd() && scanner_.peek() != '\n');
    return moves;
  }

  /// Transfers that keep every thread where it is are left out.
  static std::vector<Transfer> transfersOf(Moves &moves) {
    std::vector<Transfer> transfers;
    for (auto &[from, to] : moves) {
      std::sort(to.begin(), to.end());
      to.erase(std::unique(to.begin(), to.end()), to.end());
      if (to.size() != 1 || to.front() != from)
        transfers.push_back({from, to});
    }
    return transfers;
  }

  Scanner scanner_;
  System system_;
  TransitionSpec spec_; // a member, so that its memory is reused
  std::map<std::pair<SharedState, SharedState>, Broadcasts> broadcasts_;
};

} // namespace

Expected<System> parseTts(std::string_view text, const std::string &path) { return TtsParser(text, path).run(); }

Expected<std::vector<Configuration>> parseTargets(const System &system, std::string_view text,
                                                  const std::string &path) {
  Scanner scanner(text, path, "#");
  std::vector<Configuration> targets;
  for (scanner.skipSpace(); !scanner.atEnd(); scanner.skipSpace()) {
    auto target = readConfiguration(scanner, system);
    if (!target)
      return target.error();
    targets.push_back(std::move(*target));
  }
  return targets;
}

Expected<InitialSet> parseInitial(const System &system, std::string_view text, const std::string &path) {
  Scanner scanner(text, path, "#");
  auto set = readInitial(scanner, system);
  if (!set)
    return set.error();
  scanner.skipSpace();
  if (!scanner.atEnd())
    return scanner.error("unexpected text after the initial states");
  return set;
}

} // namespace heddle::coverability
