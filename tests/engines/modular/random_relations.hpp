// Random programs whose threads keep relations between variables that a mutex protects, or nearly do: a step is missing
// on one path, made without the mutex, or between two others; the numbers are small, or wrap around.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomRelations {
public:
  explicit RandomRelations(std::uint64_t seed) : random_(seed), relation_(below(6)) {
    const unsigned functions = 1 + below(2);
    for (unsigned i = 0; i < functions; ++i) {
      functions_ += "void *worker" + std::to_string(i) + "(void *arg) {\n";
      const unsigned sections = 1 + below(2);
      for (unsigned j = 0; j < sections; ++j)
        functions_ += section();
      functions_ += "return 0; }\n";
    }
    if (below(3) == 0)
      main_ += update();
    const unsigned threads = 1 + below(2);
    for (unsigned i = 0; i < threads; ++i)
      main_ += "pthread_t t" + std::to_string(i) + " = start(worker" + std::to_string(below(functions)) + ", 0);\n";
    main_ += section() + locked(check());
    for (unsigned i = 0; i < threads; ++i)
      if (below(3) != 0)
        main_ += "join(t" + std::to_string(i) + ");\n";
    if (below(2) == 0)
      main_ += check();
  }

  std::string make() const {
    return "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n" + declarations() +
           functions_ + "int main(void) {\n" + main_ + "return 0; }\n";
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  /// Values from which a step or two wrap around.
  std::string declarations() const {
    static const char *const types[] = {"int", "unsigned", "unsigned char", "short"};
    static const char *const starts[] = {"0", "1", "-1", "2147483647", "-2147483648", "127", "255", "32767"};
    std::mt19937_64 random(relation_ * 977 + functions_.size());
    const std::string type = types[random() % 8 < 5 ? random() % 2 : random() % 4];
    const std::string start = starts[random() % 8 < 4 ? 0 : random() % 8];
    return type + " x = (" + type + ")" + start + ", y = (" + type + ")" + start + ", z = (" + type + ")(2 * (" + type +
           ")" + start + ");\n";
  }

  static std::string locked(const std::string &inside) {
    return "pthread_mutex_lock(&m);\n" + inside + "pthread_mutex_unlock(&m);\n";
  }

  std::string check() {
    switch (below(4) != 0 ? relation_ : below(6)) {
    case 0:
      return "check(x == y);\n";
    case 1:
      return "check(z == (x + y));\n";
    case 2:
      return "check(x <= y);\n";
    case 3:
      return "check((unsigned)x - (unsigned)y <= 2u);\n";
    case 4:
      return "check(y - x <= 3);\n";
    default:
      return below(2) == 0 ? "check(x + y == z);\n" : "{ int a = x; int b = y; check(a == b); }\n";
    }
  }

  /// A step that keeps the relation, or a part of one.
  std::string update() {
    switch (below(12)) {
    case 0:
      return "x++;\ny++;\n";
    case 1:
      return "x++;\nz++;\n";
    case 2:
      return "y = x;\n";
    case 3:
      return "z = x + y;\n";
    case 4:
      return "if (x < y) x++;\n";
    case 5:
      return "if (x - y < 2) x++;\n";
    case 6:
      return "if (x != y) y++;\n";
    case 7:
      return "{ int v = __VERIFIER_nondet_bool(); x += v; " + oneOf({"y += v;", "z += v;", "y -= v;", "x -= v;"}) +
             " }\n";
    case 8:
      return "{ int o = x; x = y; y = o; }\n";
    case 9:
      return oneOf({"x--;\n", "y++;\n", "z--;\n", "x = 3;\n", "x = 5; y = 5;\n"});
    case 10:
      return "if (__VERIFIER_nondet_bool()) { x++; y++; } else { x = 2; y = 2; }\n";
    default:
      return "if (y <= x) y = x;\n";
    }
  }

  std::string section() {
    std::string inside = update();
    switch (below(10)) {
    case 0:
      return inside;
    case 1:
      return "pthread_mutex_lock(&n);\n" + inside + "pthread_mutex_unlock(&n);\n";
    case 2:
      return "if (pthread_mutex_trylock(&m) == 0) {\n" + inside + "pthread_mutex_unlock(&m); }\n";
    case 3:
      return locked(inside) + locked(update());
    case 4:
      return locked(inside + update());
    case 5:
      return "pthread_mutex_lock(&n);\n" + locked(inside) + "pthread_mutex_unlock(&n);\n";
    case 6:
      return locked("for (int i = 0; i < 2; i++) {\n" + inside + "}\n");
    default:
      return locked(inside);
    }
  }

  std::mt19937_64 random_;
  unsigned relation_;
  std::string functions_;
  std::string main_;
};

} // namespace heddle::testing
