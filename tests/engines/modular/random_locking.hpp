// Random programs with locks, joins and atomics, most of them nearly right: a lock is sometimes another one, released
// too early, taken on one path only, or made of the wrong memory orders.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomLocking {
public:
  explicit RandomLocking(std::uint64_t seed) : random_(seed) {
    const unsigned functions = 1 + below(2);
    for (unsigned i = 0; i < functions; ++i) {
      const std::string name = "worker" + std::to_string(i);
      functions_ += "void *" + name + "(void *arg) { int l = (int)(long)arg; int *p = &l;\n";
      const unsigned statements = 1 + below(3);
      for (unsigned j = 0; j < statements; ++j)
        functions_ += statement(2);
      functions_ += "return 0; }\n";
    }
    if (below(2) == 0)
      main_ += access();
    const unsigned threads = 1 + below(2);
    for (unsigned i = 0; i < threads; ++i)
      main_ += "pthread_t t" + std::to_string(i) + " = start(worker" + std::to_string(below(functions)) +
               ", (void *)(long)" + std::to_string(below(3)) + ");\n" + (below(4) == 0 ? statement(1) : "");
    for (unsigned i = 0; i < threads; ++i) {
      if (below(6) != 0)
        main_ += "join(t" + std::to_string(i) + ");\n";
      if (below(4) == 0)
        main_ += statement(1);
    }
    if (below(2) == 0)
      main_ += access();
  }

  std::string make() const {
    return "int x, y, a[3]; atomic_int f, g, h; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = "
           "PTHREAD_MUTEX_INITIALIZER; pthread_spinlock_t s; int *q = &x;\n" +
           functions_ + "int main(void) { int l = 0; int *p = &l; pthread_spin_init(&s, 0);\n" + main_ +
           "return 0; }\n";
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  std::string access() {
    switch (below(8)) {
    case 0:
      return "x = x + 1;\n";
    case 1:
      return oneOf({"x", "y", "a[0]", "a[1]"}) + " = l;\n";
    case 2:
    case 3:
      return "l = " + oneOf({"x", "y", "a[0]", "a[1]"}) + ";\n";
    case 4:
      return "*q = 1;\n";
    case 5:
      return "if (l >= 0 && l < 3) a[l] = 1;\n";
    case 6:
      return "f = 1;\n";
    default:
      return "*p = *p + 1;\n";
    }
  }

  std::string statement(unsigned depth) {
    if (depth == 0)
      return access();
    const std::string inside = access() + (below(3) == 0 ? statement(0) : "");
    switch (below(17)) {
    case 12: // a lock that is tested and set in two steps
      return "if (h == 0) {\nh = 1;\n" + inside + "h = 0; }\n";
    case 13: { // what a lock that does not protect the flag seems to exclude
      const std::string flag = "k" + std::to_string(++names_);
      return "int " + flag + " = 0;\npthread_mutex_lock(&n);\nif (f == 0) if (f == 1) " + flag +
             " = 1;\npthread_mutex_unlock(&n);\nif (" + flag + ") {\n" + inside + "}\n";
    }
    case 14: { // only the last iteration matters
      const std::string index = "i" + std::to_string(++names_);
      return "for (int " + index + " = 0; " + index + " < 9; " + index + "++) if (" + index +
             " == " + oneOf({"8", "9"}) + ") {\n" + inside + "}\n";
    }
    case 15: { // a pointer that may be null
      const std::string pointer = "z" + std::to_string(++names_);
      return "int *" + pointer + " = 0;\nif (" + oneOf({"1", "__VERIFIER_nondet_bool()"}) + ") " + pointer +
             " = &l;\n*" + pointer + " = 1;\n";
    }
    case 16: { // an object of the heap
      const std::string object = "o" + std::to_string(++names_);
      const std::string use = "*" + object + " = 1;\n";
      const std::string end = "free(" + object + ");\n";
      return "int *" + object + " = malloc(4);\n" + (below(3) == 0 ? end + use : use + end);
    }
    case 0:
    case 1:
    case 2:
    case 3:
      return "pthread_mutex_lock(&m);\n" + inside + "pthread_mutex_unlock(&m);\n" + (below(8) == 0 ? access() : "");
    case 4:
      return "pthread_mutex_lock(&n);\n" + inside + "pthread_mutex_unlock(&n);\n";
    case 5:
      return "if (pthread_mutex_trylock(&m) == 0) {\n" + inside + "pthread_mutex_unlock(&m); }" +
             (below(3) == 0 ? " else {\n" + access() + "}\n" : "\n");
    case 6:
      return "pthread_spin_lock(&s);\n" + inside + "pthread_spin_unlock(&s);\n";
    case 7:
      return "if (atomic_exchange_explicit(&g, 1, " +
             oneOf({"memory_order_acquire", "memory_order_seq_cst", "memory_order_relaxed"}) + ") == 0) {\n" + inside +
             "atomic_store_explicit(&g, 0, " +
             oneOf({"memory_order_release", "memory_order_seq_cst", "memory_order_relaxed"}) + "); }\n";
    case 8: {
      const std::string flag = "b" + std::to_string(++names_);
      return "_Bool " + flag + " = __VERIFIER_nondet_bool();\nif (" + flag + ") pthread_mutex_lock(&m);\n" +
             (below(2) == 0 ? inside : "if (" + flag + ") {" + inside + "}\n") + "if (" + flag +
             ") pthread_mutex_unlock(&m);\n";
    }
    case 9:
      return "__VERIFIER_atomic_begin();\n" + inside + "__VERIFIER_atomic_end();\n";
    case 10:
      return "if (f == 1) {\n" + inside + "}\n";
    default: {
      const std::string index = "i" + std::to_string(++names_);
      return "for (int " + index + " = 0; " + index + " < 2; " + index + "++) {\n" + statement(depth - 1) + "}\n";
    }
    }
  }

  std::mt19937_64 random_;
  std::string functions_;
  std::string main_;
  unsigned names_ = 0;
};

} // namespace heddle::testing
