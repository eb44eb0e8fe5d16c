// A small concurrent program as data: a few kinds of statements over three variables, two mutexes and a pointer. It can
// be built as a Program, without a front end, and printed as C. Random programs are made in this form, so that a
// program on which engines disagree can be shrunk by removing threads and statements.
#pragma once

#include "sample_programs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::testing {

/// A statement of a thread with the local variables r and s.
struct SketchStatement {
  enum class Kind {
    Load,            // r or s = variable
    Store,           // variable = value
    StoreNext,       // variable = r + 1
    FetchAdd,        // r = variable++, atomically
    CriticalSection, // lock; s = variable; variable = s + 1; unlock, with one mutex or both
    Branch,          // if (r == compared) variable = value
    Check,           // assert(r != value)
    Assume,          // assume(s != value)
    Input,           // r = an input from 0 to 2
    Allocate,        // an object for this thread alone
    HandOver,        // a new object for the holder; the one that it held is freed
    FreeHeld,        // the object of the holder is freed; another thread may do so at the same time
    Loop,            // do r = variable; while (r == compared)
    Label,           // the target of gotos with the same value
    Goto,            // if (r == compared) goto label; without a label of that value, no operation
    OfferLocal,      // a local variable of this thread gets a value, and its address is offered to all threads
    UseOffered,      // r = the variable that was offered last, or that variable = value
    Uninitialised,   // r = a bit of memory that was never written
  };
  enum class Order { Plain, Relaxed, Sequential };

  Kind kind;
  bool second = false; // Load: to s, not to r. CriticalSection: the second mutex first. UseOffered: write. Goto:
                       // depends on s, not on r
  bool nested = false; // CriticalSection: both mutexes. Goto: as often as the condition holds, not twice at most
  unsigned variable = 0;
  unsigned value = 0;
  unsigned compared = 0;
  Order order = Order::Plain;

  bool operator==(const SketchStatement &) const = default;
};

/// main starts the threads, joins them unless it ends early, and checks that a variable does not have some value.
struct ProgramSketch {
  PropertySet properties;
  std::vector<std::vector<SketchStatement>> threads;
  bool endsEarly = false;
  unsigned variable = 0; // of main's check
  unsigned value = 0;

  bool operator==(const ProgramSketch &) const = default;
};

class SketchBuilder {
public:
  explicit SketchBuilder(const ProgramSketch &sketch) : sketch_(sketch), build_(sketch.properties) {
    for (const char *name : {"x", "y", "z"})
      variables_.push_back(build_.global(name, 4));
    mutexes_.push_back(build_.global("m", 4));
    mutexes_.push_back(build_.global("n", 4));
    holder_ = build_.global("holder", 8);
    offered_ = build_.global("offered", 8);
    site_ = build_.site("malloc");
    stackSite_ = build_.site("local", Storage::Stack);
  }

  Program make() {
    std::vector<CfaId> threads;
    for (const std::vector<SketchStatement> &statements : sketch_.threads)
      threads.push_back(makeThread(statements));
    const RegisterId r = build_.main.reg("r", 32);
    Line line = sketch_.endsEarly ? start(threads) : build_.startAndJoin(threads);
    line.load(r, variable(sketch_.variable));
    line.check(build_.pool().ne(build_.main.use(r), build_.number(sketch_.value))).endProgram();
    return std::move(build_.program);
  }

private:
  using Kind = SketchStatement::Kind;

  Expr variable(unsigned index) { return build_.address(variables_[index]); }
  static Access access(SketchStatement::Order order) {
    static constexpr std::array<Access, 3> accesses{Access{}, relaxed, sequential};
    return accesses[static_cast<std::size_t>(order)];
  }

  Line start(const std::vector<CfaId> &threads) {
    Line line = build_.main.fromEntry();
    for (const CfaId thread : threads)
      line.spawn(build_.main.pointer("h"), thread, build_.word(0));
    return line;
  }

