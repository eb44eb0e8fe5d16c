// Random programs in which main shares objects on its stack and on the heap: threads use them with or without a lock,
// and main frees them, returns from the function that has them, or ends its thread, sometimes too early.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomLasting {
public:
  explicit RandomLasting(std::uint64_t seed) : random_(seed) {
    const bool isHeap = below(2) == 0;
    const bool isInner = below(3) == 0; // the object belongs to a function that main calls
    const std::string make = !isHeap ? "struct box b, *p = &b; b.value = 1; b.other = &b.value;\n"
                             : below(3) == 0
                                 ? "struct box *p = calloc(1, sizeof *p); p->other = &global;\n"
                                 : "struct box *p = malloc(sizeof *p); p->value = 1; p->other = &p->value;\n";
    const std::string init = below(6) != 0 ? "pthread_mutex_init(&p->lock, 0);\n" : "";
    const std::string end = isHeap && below(3) != 0 ? "free(p);\n" : "";
    std::string main = make + init + "shared = " + oneOf({"p", "p", "0"}) + ";\n" + before() + "t[0] = start(first, " +
                       oneOf({"p", "p", "p", "&p->value"}) + ");\n" + before() + "t[1] = start(second, p);\n" +
                       between();
    switch (below(5)) {
    case 0:
      main += end + "join(t[0]); join(t[1]);\n";
      break;
    case 1:
      main += "join(t[0]);\n" + between() + end + "join(t[1]);\n";
      break;
    default:
      main += "join(t[0]); join(t[1]);\n" + between() + end + (below(6) == 0 ? between() : "");
    }
    const std::string last = oneOf({"return 0;", "return 0;", "pthread_exit(0);"});
    text_ = "struct box { pthread_mutex_t lock; int value; int *other; };\n"
            "struct box *shared; int global; pthread_t t[2];\n"
            "void *first(void *a) { struct box *p = a; " +
            statement() + statement() + "return 0; }\nvoid *second(void *a) { struct box *p = a; " + statement() +
            "return 0; }\n" +
            (isInner ? "void inner(void) {\n" + main + "}\nint main(void) { inner();\n" : "int main(void) {\n" + main) +
            (isInner && below(4) == 0 ? between("shared") : "") + last + " }\n";
  }

  std::string make() const { return text_; }

private:
  std::string statement() {
    return oneOf({"pthread_mutex_lock(&p->lock); p->value++; pthread_mutex_unlock(&p->lock);\n",
                  "pthread_mutex_lock(&p->lock); p->value++; pthread_mutex_unlock(&p->lock);\n",
                  "pthread_mutex_lock(&p->lock); *p->other = 3; pthread_mutex_unlock(&p->lock);\n", "p->value = 2;\n",
                  "if (shared) shared->value = 4;\n", "global = *(int *)a;\n", "if (p->value == 1) *p->other = 2;\n",
                  ""});
  }
  std::string before() { return below(4) == 0 ? "p->value = 5;\n" : ""; }
  std::string between(const std::string &pointer = "p") {
    return below(3) == 0   ? pointer + "->value = 6;\n"
           : below(4) == 0 ? "pthread_mutex_lock(&" + pointer + "->lock); global = " + pointer +
                                 "->value; pthread_mutex_unlock(&" + pointer + "->lock);\n"
                           : "";
  }

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  std::string oneOf(std::initializer_list<const char *> choices) {
    return choices.begin()[below(static_cast<unsigned>(choices.size()))];
  }

  std::mt19937_64 random_;
  std::string text_;
};

} // namespace heddle::testing
