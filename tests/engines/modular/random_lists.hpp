// Random programs whose threads pass objects on through lists and queues: pushed, appended, popped, taken all at once,
// traversed, removed from the middle and moved from one list to another, with payloads. Most are nearly right: a lock
// is another one or released early, a node stays in the list, a tail is not reset, an object is used or freed too late.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomLists {
public:
  explicit RandomLists(std::uint64_t seed) : random_(seed) {
    mistakes_ = below(3) == 0 ? 0 : 1 + below(2);
    isQueue_ = below(2) == 0;
    hasReaders_ = below(4) == 0;
    const std::string first = producer();
    const std::string second = consumer();
    const std::string third = below(3) == 0 ? mixed() : "";
    const unsigned workers = 1 + below(2);
    text_ =
        "struct node { int value; int *data; struct node *next; };\n"
        "struct { struct node *head, *tail; } list; struct node *other;\n" +
        std::string(hasReaders_ ? "pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER, n = PTHREAD_RWLOCK_INITIALIZER;\n"
                                : "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n") +
        "struct node *make(void) { struct node *p = malloc(sizeof *p); int *data = malloc(sizeof *data);"
        "if (!p || !data) exit(0); *data = 0; p->value = 0; p->data = data; p->next = 0; return p; }\n"
        "void *worker(void *arg) { struct node *p = 0, *q = 0, *r = 0; int l = 0;\n" +
        first + "return 0; }\nvoid *taker(void *arg) { struct node *p = 0, *q = 0, *r = 0; int l = 0;\n" + second +
        "return 0; }\n" +
        (third.empty()
             ? ""
             : "void *mover(void *arg) { struct node *p = 0, *q = 0, *r = 0; int l = 0;\n" + third + "return 0; }\n") +
        "int main(void) { struct node *p = 0, *q = 0, *r = 0; int l = 0;\n" +
        (below(3) == 0 ? "p = make();\n" + put() : "") + (below(4) == 0 ? "other = make();\n" : "") +
        "pthread_t t = start(worker, 0);\n" + (workers == 2 ? "start(worker, 0);\n" : "") +
        "pthread_t u = start(taker, 0);\n" + (below(2) == 0 ? "start(taker, 0);\n" : "") +
        (third.empty() ? "" : "start(mover, 0);\n") +
        (workers == 1 && below(3) == 0 && third.empty() ? "join(t); join(u);\n" + drain() : "") +
        "pthread_exit(0); }\n";
  }

  std::string make() const { return text_; }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }
  /// The wrong text, rarely.
  std::string or_(const std::string &right, const std::string &wrong) {
    if (mistakes_ == 0 || below(6) != 0)
      return right;
    --mistakes_;
    return wrong;
  }

  std::string locked(const std::string &body, const std::string &mutex = "m", bool reads = false) {
    const std::string taken = or_(mutex, mutex == "m" ? "n" : "m");
    if (hasReaders_)
      return "pthread_rwlock_" + std::string(reads ? "rd" : or_("wr", "rd")) + "lock(&" + taken + ");\n" +
             or_("", "pthread_rwlock_unlock(&" + taken + ");") + body + "pthread_rwlock_unlock(&" + taken + ");\n";
    return "pthread_mutex_lock(&" + taken + ");\n" + or_("", "pthread_mutex_unlock(&" + taken + ");") +
           or_("", "pthread_mutex_unlock(&" + taken + "); pthread_mutex_lock(&" + taken + ");") + body +
           "pthread_mutex_unlock(&" + taken + ");\n";
  }

  std::string put() {
    if (isQueue_)
      return or_("p->next = 0;", "") +
             oneOf({"if (list.tail) list.tail->next = p; else list.head = p; list.tail = p;\n",
                    "if (list.head) list.tail->next = p; else list.head = p; list.tail = p;\n",
                    "if (!list.head) { list.head = list.tail = p; } else { list.tail->next = p; list.tail = p; }\n"});
    return or_(oneOf({"p->next = list.head; list.head = p;\n",
                      "if (!list.head) list.head = p; else { r = list.head; while (r->next) r = r->next; "
                      "r->next = p; } p->next = 0; r = 0;\n"}),
               oneOf({"list.head = p; p->next = list.head;\n", "if (p->next != list.head) list.head = p;\n"}));
  }

  std::string get() {
    const std::string reset = isQueue_ ? or_("if (!list.head) list.tail = 0;", "") : "";
    switch (below(4)) {
    case 0:
      return or_("q = list.head; list.head = 0;" + std::string(isQueue_ ? or_("list.tail = 0;", "") : "") + "\n",
                 "q = list.head;\n");
    case 1:
      if (!isQueue_)
        return "q = list.head; r = 0; while (q && l) { r = q; q = q->next; } if (q) { if (r) " +
               or_("r->next = q->next", "r->value = 1") + "; else list.head = q->next; } r = 0;\n";
      [[fallthrough]];
    default:
      return "q = list.head; if (q) { list.head = q->next; " + reset + or_("", "r = q->next;") + or_("", "free(q);") +
             " }\n";
    }
  }

  std::string visit() {
    return oneOf({"for (r = list.head; r; r = r->next) r->value++;\n", "if (list.head) list.head->value = 2;\n",
                  "for (r = list.head; r; r = r->next) *r->data = 1;\n"}) +
           "r = 0;\n";
  }

  std::string look() {
    return hasReaders_ ? locked(oneOf({"for (r = list.head; r; r = r->next) l += r->value + *r->data;\n",
                                       "if (list.head) l = list.head->value;\n"}) +
                                    or_("r = 0;\n", "r = list.head; if (r) r->value++;\n"),
                                "m", true) +
                             or_("", use("r"))
                       : "";
  }

  std::string use(const std::string &name) {
    return "if (" + name + ") { " + name + oneOf({"->value++", "->value = 3", "->next = 0"}) + "; *" + name +
           "->data = 1; }\n";
  }

  std::string end() {
    switch (below(4)) {
    case 0:
      return use("q") + "if (q) { free(q->data); " + or_("", "*q->data = 1;") + " free(q); " +
             or_("", "q->value = 1;") + " }\n";
    case 1:
      return use("q") + "if (q) { int *data = q->data; free(q); *data = 2; free(data); " + or_("", "free(data);") +
             " }\n";
    case 2:
      return "while (q) { r = q->next; " + or_("free(q); q = r;", "q = q->next;") + " }\n";
    default:
      return use("q") + or_("", use("r"));
    }
  }

  std::string producer() {
    const std::string what = "p = make();\n" + use("p");
    return what + locked(put() + (below(4) == 0 ? visit() : "")) + or_("p = 0;\n", use("p")) +
           (below(5) == 0 ? locked(visit()) : "");
  }
  std::string consumer() {
    return look() + locked((below(4) == 0 ? visit() : "") + get()) + end() + (below(4) == 0 ? look() : "") +
           (below(5) == 0 ? "q = 0;\n" + locked(get()) + use("q") : "");
  }
  std::string mixed() {
    return locked(get()) + "if (q) { " + or_("", "r = q;") + "\n" + locked("q->next = other; other = q;\n", "n") +
           "}\n" + (below(2) == 0 ? use("r") + locked("q = other; if (q) other = q->next;\n", "n") + end() : "");
  }
  std::string drain() { return "while (list.head) { q = list.head; list.head = q->next; free(q->data); free(q); }\n"; }

  std::mt19937_64 random_;
  unsigned mistakes_ = 0;
  bool isQueue_ = false;
  bool hasReaders_ = false; // read-write locks
  std::string text_;
};

} // namespace heddle::testing