  CfaId makeThread(const std::vector<SketchStatement> &statements) {
    CfaBuilder worker = build_.thread("worker");
    const RegisterId r = worker.reg("r", 32);
    const RegisterId s = worker.reg("s", 32);
    Line line = worker.fromEntry();
    line.assign(r, build_.number(0)).assign(s, build_.number(0));
    beginThread(statements, worker, line);
    for (const SketchStatement &statement : statements)
      add(statement, worker, line, r, s);
    line.endThread();
    return worker.id();
  }

  /// What statements of the thread refer to: labels, how many limited gotos are left, the variable that is offered.
  void beginThread(const std::vector<SketchStatement> &statements, CfaBuilder &worker, Line &line) {
    labels_.clear();
    placed_.clear();
    for (const SketchStatement &statement : statements)
      if (statement.kind == Kind::Label)
        labels_.try_emplace(statement.value, worker.location());
    if (has(statements, Kind::Goto)) {
      left_ = worker.reg("left", 32);
      line.assign(left_, build_.number(2));
    }
    if (has(statements, Kind::OfferLocal)) {
      local_ = worker.pointer("local");
      line.allocate(local_, stackSite_, 4, true);
    }
  }

  void add(const SketchStatement &statement, CfaBuilder &worker, Line &line, RegisterId r, RegisterId s) {
    const Expr address = variable(statement.variable);
    const Expr value = build_.number(statement.value);
    switch (statement.kind) {
    case Kind::Load:
      line.load(statement.second ? s : r, address, access(statement.order));
      return;
    case Kind::Store:
      line.store(address, value, access(statement.order));
      return;
    case Kind::StoreNext:
      line.store(address, worker.plus(r, 1), access(statement.order));
      return;
    case Kind::FetchAdd:
      line.action({Load{r, address, 32, sequential}, Store{address, worker.plus(r, 1), sequential}});
      return;
    case Kind::CriticalSection:
      addCriticalSection(statement, worker, line, s);
      return;
    case Kind::Branch:
      addBranch(statement, worker, line, r);
      return;
    case Kind::Check:
      line.check(build_.pool().ne(worker.use(r), value));
      return;
    case Kind::Assume:
      line.assume(build_.pool().ne(worker.use(s), value));
      return;
    case Kind::Input: // may be in a cycle: see transform/input_loops.hpp
      line.action({Havoc{r, 0, 2, InputKind::Nondet, "input", !labels_.empty()}});
      return;
    case Kind::Allocate: {
      const RegisterId p = worker.pointer("p");
      line.allocate(p, site_, 4, true).store(worker.use(p), value).release(worker.use(p));
      return;
    }
    case Kind::HandOver:
      addHandOver(worker, line);
      return;
    case Kind::FreeHeld: {
      const RegisterId p = worker.pointer("p");
      line.load(p, build_.address(holder_), sequential)
          .store(build_.address(holder_), build_.word(0), sequential)
          .release(worker.use(p));
      return;
    }
    case Kind::Loop:
      addLoop(statement, worker, line, r);
      return;
    case Kind::Label:
      if (placed_.insert(statement.value).second)
        line.jump(labels_.at(statement.value));
      return;
    case Kind::Goto:
      addGoto(statement, worker, line, statement.second ? s : r);
      return;
    case Kind::OfferLocal:
      line.store(worker.use(local_), value).store(build_.address(offered_), worker.use(local_), sequential);
      return;
    case Kind::UseOffered:
      addUseOfOffered(statement, worker, line, r);
      return;
    case Kind::Uninitialised: {
      const RegisterId p = worker.pointer("p");
      const RegisterId byte = worker.reg("byte", 8);
      line.allocate(p, stackSite_, 1).load(byte, worker.use(p)).release(worker.use(p), Storage::Stack);
      const Expr bit = build_.pool().make(ExprKind::And, worker.use(byte), build_.constant(1, 8));
      line.assign(r, build_.pool().resize(bit, 32));
      return;
    }
    }
  }

