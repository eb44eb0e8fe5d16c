// Random programs whose accesses are ordered by flags, turns, semaphores, read-write locks, once-controls and barriers,
// most of them nearly right: an access comes too late, a memory order is too weak, a test is missing, or a thread too
// many takes part.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class RandomOrdering {
public:
  explicit RandomOrdering(std::uint64_t seed) : random_(seed) {
    const unsigned pattern = below(11);
    const unsigned functions = 1 + below(2);
    std::string bodies;
    for (unsigned i = 0; i < functions; ++i)
      bodies += "void *worker" + std::to_string(i) + "(void *arg) { int l = 0;\n" + fragment(pattern, i) +
                (below(4) == 0 ? fragment(below(4) == 0 ? below(11) : pattern, i) : "") + "return 0; }\n";
    const unsigned threads = below(6) == 0 ? 3 : 2;
    std::string starts;
    for (unsigned i = 0; i < threads; ++i)
      starts += "pthread_t t" + std::to_string(i) + " = start(worker" + std::to_string(i % functions) + ", 0);\n";
    if (below(4) == 0)
      starts += fragment(pattern, 1);
    if (below(3) == 0)
      for (unsigned i = 0; i < threads; ++i)
        starts += "join(t" + std::to_string(i) + ");\n";
    text_ = "int x, y, ready; atomic_int f, g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_rwlock_t r = "
            "PTHREAD_RWLOCK_INITIALIZER; sem_t e; pthread_once_t o = PTHREAD_ONCE_INIT; pthread_barrier_t b; int *p;\n"
            "void initialise(void) { x = 1; }\n" +
            bodies + "int main(void) { int l = 0; sem_init(&e, 0, " + oneOf({"0", "1", "1", "2"}) +
            "); pthread_barrier_init(&b, 0, " + oneOf({"2", "2", "3", "1"}) + ");\n" + starts + "return 0; }\n";
  }

  std::string make() const { return text_; }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t size> std::string oneOf(const char *const (&choices)[size]) { return choices[below(size)]; }

  std::string access() { return oneOf({"x = 2;\n", "l = x;\n", "x++;\n", "y = 1;\n", "l = y;\n"}); }
  std::string late() { return below(5) == 0 ? access() : ""; }
  std::string release() {
    return oneOf({"memory_order_release", "memory_order_release", "memory_order_seq_cst", "memory_order_relaxed"});
  }
  std::string acquire() {
    return oneOf({"memory_order_acquire", "memory_order_acquire", "memory_order_seq_cst", "memory_order_relaxed"});
  }

  std::string fragment(unsigned pattern, unsigned role) {
    const std::string name = "k" + std::to_string(++names_);
    switch (pattern) {
    case 0: // a flag, given and taken
      if (role == 0)
        return access() + "atomic_store_explicit(&f, 1, " + release() + ");\n" + late();
      return "if (atomic_load_explicit(&f, " + acquire() + ") == 1) {\n" + access() + "}\n" + late();
    case 1: { // turns
      const std::string own = std::to_string(below(5) == 0 ? 1 - role : role);
      return "if (atomic_load_explicit(&g, " + acquire() + ") == " + own + ") {\n" + access() +
             "atomic_store_explicit(&g, " + std::to_string(1 - role) + ", " + release() + ");\n" + late() + "}\n";
    }
    case 2: // read-write locks
      if (below(2) == 0)
        return "pthread_rwlock_rdlock(&r);\n" + oneOf({"l = x;\n", "l = x;\n", "l = y;\n", "x = 1;\n"}) +
               "pthread_rwlock_unlock(&r);\n" + late();
      return "if (pthread_rwlock_trywrlock(&r) == 0) {\n" + access() + "pthread_rwlock_unlock(&r); }\n" + late();
    case 3: // a semaphore as a lock
      return "sem_wait(&e);\n" + access() + "sem_post(&e);\n" + late();
    case 4: // a semaphore as a signal
      return role == 0 ? access() + "sem_post(&e);\n" + late() : "sem_wait(&e);\n" + access();
    case 5:
      return late() + "pthread_once(&o, initialise);\n" + oneOf({"l = x;\n", "l = x;\n", "l = y;\n", "x = 3;\n"});
    case 6: // double-checked locking
      return "if (!atomic_load_explicit(&f, " + acquire() + ")) {\npthread_mutex_lock(&m);\n" +
             (below(4) == 0 ? "{" : "if (!f) {") + "\nx = 1;\natomic_store_explicit(&f, 1, " + release() + ");\n" +
             late() + "}\npthread_mutex_unlock(&m); }\n" + oneOf({"l = x;\n", "l = x;\n", "l = y;\n", "x = 3;\n"});
    case 7: // a barrier
      return access() + "pthread_barrier_wait(&b);\n" + access() +
             (below(3) == 0 ? "pthread_barrier_wait(&b);\n" + access() : "");
    case 8: // a flag under a mutex
      if (role == 0)
        return access() + "pthread_mutex_lock(&m);\nready = 1;\npthread_mutex_unlock(&m);\n" + late();
      return "pthread_mutex_lock(&m);\nint " + name + " = ready;\npthread_mutex_unlock(&m);\n" +
             (below(5) == 0 ? "" : "if (" + name + ") ") + "{\n" + access() + "}\n";
    case 9: // a counter: the second one to come goes on
      return access() + "if (atomic_fetch_add_explicit(&f, 1, " +
             oneOf({"memory_order_acq_rel", "memory_order_release"}) + ") == 1) {\n" + access() + "}\n";
    default: // an object that is published
      if (role == 0)
        return "int *" + name + " = malloc(4);\n*" + name + " = 1;\npthread_mutex_lock(&m);\np = " + name +
               ";\npthread_mutex_unlock(&m);\n" + (below(4) == 0 ? "*" + name + " = 2;\n" : "");
      return "pthread_mutex_lock(&m);\nint *" + name + " = p;\npthread_mutex_unlock(&m);\nif (" + name + ") l = *" +
             name + ";\n";
    }
  }

  std::mt19937_64 random_;
  std::string text_;
  unsigned names_ = 0;
};

} // namespace heddle::testing
