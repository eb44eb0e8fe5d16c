// Random programs that share arrays and objects: elements that belong to one thread by its argument, arrays of locks,
// locks in objects, objects that are handed over. Most are nearly right: an index is one too large, a lock is another
// one, two threads get the same number, an access comes too late.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomSharing {
public:
  explicit RandomSharing(std::uint64_t seed) : random_(seed) {
    const unsigned statements = 1 + below(2);
    std::string body;
    for (unsigned i = 0; i < statements; ++i)
      body += statement();
    const std::string argument =
        oneOf({"(void *)(long)i", "(void *)(long)i", "&works[i]", "&works[i]", "&works[i]", "&works[i / 2]",
               "(void *)(long)(i / 2)", "(void *)(long)(2 * i)", "0", "&works[1 - i]", "(void *)(long)(1 - i)"});
    const bool isStruct = argument[0] == '&';
    const bool isKey = isStruct && below(3) == 0;
    if (isKey && below(2) == 0)
      body = "a[id]++;\n";
    const std::string index = oneOf({"i", "i", "i", "i", "1 - i", "0", "i / 2"});
    const std::string before = below(3) == 0 ? oneOf({"a[i] = 1;", "a[i + 1] = 1;", "works[i].out = 1;", "a[0] = 1;",
                                                      "works[i].id = 0;", "elements[i].count = 1;"})
                                             : "";
    text_ =
        "struct work { int id, out; atomic_int key; }; struct element { pthread_mutex_t lock; int count; };\n"
        "struct work works[4]; struct element elements[3]; pthread_mutex_t locks[3]; int a[8]; atomic_int words[3];\n"
        "struct element *object; struct element *volatile given;\n"
        "void *worker(void *arg) { int l = 0; struct work *w = " +
        std::string(isStruct ? "arg" : "&works[3]") + "; int id = " +
        (isKey      ? "w->key"
         : isStruct ? "w->id"
                    : "(int)(long)arg") +
        ";\nunsigned k = (unsigned)__VERIFIER_nondet_int() % 2; struct element *e = " +
        oneOf({"object", "object", "&elements[k]", "&elements[1]"}) + ";\nif (id < 0 || id > 3) return 0;\n" + body +
        "return 0; }\n" +
        "int main(void) { object = malloc(sizeof *object); pthread_mutex_init(&object->lock, 0); object->count = 0; "
        "pthread_t t[2];\n" +
        (below(3) == 0 ? "works[0].id = 0; works[1].id = 1; works[1].key = 1;\n" : "") +
        "for (int i = 0; i < 2; i++) {\n" +
        (isStruct && below(4) != 0 ? "works[i].id = " + index + "; works[i].key = " + index + ";\n" : "") + before +
        "t[i] = start(worker, " + argument + "); " +
        (below(isKey ? 2 : 4) == 0 ? oneOf({"a[i] = 2;", "works[i].key = 0;", "works[0].key = 1;"}) : "") + "}\n" +
        (below(6) != 0
             ? "for (int i = 0; i < " + oneOf({"2", "2", "2", "1"}) + "; i++) { join(t[i]); " + between() + " }\n"
             : "") +
        (below(3) == 0 ? "int s = a[0] + works[0].out + object->count;\n" : "") + "pthread_exit(0); }\n";
  }

  std::string make() const { return text_; }

private:
  /// What main does after it has joined a thread, while others may still run.
  std::string between() {
    return below(3) == 0 ? oneOf({"a[i]++;", "a[i]++;", "a[1 - i]++;", "works[i].key = 0;",
                                  "if (object->count > 1) a[i] = 3;", "works[0].key++;"})
                         : "";
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  std::string access() {
    return oneOf({"a[id]++;\n", "a[id] = 1;\n", "l = a[id];\n", "l = a[id + 1];\n", "a[2 * id] = 1;\n",
                  "a[2 * id + 1] = 2;\n", "w->out = 1;\n", "w->out = a[id];\n", "a[k] = 1;\n", "a[k + 1] = 1;\n",
                  "elements[k].count++;\n", "e->count++;\n", "l = e->count;\n", "object->count = 1;\n", "l = w->id;\n",
                  "w->id = 0;\n", "if (id < 3) elements[id].count = 1;\n"});
  }

  std::string late() { return below(5) == 0 ? access() : ""; }

  std::string oneGuarded() {
    return oneOf({"a[k]++;\n", "a[k] = 1;\n", "a[k + 1] = 1;\n", "elements[k].count++;\n", "e->count++;\n",
                  "e->count = 1;\n", "a[4 * k + 1] = 1;\n", "l = e->count;\n", "object->count++;\n"});
  }

  std::string statement() {
    const std::string guarded = oneGuarded() + (below(2) == 0 ? oneGuarded() : "");
    switch (below(10)) {
    case 0:
    case 1:
    case 2:
      return access() + late();
    case 3:
      return "for (int j = 2 * id; j < 2 * id + " + oneOf({"2", "2", "3"}) + "; j++) a[j] = 1;\n";
    case 4:
    case 5: {
      const std::string lock = oneOf({"locks[k]", "locks[k]", "locks[1 - k]", "locks[0]"});
      return "pthread_mutex_lock(&" + lock + ");\n" + guarded + (below(8) == 0 ? "k = 1 - k;\n" + guarded : "") +
             "pthread_mutex_unlock(&" + lock + ");\n" + late();
    }
    case 6:
      return "pthread_mutex_lock(&elements[k].lock);\n" + guarded + "pthread_mutex_unlock(&elements[k].lock);\n" +
             late();
    case 7:
    case 8:
      return "pthread_mutex_lock(&e->lock);\n" + guarded + (below(8) == 0 ? "e = &elements[0];\n" + guarded : "") +
             "pthread_mutex_unlock(&e->lock);\n" + late();
    default:
      return "if (atomic_exchange_explicit(&words[k], 1, " + oneOf({"memory_order_acquire", "memory_order_relaxed"}) +
             ") == 0) {\n" + guarded + "atomic_store_explicit(&words[" + oneOf({"k", "k", "k", "0"}) + "], 0, " +
             oneOf({"memory_order_release", "memory_order_release", "memory_order_relaxed"}) + "); }\n" + late();
    }
  }

  std::mt19937_64 random_;
  std::string text_;
};

} // namespace heddle::testing