  void addCriticalSection(const SketchStatement &statement, CfaBuilder &worker, Line &line, RegisterId s) {
    const ObjectId mutex = mutexes_[statement.second ? 1 : 0];
    const ObjectId other = mutexes_[statement.second ? 0 : 1];
    build_.lock(line, worker, mutex);
    if (statement.nested)
      build_.lock(line, worker, other);
    const Expr address = variable(statement.variable);
    line.load(s, address).store(address, worker.plus(s, 1));
    if (statement.nested)
      build_.unlock(line, other);
    build_.unlock(line, mutex);
  }

  void addBranch(const SketchStatement &statement, CfaBuilder &worker, Line &line, RegisterId r) {
    const Expr condition = build_.pool().eq(worker.use(r), build_.number(statement.compared));
    const LocationId join = worker.location();
    const LocationId fork = line.here();
    worker.from(fork)
        .guard(condition)
        .store(variable(statement.variable), build_.number(statement.value), access(statement.order))
        .jump(join);
    line.guard(build_.pool().negate(condition)).jump(join);
  }

  void addHandOver(CfaBuilder &worker, Line &line) {
    const RegisterId p = worker.pointer("p");
    const RegisterId q = worker.pointer("q");
    line.allocate(p, site_, 4, true);
    line.action(
        {Load{q, build_.address(holder_), 64, sequential}, Store{build_.address(holder_), worker.use(p), sequential}});
    line.release(worker.use(q));
  }

  void addLoop(const SketchStatement &statement, CfaBuilder &worker, Line &line, RegisterId r) {
    const LocationId head = worker.location();
    line.jump(head);
    const LocationId read = line.load(r, variable(statement.variable), sequential).here();
    const Expr again = build_.pool().eq(worker.use(r), build_.number(statement.compared));
    worker.from(read).guard(again).jump(head);
    line.guard(build_.pool().negate(again));
  }

  void addGoto(const SketchStatement &statement, CfaBuilder &worker, Line &line, RegisterId decides) {
    const auto label = labels_.find(statement.value);
    if (label == labels_.end())
      return;
    ExprPool &pool = build_.pool();
    Expr condition = pool.eq(worker.use(decides), build_.number(statement.compared));
    if (!statement.nested)
      condition = pool.conjunction(condition, pool.ne(worker.use(left_), build_.number(0)));
    Line taken = worker.from(line.here());
    taken.guard(condition);
    if (!statement.nested)
      taken.assign(left_, pool.sub(worker.use(left_), build_.number(1)));
    taken.jump(label->second);
    line.guard(pool.negate(condition));
  }

  void addUseOfOffered(const SketchStatement &statement, CfaBuilder &worker, Line &line, RegisterId r) {
    const RegisterId p = worker.pointer("p");
    const LocationId join = worker.location();
    const LocationId fork = line.load(p, build_.address(offered_), sequential).here();
    const Expr isNull = build_.pool().eq(worker.use(p), build_.word(0));
    Line use = worker.from(fork);
    use.guard(build_.pool().negate(isNull));
    if (statement.second)
      use.store(worker.use(p), build_.number(statement.value));
    else
      use.load(r, worker.use(p));
    use.jump(join);
    line.guard(isNull).jump(join);
  }

  static bool has(const std::vector<SketchStatement> &statements, Kind kind) {
    return std::any_of(statements.begin(), statements.end(), [kind](const auto &s) { return s.kind == kind; });
  }

  const ProgramSketch &sketch_;
  ThreadedProgram build_;
  std::vector<ObjectId> variables_;
  std::vector<ObjectId> mutexes_;
  ObjectId holder_ = 0;
  ObjectId offered_ = 0;
  SiteId site_ = 0;
  SiteId stackSite_ = 0;
  // Of the thread that is being built:
  std::map<unsigned, LocationId> labels_;
  std::set<unsigned> placed_; // labels whose statement has been added
  RegisterId left_ = noRegister;
  RegisterId local_ = noRegister;
};

inline Program buildProgram(const ProgramSketch &sketch) { return SketchBuilder(sketch).make(); }

} // namespace heddle::testing
