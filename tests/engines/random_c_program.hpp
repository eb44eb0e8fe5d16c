// Small random concurrent C programs with all kinds of synchronisation and shared memory.
//
// Two or three threads execute a few statements over few variables, so that engine explore can visit all states. About
// half of the programs violate the property for which they are generated.
#pragma once

#include "program/property.hpp"

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomCProgram {
public:
  /// With `gotos`, functions have labels, in loops and branches too, and jump to them at most twice.
  RandomCProgram(std::uint64_t seed, program::PropertySet properties, bool gotos = false)
      : random_(seed), properties_(properties), gotos_(gotos) {}

  std::string make() {
    const unsigned threads = 2 + (below(3) == 0 ? 1 : 0);
    const unsigned statements = threads == 2 ? 3 : 2;
    std::string text = globals;
    text += function("leaf", 1 + below(2));
    mayStart_ = true;
    for (unsigned i = 0; i < threads; ++i)
      text += function("worker" + number(i), 1 + below(statements));
    mayStart_ = false;
    gotos_ = false;
    return text + makeMain(threads);
  }

private:
  using Property = program::Property;

  static constexpr const char *globals = R"(
int x, y, arr[3]; atomic_int a, b; unsigned char small; struct pair { char c; int i; } one, two; sem_t sem;
union { unsigned word; unsigned char bytes[4]; unsigned short halves[2]; } u; int *p = &x; int *_Atomic heap;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER; pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
)";

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  static std::string number(std::uint64_t value) { return std::to_string(value); }
  template <std::size_t size> const char *oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }
  bool asksFor(Property property) const { return properties_.contains(property); }

  std::string place() {
    static constexpr const char *places[] = {
        "x",          "x",          "y",     "y",      "a",     "b",     "arr[1]",     "arr[0]",      "*p",
        "arr[r & 1]", "arr[s & 3]", "small", "u.word", "one.i", "two.i", "u.bytes[1]", "u.halves[0]", "u.bytes[r & 3]"};
    return oneOf(places);
  }
  const char *local() { return below(2) == 0 ? "r" : "s"; }
  std::string value() {
    switch (below(5)) {
    case 0:
      return "r + 1";
    case 1:
      return asksFor(Property::NoOverflow) ? "s + 2147483647" : "s ^ 1";
    default:
      return number(below(4));
    }
  }
  std::string condition() {
    switch (below(4)) {
    case 0:
      return "a";
    case 1:
      return place() + " == " + number(below(3));
    default:
      return std::string(local()) + " == " + number(below(3));
    }
  }
  std::string order(bool loads, bool stores) {
    for (;;) {
      const unsigned choice = below(6);
      static constexpr const char *orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
      if (((choice == 1 || choice == 2) && !loads) || (choice == 3 && !stores) || (choice == 4 && !(loads && stores)))
        continue;
      return std::string("memory_order_") + orders[choice];
    }
  }

  std::string function(const std::string &name, unsigned statements) {
    if (!gotos_)
      return "void *" + name + "(void *arg) {\n  int r = 0, s = 0;\n" + sequence(statements, 1) + "  return arg;\n}\n";
    labels_ = 0;
    std::string body = sequence(statements + 1, 1);
    body = withTargets(body + "  " + jump() + "\n");
    return "void *" + name + "(void *arg) {\n  int r = 0, s = 0, i = 0, left = 2;\n" + body + "  return arg;\n}\n";
  }
  /// Labels are numbered as they are made; gotos are given one when all are known.
  std::string label() { return below(2) == 0 ? "label" + number(labels_++) + ":; " : ""; }
  std::string jump() { return "if (left && " + condition() + ") { left--; goto @; }"; }
  std::string withTargets(std::string body) {
    if (labels_ == 0)
      body = "  label" + number(labels_++) + ":;\n" + body;
    for (std::size_t at = body.find('@'); at != std::string::npos; at = body.find('@', at))
      body.replace(at, 1, "label" + number(below(labels_)));
    return body;
  }
  std::string sequence(unsigned statements, unsigned depth) {
    std::string text;
    for (unsigned i = 0; i < statements; ++i) {
      text += gotos_ ? "  " + label() : "  ";
      text += statement(depth) + "\n";
    }
    return text;
  }
  std::string block(unsigned depth) {
    if (gotos_) {
      const std::string first = statement(depth);
      const std::string middle = label();
      return "{ " + first + " " + middle + statement(depth) + " }";
    }
    return "{ " + statement(depth) + (below(3) == 0 ? " " + statement(depth) : "") + " }";
  }

  std::string statement(unsigned depth) {
    if (gotos_ && below(4) == 0)
      return jump();
    if (below(2) == 0) {
      if (asksFor(Property::NoDeadlock) || asksFor(Property::LockDiscipline))
        return synchronise(depth);
      if (asksFor(Property::ValidFree))
        return useHeap();
    }
    switch (below(16)) {
    case 0:
    case 1:
    case 2:
      return std::string(local()) + " = " + place() + ";";
    case 3:
    case 4:
      return place() + " = " + value() + ";";
    case 5:
      return place() + (below(2) == 0 ? "++;" : asksFor(Property::NoOverflow) ? " += 1 << 30;" : " += 2;");
    case 6:
    case 7:
      return useAtomic();
    case 8:
      return depth == 0
                 ? "a = 1;"
                 : "if (" + condition() + ") " + block(depth - 1) + (below(2) == 0 ? " else " + block(depth - 1) : "");
    case 9:
      return depth == 0 ? "x = 2;" : loop(depth - 1);
    case 10:
      return synchronise(depth);
    case 11:
      return asksFor(Property::UnreachCall) ? "check(!(" + condition() + "));" : "y = s;";
    case 12:
      return below(3) == 0 ? "__VERIFIER_assume(" + condition() + ");" : "s = __VERIFIER_nondet_bool();";
    case 13:
      return useHeap();
    case 14:
      return special();
    default: {
      static constexpr const char *others[] = {
          "p = &y;",    "p = &arr[r & 3];",           "one = two;",
          "two = one;", "if (s) p = (int *)&u.word;", "{ struct pair t; t.i = r; one = t; }"};
      return oneOf(others);
    }
    }
  }

  std::string loop(unsigned depth) {
    static constexpr const char *heads[] = {"for (int i = 0; i < 2; ++i) ", "for (int i = 0; i < (r & 1) + 1; ++i) ",
                                            "while (s++ < 1) ", "do "};
    // A goto into the scope of `i` would leave it uninitialised, with more values than explore can visit.
    static constexpr const char *outerCounter[] = {"for (i = 0; i < 2; ++i) ", "for (i = 0; i < (r & 1) + 1; ++i) ",
                                                   "while (s++ < 1) ", "do "};
    const unsigned head = below(4);
    return (gotos_ ? outerCounter : heads)[head] + block(depth) + (head == 3 ? " while (r++ < 1);" : "");
  }

  std::string useAtomic() {
    const std::string where = below(2) == 0 ? "&a" : "&b";
    switch (below(7)) {
    case 0:
      return std::string(local()) + " = atomic_load_explicit(" + where + ", " + order(true, false) + ");";
    case 1:
      return "atomic_store_explicit(" + where + ", " + value() + ", " + order(false, true) + ");";
    case 2:
      return std::string(local()) + " = atomic_fetch_add_explicit(" + where + ", 1, " + order(true, true) + ");";
    case 3:
      return "r = atomic_exchange_explicit(" + where + ", " + value() + ", " + order(true, true) + ");";
    case 4:
      return "s = atomic_compare_exchange_strong_explicit(" + where + ", &r, 2, " + order(true, true) +
             ", memory_order_relaxed);";
    case 5:
      return "atomic_thread_fence(" + order(true, true) + ");";
    default:
      return "while (!" + std::string(where.substr(1)) + ");";
    }
  }

  std::string synchronise(unsigned depth) {
    const std::string inner = depth == 0 ? "r = x; x = r + 1;" : statement(depth - 1);
    const std::string mutex = below(2) == 0 ? "&m" : "&n";
    const std::string locked = "pthread_mutex_lock(" + mutex + "); ";
    const std::string unlock = "pthread_mutex_unlock(" + mutex + ");";
    switch (below(10)) {
    case 0:
    case 1:
    case 2:
      return locked + inner + " " + unlock;
    case 3:
      return "__VERIFIER_atomic_begin(); " + simple() + " " + simple() + " __VERIFIER_atomic_end();";
    case 4:
      return "if (!pthread_mutex_trylock(" + mutex + ")) { " + inner + " " + unlock + " }";
    case 5:
      return locked + "if (!x) pthread_cond_wait(&cond, " + mutex + "); " + inner + " " + unlock;
    case 6:
      return locked + "x = 1; " + unlock +
             (below(2) == 0 ? " pthread_cond_signal(&cond);" : " pthread_cond_broadcast(&cond);");
    case 7:
      return below(2) == 0 ? "sem_wait(&sem); " + inner : inner + " sem_post(&sem);";
    case 8:
      return std::string("pthread_rwlock_") + (below(2) == 0 ? "rd" : "wr") + "lock(&rw); " + inner +
             " pthread_rwlock_unlock(&rw);";
    default:
      return asksFor(Property::LockDiscipline) && below(2) == 0 ? unlock : locked + unlock;
    }
  }
  std::string simple() {
    static constexpr const char *statements[] = {"r = x;",
                                                 "x = r + 1;",
                                                 "y = 1;",
                                                 "s = y;",
                                                 "if (r == 1) y = 2;",
                                                 "arr[r & 1] = s;",
                                                 "a++;",
                                                 "__VERIFIER_assume(r != 1);",
                                                 "u.bytes[2] = 3;",
                                                 "r = u.word;"};
    return oneOf(statements);
  }

  std::string useHeap() {
    switch (below(6)) {
    case 0:
      return "{ int *q = malloc(sizeof *q); *q = 1; q = atomic_exchange(&heap, q); free(q); }";
    case 1:
      return "free(atomic_exchange(&heap, 0));";
    case 2:
      return "{ int *q = heap; if (q) *q = " + value() + "; }";
    case 3:
      return "{ int *q = heap; free(q); heap = 0; }";
    case 4:
      return "{ int *q = calloc(2, sizeof *q); r = q[s & 1]; q[1] = r; free(q); }";
    default:
      return "{ int *q = heap; if (q) r = *q & 3; }";
    }
  }

  std::string special() {
    switch (below(6)) {
    case 0:
      return below(3) == 0 ? "exit(0);" : "if (r) exit(0);";
    case 1:
      return "if (s) pthread_exit(0);";
    case 2:
      return "if (r == 1) return 0;";
    case 3:
      return mayStart_ ? "join(start(leaf, 0));" : "r = 2;";
    case 4:
      return mayStart_ ? "if (" + condition() + ") start(leaf, 0);" : "s = 1;";
    default:
      return mayStart_ ? "{ pthread_t t; if (r) t = start(leaf, 0); else s = 1; y = 1; if (r) join(t); }" : "r = 1;";
    }
  }

  std::string makeMain(unsigned threads) {
    std::string text = "int main(void) {\n  int r = 0, s = 0;\n  sem_init(&sem, 0, " + number(below(2)) + ");\n";
    std::string joins;
    for (unsigned i = 0; i < threads; ++i) {
      const std::string thread = "t" + number(i);
      text += "  pthread_t " + thread + " = start(worker" + number(i) + ", 0);\n";
      if (below(6) != 0)
        joins += "  join(" + thread + ");\n";
    }
    if (below(3) == 0)
      text += "  " + statement(1) + "\n";
    text += joins;
    if (asksFor(Property::ValidMemtrack) && below(3) != 0)
      text += "  free(heap);\n";
    text += "  r = " + place() + ";\n";
    if (asksFor(Property::UnreachCall))
      text += "  check(r != " + number(below(4)) + ");\n";
    return text + (below(6) == 0 ? "  pthread_exit(0);\n}\n" : "  return 0;\n}\n");
  }

  std::mt19937_64 random_;
  program::PropertySet properties_;
  bool gotos_;
  bool mayStart_ = false;
  unsigned labels_ = 0; // of the function
};

} // namespace heddle::testing
