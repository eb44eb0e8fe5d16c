// Small random C programs about the lifetimes of threads: threads that are joined, detached, detach themselves and end
// with locks, in two groups, so that the second may get the handles of the first.
//
// Main uses the handles of a group only before it starts the next one. A handle that has been given to another thread
// is not told apart from a valid one (doc/models.md), and engines may give out handles in different orders.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomLifetimesProgram {
public:
  explicit RandomLifetimesProgram(std::uint64_t seed) : random_(seed) {}

  std::string make() {
    std::string text = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, rec;\n"
                       "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; atomic_int flag;\n";
    for (unsigned i = 0; i < workers; ++i) {
      text += "void *worker" + std::to_string(i) + "(void *arg) {\n";
      for (unsigned n = below(3); n > 0; --n)
        text += line(statement());
      text += "  return arg;\n}\n";
    }
    text += "int main(void) {\n  pthread_mutexattr_t kind;\n  pthread_mutexattr_init(&kind);\n"
            "  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);\n  pthread_mutex_init(&rec, &kind);\n";
    text += group("a", 1 + below(2));
    if (below(2) == 0)
      text += line(statement());
    text += group("b", below(3));
    return text + (below(3) == 0 ? "  pthread_exit(0);\n}\n" : "  return 0;\n}\n");
  }

private:
  static constexpr unsigned workers = 3;

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }
  static std::string line(const std::string &statement) { return "  " + statement + "\n"; }

  std::string lock() {
    return oneOf({"mutex_lock(&m)", "mutex_lock(&rec)", "rwlock_rdlock(&rw)", "rwlock_wrlock(&rw)"});
  }
  std::string unlock() { return oneOf({"mutex_unlock(&m)", "mutex_unlock(&rec)", "rwlock_unlock(&rw)"}); }

  std::string statement() {
    switch (below(9)) {
    case 0:
      return "pthread_detach(pthread_self());";
    case 1:
      return "if (flag) pthread_detach(pthread_self());";
    case 2:
      return "flag = 1;";
    case 3:
      return "if (flag) pthread_exit(0);";
    case 4:
      return "pthread_" + unlock() + ";";
    case 5:
      return "if (!pthread_mutex_trylock(&rec)) pthread_mutex_unlock(&rec);";
    case 6:
      return "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);";
    default:
      return "pthread_" + lock() + ";";
    }
  }

  /// Starts threads and joins or detaches most of them.
  std::string group(const std::string &name, unsigned threads) {
    std::string text;
    for (unsigned i = 0; i < threads; ++i)
      text +=
          line("pthread_t " + name + std::to_string(i) + " = start(worker" + std::to_string(below(workers)) + ", 0);");
    for (unsigned i = 0; i < threads; ++i) {
      const std::string thread = name + std::to_string(i);
      if (below(8) == 0)
        text += line("pthread_detach(" + thread + ");");
      if (below(6) == 0)
        text += line("if (__VERIFIER_nondet_bool()) pthread_detach(" + thread + ");");
      if (below(4) != 0)
        text += line("join(" + thread + ");");
    }
    return text;
  }

  std::mt19937_64 random_;
};

} // namespace heddle::testing
