// Random programs in which main starts a number of threads that it does not know in one loop, and joins them in
// another, which is not quite the same in some: another bound, another order, a round that is left out or added, a
// handle that is overwritten. Afterwards, or meanwhile, main uses what the threads use.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace heddle::testing {

class RandomJoining {
public:
  explicit RandomJoining(std::uint64_t seed) : random_(seed) {
    const std::string bound = mostly("n", {"n - 1", "n + 1", "limit", "2"});
    const bool isTwice = below(5) == 0;
    const std::string start = "works[i].id = i; works[i].thread = start(worker, &works[" + mostly("i", {"0", "1 - i"}) +
                              "]); " + mostly("", {"works[0].thread = works[i].thread;", "if (i) break;", "n = 1;"}) +
                              (isTwice ? "more[i] = start(worker, &works[i]);" : "");
    const std::string join = mostly("", {"if (__VERIFIER_nondet_bool()) break;", "if (j == 1) continue;"}) +
                             "join(works[" + mostly("j", {"0", "n - 1 - j"}) + "].thread); " + use("j") +
                             (isTwice ? mostly("join(more[j]);", {""}) : "");
    const std::string threads = loop("i", "n", start) +
                                mostly("", {"n = 1;", "limit = 1;", "works[0].thread = 0;", use("0")}) +
                                loop("j", bound, join);
    text_ = "struct work { pthread_t thread; int id, result; }; struct work works[4]; pthread_t more[4]; int limit, "
            "total; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
            "void *worker(void *arg) { struct work *w = arg; " +
            oneOf({"w->result = 1;", "w->result = w->id;", "pthread_mutex_lock(&m); total++; pthread_mutex_unlock(&m);",
                   "pthread_mutex_lock(&m); total++; pthread_mutex_unlock(&m);", "limit = 1;"}) +
            " return 0; }\nint main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) return 0;\n" +
            oneOf({"limit = n;\n", "limit = n;\n", "limit = 2;\n"}) +
            (below(5) == 0 ? "for (int r = 0; r < 2; r++) {\n" + threads + use("0") + "}\n" : threads) + use("0") +
            "pthread_exit(0); }\n";
  }

  std::string make() const { return text_; }

private:
  /// A loop that tests its counter at its end has one round more.
  std::string loop(const std::string &counter, const std::string &bound, const std::string &body) {
    const std::string first = "int " + counter + " = " + mostly("0", {"1"}) + "; ";
    if (below(12) == 0)
      return "{ " + first + "do { " + body + " } while (" + counter + "++ < " + bound + "); }\n";
    return "for (" + first + counter + " < " + bound + "; " + counter + "++) { " + body + " }\n";
  }
  std::string use(const std::string &index) {
    return mostly("",
                  {"total++;", "total++;", "works[" + index + "].result++;", "works[" + index + "].result++;",
                   "works[" + index + " + 1].result++;"},
                  4);
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  std::string oneOf(const std::vector<std::string> &choices) {
    return choices[below(static_cast<unsigned>(choices.size()))];
  }
  /// The others once in `rarity` programs.
  std::string mostly(const std::string &usual, const std::vector<std::string> &others, unsigned rarity = 24) {
    return below(rarity) == 0 ? oneOf(others) : usual;
  }

  std::mt19937_64 random_;
  std::string text_;
};

} // namespace heddle::testing
