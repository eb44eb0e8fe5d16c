// Small random C programs that pass messages by atomics of all memory orders, fences, semaphores and read-write locks.
//
// Each thread has a role, so that many programs have no race: a writer accesses plain memory and then synchronises, a
// reader synchronises and accesses plain memory only if it has read some value, and others only update the atomics,
// which continues release sequences or ends them.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomAtomicsProgram {
public:
  explicit RandomAtomicsProgram(std::uint64_t seed) : random_(seed) {}

  std::string make() {
    const unsigned threads = 2 + (below(3) != 0 ? 1 : 0);
    const bool usesLibrary = below(3) == 0;
    std::string text = "atomic_int a, b; int x, y; sem_t sem; pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n"
                       "union { unsigned long long whole; unsigned half[2]; } u;\n";
    for (unsigned i = 0; i < threads; ++i) {
      text += "void *worker" + std::to_string(i) + "(void *arg) {\n  int r = 0, s = 0, i = __VERIFIER_nondet_bool();\n";
      text += role(i == 0 ? 0 : below(3));
      if (usesLibrary)
        text += useLibrary();
      text += "  return arg;\n}\n";
    }
    return text + makeMain(threads);
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }
  std::string value() { return std::to_string(1 + below(3)); }
  std::string atomic() { return oneOf({"&a", "&a", "&b"}); }
  std::string variable() { return oneOf({"x", "x", "y"}); }
  std::string loading() { return "memory_order_" + oneOf({"relaxed", "consume", "acquire", "seq_cst"}); }
  std::string storing() { return "memory_order_" + oneOf({"relaxed", "release", "seq_cst"}); }
  std::string updating() { return "memory_order_" + oneOf({"relaxed", "acquire", "release", "acq_rel", "seq_cst"}); }
  std::string fence() { return "atomic_thread_fence(memory_order_" + oneOf({"acquire", "release", "seq_cst"}) + "); "; }

  std::string line(const std::string &statement) { return "  " + statement + "\n"; }

  std::string role(unsigned number) {
    std::string text;
    if (number == 0) {
      text += line(plain());
      for (unsigned i = 1 + below(3); i > 0; --i)
        text += line(synchronise());
    } else if (number == 1) {
      if (below(2) == 0)
        text += line(synchronise());
      text += line(guarded());
      if (below(3) == 0)
        text += line(synchronise());
    } else {
      for (unsigned i = 1 + below(2); i > 0; --i)
        text += line(synchronise());
    }
    return text;
  }

  std::string plain() {
    const std::string where = variable();
    return below(2) == 0 ? where + " = " + value() + ";" : "s += " + where + ";";
  }

  std::string exchange() {
    const std::string strength = oneOf({"strong", "strong", "weak"});
    const std::string where = atomic();
    const std::string desired = value();
    const std::string success = updating();
    return "atomic_compare_exchange_" + strength + "_explicit(" + where + ", &e, " + desired + ", " + success + ", " +
           loading() + ")";
  }
  std::string increment() {
    const std::string where = atomic();
    const std::string by = value();
    return "atomic_fetch_add_explicit(" + where + ", " + by + ", " + updating() + ")";
  }
  std::string load() {
    const std::string where = atomic();
    return "atomic_load_explicit(" + where + ", " + loading() + ")";
  }

  std::string synchronise() {
    switch (below(10)) {
    case 0:
    case 1:
    case 2: {
      const std::string where = atomic();
      const std::string what = value();
      return "atomic_store_explicit(" + where + ", " + what + ", " + storing() + ");";
    }
    case 3:
      return increment() + ";";
    case 4: {
      const std::string where = atomic();
      const std::string what = value();
      return "r = atomic_exchange_explicit(" + where + ", " + what + ", " + updating() + ");";
    }
    case 5: {
      const std::string expected = value();
      return "{ int e = " + expected + "; r = " + exchange() + "; }";
    }
    case 6:
      return fence();
    case 7:
      return "r = " + load() + ";";
    case 8: {
      static constexpr const char *halves[] = {"__atomic_store_n(&u.whole, 0x100000001, __ATOMIC_RELEASE);",
                                               "__atomic_store_n(&u.half[i], 2, __ATOMIC_RELAXED);",
                                               "__atomic_fetch_add(&u.half[1], 1, __ATOMIC_RELAXED);"};
      return oneOf(halves);
    }
    default: {
      const std::string when = below(2) == 0 ? "i" : "!i";
      return "if (" + when + ") " + synchronise();
    }
    }
  }

  std::string guarded() {
    std::string condition;
    const std::string expected = value();
    switch (below(6)) {
    case 0:
    case 1:
    case 2:
      condition = load() + (below(3) == 0 ? " > " : " == ") + expected;
      break;
    case 3:
      condition = increment() + " == " + expected;
      break;
    case 4:
      condition = (below(2) == 0 ? "!" : "") + exchange();
      break;
    default:
      condition = "__atomic_load_n(&u.half[i], __ATOMIC_ACQUIRE) == " + expected;
    }
    const std::string before = below(2) == 0 ? fence() : "";
    return "{ int e = " + expected + "; if (" + condition + ") { " + before + plain() + " } }";
  }

  std::string useLibrary() {
    switch (below(4)) {
    case 0:
      return line("sem_post(&sem);");
    case 1:
      return line("sem_wait(&sem); " + plain());
    case 2:
      return line("pthread_rwlock_rdlock(&rw); s += " + variable() + "; pthread_rwlock_unlock(&rw);");
    default:
      return line("pthread_rwlock_wrlock(&rw); " + variable() + " = 1; pthread_rwlock_unlock(&rw);");
    }
  }

  /// Sometimes the first thread is joined before the last one begins.
  std::string makeMain(unsigned threads) {
    std::string text = "int main(void) {\n  sem_init(&sem, 0, " + std::to_string(below(2)) + ");\n";
    const bool joinsEarly = threads == 3 && below(3) == 0;
    for (unsigned i = 0; i < threads; ++i) {
      const std::string number = std::to_string(i);
      if (joinsEarly && i == 2)
        text += "  join(t0);\n";
      text += "  pthread_t t" + number + " = start(worker" + number + ", 0);\n";
    }
    for (unsigned i = joinsEarly ? 1 : 0; i < threads; ++i)
      text += "  join(t" + std::to_string(i) + ");\n";
    return text + "  return 0;\n}\n";
  }

  std::mt19937_64 random_;
};

} // namespace heddle::testing
