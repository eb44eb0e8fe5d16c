// Small random C programs that call library functions on buffers: what the models read and write must be the same for
// all engines, in races, out of bounds, after free, and in the values that result.
//
// Two threads use few short buffers, shared, on the heap and local. Strings have at most three characters, so that the
// loops of the models end after a few rounds.
#pragma once

#include "program/property.hpp"

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomBuffersProgram {
public:
  RandomBuffersProgram(std::uint64_t seed, program::PropertySet properties)
      : random_(seed), asserts_(properties.contains(program::Property::UnreachCall)) {}

  std::string make() {
    std::string text = "#include <stdio.h>\n#include <unistd.h>\n"
                       "char one[4] = \"ab\", two[4], *heap; unsigned n = 2;\n"
                       "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";
    for (unsigned i = 0; i < workers; ++i)
      text += "void *worker" + std::to_string(i) + "(void *arg) {\n  char own[4] = \"c\";\n  int r = 0;\n" +
              statements(1 + below(2)) + "  return arg;\n}\n";
    text += "int main(void) {\n  char own[4] = \"d\";\n  int r = 0;\n  heap = calloc(4, 1);\n"
            "  pthread_t t0 = start(worker0, 0);\n  pthread_t t1 = start(worker1, 0);\n";
    text += statements(below(2)) + "  join(t0);\n" + (below(4) == 0 ? "" : "  join(t1);\n") + statements(1);
    if (asserts_)
      text += "  check(" + condition() + ");\n";
    return text + "  return r < 0;\n}\n";
  }

private:
  static constexpr unsigned workers = 2;

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  std::string target() { return oneOf({"one", "two", "own", "heap", "one + 1", "heap + 2"}); }
  std::string source() { return oneOf({"one", "two", "own", "heap", "\"\"", "\"x\"", "\"yz\"", "two + 1"}); }
  std::string length() { return oneOf({"1", "2", "n", "4", "sizeof one", "3"}); }
  std::string condition() {
    return oneOf({"one[0] == 'a'", "two[0] == 0", "two[1] != 'z'", "n == 2", "r == 0", "one[3] == 0"});
  }

  std::string statements(unsigned count) {
    std::string text;
    for (; count > 0; --count)
      text += "  " + statement() + "\n";
    return text;
  }
  std::string statement() {
    if (below(4) == 0)
      return "pthread_mutex_lock(&m); " + call() + " pthread_mutex_unlock(&m);";
    if (below(5) == 0)
      return "if (" + condition() + ") { " + call() + " }";
    return call();
  }

  std::string call() {
    switch (below(16)) {
    case 0:
      return "memcpy(" + target() + ", " + oneOf({"one", "two", "own", "\"pq\""}) + ", " + length() + ");";
    case 1:
      return "memmove(" + target() + ", " + source() + ", 2);";
    case 2:
      return "memset(" + target() + ", " + oneOf({"0", "'s'", "r"}) + ", " + length() + ");";
    case 3:
      return "strcpy(" + target() + ", " + source() + ");";
    case 4:
      return "strncpy(" + target() + ", " + source() + ", " + length() + ");";
    case 5:
      return "strcat(" + oneOf({"one", "two", "own"}) + ", \"e\");";
    case 6:
      return "r = (int)strlen(" + source() + ");";
    case 7:
      return "r = strcmp(" + source() + ", " + source() + ") == 0;";
    case 8:
      return "r = memcmp(" + source() + ", one, 1) == 0;";
    case 9:
      return "r = strchr(" + source() + ", 'a') != 0;";
    case 10:
      return "printf(\"%s\", " + source() + ");";
    case 11:
      return "puts(" + source() + ");";
    case 12:
      return "fwrite(" + source() + ", 1, " + length() + ", stdout);";
    case 13:
      return "snprintf(" + target() + ", " + length() + ", \"%s\", " + source() + ");";
    case 14:
      return oneOf({"free(heap);", "heap = calloc(4, 1);", "n = 3;", "one[n] = 0;"});
    default:
      return "two[0] = " + oneOf({"one[0];", "0;", "own[1];"});
    }
  }

  std::mt19937_64 random_;
  bool asserts_;
};

} // namespace heddle::testing
