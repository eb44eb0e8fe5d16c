// Small random concurrent programs: two or three threads of a few statements over few variables, so that
// about half of them are wrong in some interleaving.
#pragma once

#include "sample_programs.hpp"

#include <cstdlib>
#include <random>

namespace heddle::testing {

/// How many random programs a test tries: ten times as many in long mode (./test --long).
inline std::uint64_t inLongMode(std::uint64_t seeds) {
  return std::getenv("HEDDLE_LONG") != nullptr ? 10 * seeds : seeds;
}

struct RandomProgramOptions {
  bool loops = false; // threads may wait actively for a variable
  bool inputs = true; // values from outside
  bool assumptions = true;
  bool memory = true;      // objects made and freed
  bool earlyEnd = true;    // main may end the program without waiting
  unsigned statements = 4; // of each thread
};

class RandomProgram {
public:
  RandomProgram(std::uint64_t seed, PropertySet properties, RandomProgramOptions options = {})
      : random_(seed), options_(options), build_(properties) {
    for (const char *name : {"x", "y", "z"})
      variables_.push_back(build_.global(name, 4));
    mutexes_.push_back(build_.global("m", 4));
    mutexes_.push_back(build_.global("n", 4));
    holder_ = build_.global("holder", 8);
    site_ = build_.site("malloc");
  }

  Program make() {
    std::vector<CfaId> threads;
    const unsigned count = 2 + below(2);
    for (unsigned i = 0; i < count; ++i)
      threads.push_back(makeThread(count == 2 ? options_.statements : options_.statements - 1));
    const RegisterId r = build_.main.reg("r", 32);
    if (options_.earlyEnd && below(3) == 0) {
      // main ends the program while the others may still run
      Line line = build_.main.fromEntry();
      for (const CfaId thread : threads)
        line.spawn(build_.main.pointer("h"), thread, build_.word(0));
      line.load(r, variable()).check(build_.pool().ne(build_.main.use(r), small())).endProgram();
      return std::move(build_.program);
    }
    build_.startAndJoin(threads).load(r, variable()).check(build_.pool().ne(build_.main.use(r), small())).endProgram();
    return std::move(build_.program);
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  Expr small() { return build_.number(below(4)); }
  Expr variable() { return build_.address(variables_[below(static_cast<unsigned>(variables_.size()))]); }
  Access someAccess() {
    static constexpr Access accesses[] = {{}, {}, relaxed, sequential};
    return accesses[below(std::size(accesses))];
  }

  CfaId makeThread(unsigned statements) {
    CfaBuilder worker = build_.thread("worker");
    const RegisterId r = worker.reg("r", 32);
    const RegisterId s = worker.reg("s", 32);
    Line line = worker.fromEntry();
    line.assign(r, build_.number(0)).assign(s, build_.number(0));
    for (unsigned i = 0; i < statements; ++i)
      addStatement(worker, line, r, s);
    line.endThread();
    return worker.id();
  }

  void addStatement(CfaBuilder &worker, Line &line, RegisterId r, RegisterId s) {
    if (build_.program.properties.contains(Property::ValidFree) && below(2) == 0) {
      addMemoryStatement(worker, line);
      return;
    }
    constexpr unsigned criticalSection = 5;
    const bool favoured = build_.program.properties.contains(Property::NoDeadlock) && below(2) == 0;
    switch (favoured ? criticalSection : below(12)) {
    case 0:
    case 1:
      line.load(below(2) == 0 ? r : s, variable(), someAccess());
      return;
    case 2:
      line.store(variable(), small(), someAccess());
      return;
    case 3:
      line.store(variable(), worker.plus(r, 1), someAccess());
      return;
    case 4: { // fetch and add
      const Expr address = variable();
      line.action({Load{r, address, 32, sequential}, Store{address, worker.plus(r, 1), sequential}});
      return;
    }
    case criticalSection: {
      const ObjectId mutex = mutexes_[below(2)];
      const ObjectId other = mutex == mutexes_[0] ? mutexes_[1] : mutexes_[0];
      const bool nested = below(2) == 0;
      build_.lock(line, worker, mutex);
      if (nested)
        build_.lock(line, worker, other);
      const Expr address = variable();
      line.load(s, address).store(address, worker.plus(s, 1));
      if (nested)
        build_.unlock(line, other);
      build_.unlock(line, mutex);
      return;
    }
    case 6: { // if (r == c) v = d;
      const Expr condition = build_.pool().eq(worker.use(r), small());
      const LocationId join = worker.location();
      const LocationId fork = line.here();
      worker.from(fork).guard(condition).store(variable(), small(), someAccess()).jump(join);
      line.guard(build_.pool().negate(condition)).jump(join);
      return;
    }
    case 7:
      if (build_.program.properties.contains(Property::UnreachCall))
        line.check(build_.pool().ne(worker.use(r), small()));
      return;
    case 8:
      if (options_.assumptions)
        line.assume(build_.pool().ne(worker.use(s), small()));
      return;
    case 9:
      if (options_.inputs)
        line.action({Havoc{r, 0, 2, InputKind::Nondet, "input"}});
      return;
    case 10:
      if (options_.memory)
        addMemoryStatement(worker, line);
      return;
    default:
      if (options_.loops)
        addLoop(worker, line, r);
      return;
    }
  }

  void addMemoryStatement(CfaBuilder &worker, Line &line) {
    const RegisterId p = worker.pointer("p");
    switch (below(3)) {
    case 0: // alone
      line.allocate(p, site_, 4, true).store(worker.use(p), small()).release(worker.use(p));
      return;
    case 1: { // hand it over, and free what was there
      const RegisterId q = worker.pointer("q");
      line.allocate(p, site_, 4, true);
      line.action({Load{q, build_.address(holder_), 64, sequential},
                   Store{build_.address(holder_), worker.use(p), sequential}});
      line.release(worker.use(q));
      return;
    }
    default: // free what is there; another thread may do so at the same time
      line.load(p, build_.address(holder_), sequential)
          .store(build_.address(holder_), build_.word(0), sequential)
          .release(worker.use(p));
      return;
    }
  }

  /// do r = v; while (r == c);
  void addLoop(CfaBuilder &worker, Line &line, RegisterId r) {
    const LocationId head = worker.location();
    line.jump(head);
    const LocationId read = line.load(r, variable(), sequential).here();
    const Expr again = build_.pool().eq(worker.use(r), small());
    worker.from(read).guard(again).jump(head);
    line.guard(build_.pool().negate(again));
  }

  std::mt19937_64 random_;
  RandomProgramOptions options_;
  ThreadedProgram build_;
  std::vector<ObjectId> variables_;
  std::vector<ObjectId> mutexes_;
  ObjectId holder_ = 0;
  SiteId site_ = 0;
};

} // namespace heddle::testing
