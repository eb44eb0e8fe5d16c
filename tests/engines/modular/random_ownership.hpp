// Random programs whose threads hand objects on the heap over to each other: through a slot, a list or an atomic
// pointer, as arguments and as results. Most are nearly right: a lock is another one, a pointer is kept, a slot is not
// emptied, an order is relaxed, an object is freed too early or used afterwards.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomOwnership {
public:
  explicit RandomOwnership(std::uint64_t seed) : random_(seed) {
    frees_ = below(2) == 0;
    const unsigned way = below(3);
    const bool sameFunction = frees_ && below(3) == 0;
    const std::string first =
        frees_ ? thread() : "p = make();\n" + use("p") + give(way) + (below(4) == 0 ? use("p") : "");
    const std::string second = sameFunction ? "" : frees_ ? thread() : get(way) + use(oneOf({"q", "q", "r"}));
    const std::string argument = frees_ ? oneOf({"0", "0", "0", "a", "a", "b"}) : "0";
    text_ = "struct node { int value; pthread_mutex_t lock; struct node *next; };\n"
            "struct node *slot, *head; _Atomic(struct node *) box; atomic_int flag;\n"
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
            "struct node *make(void) { struct node *p = malloc(sizeof *p); if (!p) exit(0); p->value = 0; p->next = 0;"
            "pthread_mutex_init(&p->lock, 0); return p; }\n"
            "void *worker(void *arg) { struct node *p = arg, *q = 0, *r = 0; int l = 0;\n" +
            first + "return " + oneOf({"0", "0", "p", "q"}) + "; }\n" +
            (sameFunction ? ""
                          : "void *other(void *arg) { struct node *p = arg, *q = 0, *r = 0; int l = 0;\n" + second +
                                "return " + oneOf({"0", "0", "p"}) + "; }\n") +
            "int main(void) { struct node *p = 0, *q = 0, *r = 0, *a = 0, *b = 0; int l = 0; void *result = 0;\n" +
            (argument != "0" ? "a = make(); b = " + oneOf({"make()", "make()", "a"}) + ";\n" : "") +
            (below(4) == 0 ? "slot = make();\n" : "") + (below(4) == 0 ? "head = make();\n" : "") +
            "pthread_t t = start(worker, " + argument + ");\n" + "pthread_t u = start(" +
            (sameFunction ? "worker" : "other") + ", " + (argument == "0" ? "0" : oneOf({"b", "b", "b", "a", "0"})) +
            ");\n" + (below(4) == 0 ? statement() : "") + (argument == "a" && below(5) == 0 ? "a->value = 3;\n" : "") +
            (below(2) == 0 ? "pthread_join(t, &result); p = result;\n" : "join(t);\n") +
            (below(3) != 0 ? "join(u);\n" : "") + (below(2) == 0 ? use("p") : "") + (below(3) == 0 ? statement() : "") +
            (below(4) == 0 ? drain() : "") + "pthread_exit(0); }\n";
  }

  std::string make() const { return text_; }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  std::string thread() {
    std::string body;
    if (below(4) != 0)
      body += "p = make();\n";
    const unsigned statements = 1 + below(3);
    for (unsigned i = 0; i < statements; ++i)
      body += statement();
    return body;
  }

  std::string use(const std::string &name) {
    if (!frees_)
      return "if (" + name + ") " + (below(2) == 0 ? "l = " + name + "->value;\n" : name + "->value = 1;\n");
    const std::string what =
        oneOf({"N->value++;", "N->value = 1;", "l = N->value;", "l = N->next != 0;", "N->next = 0;",
               "pthread_mutex_lock(&N->lock); N->value++; pthread_mutex_unlock(&N->lock);", "free(N); N = 0;",
               "free(N);", "free(N); N = 0;"});
    std::string result = "if (" + name + ") { ";
    for (const char c : what)
      result += c == 'N' ? name : std::string(1, c);
    return result + " }\n";
  }

  std::string late() {
    std::string result;
    if (below(3) == 0)
      result += oneOf({"p = 0;\n", "q = 0;\n", "p = q;\n", "p = make();\n"});
    if (below(2) == 0)
      result += use(oneOf({"p", "q", "q", "r"}));
    return result;
  }

  std::string locked(const std::string &body) {
    const std::string mutex = oneOf({"m", "m", "m", "m", "m", "m", "n"});
    const bool isEarly = below(10) == 0;
    return "pthread_mutex_lock(&" + mutex + ");\n" + (isEarly ? "pthread_mutex_unlock(&" + mutex + ");\n" : "") + body +
           (isEarly ? "" : "pthread_mutex_unlock(&" + mutex + ");\n") + late();
  }

  std::string drain() {
    return "while (head) { q = head; head = q->next; " + (frees_ ? oneOf({"", "free(q);", "free(q);"}) : "") + " }\n";
  }

  /// Hands p over in one of three ways, and gets it into q.
  std::string give(unsigned way) {
    if (way == 0)
      return "atomic_store_explicit(&box, p, " + oneOf({"memory_order_release", "memory_order_relaxed"}) + ");\n";
    return locked(way == 1 ? "slot = p;\n" : "p->next = head; head = p;\n");
  }
  std::string get(unsigned way) {
    if (way == 0)
      return "q = atomic_load_explicit(&box, " + oneOf({"memory_order_acquire", "memory_order_relaxed"}) + ");\n";
    return locked(way == 1 ? "q = slot;\n" : "q = head; if (q) r = q->next;\n");
  }

  std::string statement() {
    switch (below(12)) {
    case 0:
      return use(oneOf({"p", "q"})) + late();
    case 1:
      return locked("slot = p;\n" + oneOf({"", "", "", "p->value++;\n"})) + late();
    case 2:
    case 3:
      return locked("q = slot;\n" +
                    oneOf({"slot = 0;\n", "slot = 0;\n", "slot = 0;\n", "", "slot = q;\n", "slot = p;\n"}));
    case 4:
      return locked(oneOf({"if (p) { p->next = head; head = p; }\n", "if (p) { p->next = head; head = p; }\n",
                           "if (p) { head = p; p->next = head; }\n", "if (p) head = p;\n",
                           "if (p) { p->next = slot; head = p; }\n"}));
    case 5:
    case 6:
      return locked(oneOf({"q = head; if (q) head = q->next;\n", "q = head; if (q) head = q->next;\n",
                           "q = head; if (q) { head = q->next; q->next = 0; }\n", "q = head; if (q) head = 0;\n",
                           "q = head; if (q) r = q->next;\n", "q = head; head = 0;\n",
                           "q = head; if (q && q->next) { r = q->next; q->next = r->next; q = r; }\n",
                           "q = head; if (q) { head = q->next; slot = q->next; }\n"}));
    case 7:
      return locked("for (r = head; r; r = r->next) " +
                    oneOf({"r->value++;\n", "l += r->value;\n", "{ if (l) break; }\n"}));
    case 8:
      return "atomic_store_explicit(&box, p, " +
             oneOf({"memory_order_release", "memory_order_release", "memory_order_seq_cst", "memory_order_relaxed"}) +
             ");\n" + late();
    case 9:
      return "q = atomic_load_explicit(&box, " +
             oneOf({"memory_order_acquire", "memory_order_acquire", "memory_order_relaxed"}) + ");\n" + late();
    case 10:
      return "q = atomic_exchange_explicit(&box, " + oneOf({"0", "0", "p", "q"}) + ", " +
             oneOf({"memory_order_acq_rel", "memory_order_acq_rel", "memory_order_acquire", "memory_order_relaxed"}) +
             ");\n" + late();
    default:
      return "while (q) { r = q->next; " + oneOf({"free(q);", "free(q);", "q->value++;", ""}) + " q = r; }\n";
    }
  }

  std::mt19937_64 random_;
  bool frees_ = true; // otherwise programs are simpler, and more of them are proved
  std::string text_;
};

} // namespace heddle::testing
