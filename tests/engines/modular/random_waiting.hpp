// Random programs with nested locks, joins and waits: some can deadlock, most nearly can. Locks are taken in changing
// orders, under gates, tried, taken twice, kept at the end, held while a thread is joined, also by another thread than
// main, or held in loops whose bound is not constant, or that do not end.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace heddle::testing {

class RandomWaiting {
public:
  explicit RandomWaiting(std::uint64_t seed) : random_(seed) {
    const unsigned functions = 1 + below(3);
    for (unsigned i = 0; i < functions; ++i) {
      functions_ += "void *worker" + std::to_string(i) + "(void *arg) {\n" +
                    (i > 0 && below(3) == 0 ? joining(i) : "") + nested(1 + below(3));
      if (below(3) == 0)
        functions_ += nested(1 + below(2));
      functions_ += "return 0; }\n";
    }
    const bool isHeld = below(4) == 0;
    if (isHeld && below(2) == 0)
      main_ += "pthread_mutex_lock(&m);\n";
    else if (isHeld)
      later_ = "pthread_mutex_lock(&m);\n";
    const unsigned threads = 1 + below(2);
    for (unsigned i = 0; i < threads; ++i) {
      main_ += "pthread_t t" + std::to_string(i) + " = start(worker" + std::to_string(below(functions)) + ", 0);\n";
      if (below(5) == 0)
        main_ += "join(t" + std::to_string(i) + ");\n";
      else
        unjoined_.push_back(i);
    }
    main_ += later_;
    const std::string unlock = isHeld ? "pthread_mutex_unlock(&m);\n" : "";
    const bool isEarly = below(2) == 0;
    if (isEarly)
      main_ += unlock;
    if (below(2) == 0)
      main_ += nested(1 + below(2));
    for (const unsigned i : unjoined_)
      if (below(6) != 0)
        main_ += "join(t" + std::to_string(i) + ");\n";
    if (!isEarly)
      main_ += unlock;
    if (below(3) == 0)
      main_ += nested(1);
    main_ += below(3) == 0 ? "pthread_exit(0);\n" : "return 0;\n";
  }

  std::string make() const {
    return "int x, k; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, o = "
           "PTHREAD_MUTEX_INITIALIZER; pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; pthread_spinlock_t s; "
           "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" +
           functions_ + "int main(void) { pthread_spin_init(&s, 0); k = __VERIFIER_nondet_bool() * 2;\n" + main_ +
           "}\n";
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  /// Starts and joins an earlier function.
  std::string joining(unsigned worker) {
    const std::string handle = "t" + std::to_string(++names_);
    const std::string before = below(3) == 0 ? "pthread_mutex_lock(&m);\n" : "";
    return "pthread_t " + handle + " = start(worker" + std::to_string(below(worker)) + ", 0);\n" + before + "join(" +
           handle + ");\n" + (before.empty() ? "" : "pthread_mutex_unlock(&m);\n");
  }

  /// So many locks inside each other.
  std::string nested(unsigned depth) {
    if (depth == 0)
      return below(12) == 0 ? "if (__VERIFIER_nondet_bool()) return 0;\n" : "x = 1;\n";
    const std::string inside = nested(depth - 1) + (below(5) == 0 ? nested(depth - 1) : "");
    const std::string mutex = oneOf({"m", "n", "o"});
    const std::string unlock = "pthread_mutex_unlock(&" + mutex + ");\n";
    switch (below(18)) {
    case 0:
      return "if (pthread_mutex_trylock(&" + mutex + ") == 0) {\n" + inside + unlock + "}\n";
    case 1:
      return "pthread_rwlock_rdlock(&r);\n" + inside + "pthread_rwlock_unlock(&r);\n";
    case 2:
      return "pthread_rwlock_wrlock(&r);\n" + inside + "pthread_rwlock_unlock(&r);\n";
    case 3:
      return "pthread_spin_lock(&s);\n" + inside + "pthread_spin_unlock(&s);\n";
    case 4: // a lock that may be kept
      return "pthread_mutex_lock(&" + mutex + ");\n" + inside + "if (__VERIFIER_nondet_bool()) " + unlock;
    case 5: {
      const std::string index = "i" + std::to_string(++names_);
      return "pthread_mutex_lock(&" + mutex + ");\nfor (int " + index + " = 0; " + index + " < 2; " + index +
             "++) {\n" + inside + "}\n" + unlock;
    }
    case 15: { // a loop without a constant bound, which may not end
      const std::string index = "i" + std::to_string(++names_);
      const std::string head =
          oneOf({"int $ = 0; $ < k; $++", "int $ = k; $ > 0; $--", "unsigned $ = 3; $ > 0; $--",
                 "unsigned $ = 0; $ < 5; $ += 2", "int $ = 0; $ < k; $ += x", "int $ = 0; x < $ + 2;"});
      std::string named;
      for (const char each : head)
        named += each == '$' ? index : std::string(1, each);
      return "pthread_mutex_lock(&" + mutex + ");\nfor (" + named + ") {\n" + (below(2) == 0 ? "" : inside) + "}\n" +
             unlock;
    }
    case 6:
      return "pthread_mutex_lock(&" + mutex + ");\n" +
             (below(3) == 0 ? "pthread_cond_wait(&c, &" + mutex + ");\n" : "") + inside +
             (below(3) == 0 ? "pthread_cond_broadcast(&c);\n" : "") + unlock;
    case 7: // released before what is inside
      return "pthread_mutex_lock(&" + mutex + ");\n" + unlock + inside;
    default:
      return "pthread_mutex_lock(&" + mutex + ");\n" + inside + unlock;
    }
  }

  std::mt19937_64 random_;
  std::string functions_;
  std::string main_;
  std::string later_;
  std::vector<unsigned> unjoined_;
  unsigned names_ = 0;
};

} // namespace heddle::testing
