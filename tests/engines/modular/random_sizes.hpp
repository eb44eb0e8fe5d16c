// Random programs with arrays on the heap whose size depends on an input: of threads, of their arguments and of their
// results, and of bytes that end with a zero. Most are nearly right: a loop has one round too many, an index is one too
// large, the size is one too small, or the size changes after it has been used.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace heddle::testing {

class RandomSizes {
public:
  explicit RandomSizes(std::uint64_t seed) : random_(seed) {
    const bool isByNumber = below(2) == 0;
    const std::string argument = isByNumber ? "(void *)(long)" + mostly("i", {"(i + 1)", "n", "(n - 1)", "(n - 1 - i)"})
                                            : "&works[" + mostly("i", {"i + 1", "n - 1 - i", "0"}) + "]";
    const std::string body =
        isByNumber ? "long id = (long)arg; results[" + mostly("id", {"id + 1", "0"}) + "]" + oneOf({" = 1;", "++;"})
                   : "struct work *w = arg; " + oneOf({"w->out = w->id;", "w->out++;", ownPart()});
    text_ = "struct work { int id, count, out; }; struct work *works; int *results;\n"
            "void *worker(void *arg) { int l = 0; " +
            body +
            " return 0; }\n"
            "int main(void) { int n = __VERIFIER_nondet_int(); if (n < " +
            mostly("1", {"0"}) + " || n > 2) return 0;\n" + "works = " + array("struct work") +
            "; results = " + array("int") + "; pthread_t *t = " + array("pthread_t") + ";\n" +
            (below(3) == 0 ? text() : "") +
            mostly("", {"n++;\n", "n = 2;\n", "if (n > 1) results = malloc(sizeof *results);\n"}) +
            loop("i", "works[i].id = i; works[i].count = " + mostly("n", {"n + 1", "i"}) + ";" +
                          mostly("", {"i++;", "if (i == 0) n = 2;"}) + " t[i] = start(worker, " + argument + ");") +
            loop("j", "join(t[" + mostly("j", {"n - 1 - j"}) + "]);") +
            loop("k", mostly("results[k] += works[" + mostly("k", {"k + 1", "n - 1 - k"}) + "].out;",
                             {"k += 1; results[k] = 1;", "results[k] = 1; k += 1;"}, 6)) +
            mostly("",
                   {isByNumber ? "start(worker, (void *)(long)n); " : "start(worker, &works[n]); ",
                    isByNumber ? "start(worker, (void *)0); " : "start(worker, &works[0]); "},
                   6) +
            "pthread_exit(0); }\n";
  }

  std::string make() const { return text_; }

private:
  std::string array(const std::string &type) {
    const std::string size = mostly("n", {"n - 1", "n + 1", "2"}, 12);
    return below(2) == 0 ? "calloc(" + size + ", sizeof(" + type + "))"
                         : "malloc((" + size + ") * sizeof(" + type + "))";
  }
  /// A thread reads as many elements as there are.
  std::string ownPart() {
    return "for (int j = 0; j < w->" + mostly("count", {"id"}) +
           "; j++) l += " + mostly("works[j].id", {"works[j + 1].id"}) + ";";
  }
  /// A string, and a loop to its end.
  std::string text() {
    return "{ char *s = malloc(" + mostly("n", {"n - 1", "n + 1"}) + "); s[" + mostly("n - 1", {"n", "0"}) +
           "] = 0; int i = 0; while (s[i] " + mostly("!= 0", {"!= 1", "== 1", ">= 0"}) + ") i++; " +
           mostly("", {"s[i + 1] = 1;"}) + " }\n";
  }
  std::string loop(const std::string &counter, const std::string &body) {
    return "for (int " + counter + " = 0; " + counter +
           mostly(" < n; ", {" <= n; ", " < n - 1; ", " < 2; ", " != n; "}) + counter + "++) { " + body + " }\n";
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  std::string oneOf(const std::vector<std::string> &choices) {
    return choices[below(static_cast<unsigned>(choices.size()))];
  }
  /// The others once in `rarity` programs.
  std::string mostly(const std::string &usual, const std::vector<std::string> &others, unsigned rarity = 20) {
    return below(rarity) == 0 ? oneOf(others) : usual;
  }

  std::mt19937_64 random_;
  std::string text_;
};

} // namespace heddle::testing
