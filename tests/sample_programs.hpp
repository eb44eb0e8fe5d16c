// Small concurrent programs that several tests share.
#pragma once

#include "program_builder.hpp"

#include <cstdint>
#include <vector>

namespace heddle::testing {

constexpr Access relaxed{MemoryOrder::Relaxed, true, false, false};
constexpr Access acquire{MemoryOrder::Acquire, true, false, false};
constexpr Access release{MemoryOrder::Release, true, false, false};
constexpr Access sequential{MemoryOrder::SequentiallyConsistent, true, false, false};

/// A program whose main starts the given threads, joins them, and then continues with what the test appends.
class ThreadedProgram : public ProgramBuilder {
public:
  explicit ThreadedProgram(PropertySet properties) : main(cfa("main")) { program.properties = properties; }

  CfaBuilder thread(const std::string &name) { return cfa(name); }

  /// Starts and joins threads in this order; returns main's line after the last join.
  Line startAndJoin(const std::vector<CfaId> &threads) {
    std::vector<RegisterId> handles;
    Line line = main.fromEntry();
    for (const CfaId thread : threads) {
      handles.push_back(main.pointer("handle"));
      line.spawn(handles.back(), thread, word(0));
    }
    for (const RegisterId handle : handles)
      line.join(main.use(handle));
    return line;
  }

  Expr number(std::uint64_t value) { return constant(value, 32); }
  /// lock: waits until the word is 0, then makes it 1; unlock makes it 0.
  Line &lock(Line &line, CfaBuilder &cfa, ObjectId mutex) {
    const RegisterId seen = cfa.reg("seen", 32);
    const Expr free = pool().eq(cfa.use(seen), number(0));
    line.insideAtomic().action({Load{seen, address(mutex), 32, acquire}, Guard{free}});
    line.endAtomic().action({Store{address(mutex), number(1), relaxed}, Sync{SyncKind::Lock, address(mutex)}});
    return line;
  }
  Line &unlock(Line &line, ObjectId mutex) {
    return line.action({Store{address(mutex), number(0), release}, Sync{SyncKind::Unlock, address(mutex)}});
  }

  CfaBuilder main;
};

/// Two threads increment x without protection; main checks that x is 2.
inline Program lostUpdate(PropertySet properties = {Property::UnreachCall}, bool locked = false) {
  ThreadedProgram build(properties);
  const ObjectId x = build.global("x", 4);
  const ObjectId mutex = build.global("mutex", 4);
  std::vector<CfaId> threads;
  for (int i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    const RegisterId r = worker.reg("r", 32);
    Line line = worker.fromEntry();
    if (locked)
      build.lock(line, worker, mutex);
    line.load(r, build.address(x)).store(build.address(x), worker.plus(r, 1));
    if (locked)
      build.unlock(line, mutex);
    line.endThread();
    threads.push_back(worker.id());
  }
  const RegisterId r = build.main.reg("r", 32);
  build.startAndJoin(threads)
      .load(r, build.address(x))
      .check(build.pool().eq(build.main.use(r), build.number(2)))
      .endProgram();
  return std::move(build.program);
}

/// Two threads take two locks, one after the other; in opposite order if `crossed`.
inline Program twoLocks(bool crossed) {
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId a = build.global("a", 4);
  const ObjectId b = build.global("b", 4);
  std::vector<CfaId> threads;
  for (int i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    const bool turned = crossed && i == 1;
    Line line = worker.fromEntry();
    build.lock(line, worker, turned ? b : a);
    build.lock(line, worker, turned ? a : b);
    build.unlock(line, b);
    build.unlock(line, a);
    line.endThread();
    threads.push_back(worker.id());
  }
  build.startAndJoin(threads).endProgram();
  return std::move(build.program);
}

} // namespace heddle::testing
