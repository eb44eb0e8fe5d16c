// Random programs in which threads wait for each other's signals, posts, rounds and counts: flags, counts, bounded
// buffers, semaphores, barriers, once-controls, turns. Most are nearly right: a signal is missing, comes before the
// store or without the lock, wakes one thread instead of all, a count differs by one, a thread leaves early, a wait is
// tested once only.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace heddle::testing {

class RandomSignalling {
public:
  explicit RandomSignalling(std::uint64_t seed) : random_(seed) {
    switch (below(9)) {
    case 0:
      flag();
      break;
    case 1:
      count();
      break;
    case 2:
    case 3:
      buffer();
      break;
    case 4:
      semaphores();
      break;
    case 5:
      barrier();
      break;
    case 6:
      once();
      break;
    case 7:
      turns();
      break;
    default:
      mixed();
      break;
    }
    finish();
  }

  std::string make() const {
    return "int x, flag, count, turn; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
           "pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER; sem_t s, u; pthread_barrier_t "
           "b;\npthread_once_t o = PTHREAD_ONCE_INIT;\n" +
           functions_ + "int main(void) {\n" + main_ + "}\n";
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  /// Whether a program has a defect at this place.
  bool isOff() { return below(7) == 0; }
  static std::string number(unsigned value) { return std::to_string(value); }
  static std::string locked(const std::string &body) {
    return "pthread_mutex_lock(&m);\n" + body + "pthread_mutex_unlock(&m);\n";
  }

  void function(const std::string &name, const std::string &body) {
    functions_ += "void *" + name + "(void *arg) {\n" +
                  (below(9) == 0 ? "if (__VERIFIER_nondet_bool()) return 0;\n" : "") + body + "return 0; }\n";
  }
  void startThread(const std::string &name) {
    const std::string handle = "t" + number(threads_++);
    main_ += "pthread_t " + handle + " = start(" + name + ", 0);\n";
  }
  std::string repeated(unsigned times, const std::string &body) {
    const std::string index = "i" + number(names_++);
    const std::string head =
        below(8) == 0 ? "while (1) {\n"
                      : "for (int " + index + " = 0; " + index + " < " + number(times) + "; " + index + "++) {\n";
    return times == 1 && below(2) == 0 ? body : head + body + "}\n";
  }
  std::string waitWhile(const std::string &condition, const std::string &signals) {
    return std::string(isOff() ? "if (" : "while (") + condition + ") pthread_cond_wait(&" + signals + ", &m);\n";
  }
  std::string wake(const std::string &signals, bool all) {
    if (isOff())
      return "";
    const bool isBroadcast = isOff() ? !all : all;
    return std::string(isBroadcast ? "pthread_cond_broadcast(&" : "pthread_cond_signal(&") + (isOff() ? "d" : signals) +
           ");\n";
  }
  /// The store and the signal for it, in one of several orders.
  std::string announce(const std::string &store, const std::string &waking) {
    switch (below(8)) {
    case 0:
      return locked(store) + waking;
    case 1:
      return locked(waking + store);
    case 2:
      return waking + locked(store);
    case 3:
      return below(3) == 0 ? store + waking : locked(store + waking);
    default:
      return locked(store + waking);
    }
  }

  void flag() {
    const unsigned waiters = 1 + below(2);
    function("setter",
             announce("flag = 1;\n", wake("c", waiters > 1 || below(2) == 0)) + (isOff() ? locked("flag = 0;\n") : ""));
    function("waiter", locked(waitWhile("flag == 0", "c")));
    startThread("setter");
    for (unsigned i = 1; i < waiters; ++i)
      startThread("waiter");
    main_ += locked(waitWhile("!flag", "c"));
  }
  void count() {
    const unsigned workers = 2 + below(2);
    const std::string test = below(2) == 0 ? "if (count == " + number(isOff() ? workers - 1 : workers) + ") " : "";
    const std::string waking = wake("c", false);
    function("worker", announce("count++;\n", waking.empty() ? "" : test + waking));
    for (unsigned i = 0; i < workers; ++i)
      startThread("worker");
    main_ += locked(waitWhile("count < " + number(isOff() ? workers + 1 : workers), "c"));
  }
  void buffer() {
    const std::string most = number(1 + below(2));
    const unsigned producers = 1 + below(2);
    const unsigned consumers = 1 + below(2);
    const unsigned items = 1 + below(2);
    const bool all = below(3) == 0;
    const std::string other = isOff() ? "c" : "d"; // one condition variable for both
    function("producer", repeated(items * (isOff() ? 1 : consumers),
                                  locked(waitWhile("count == " + most, other) + "count++;\n" + wake("c", all))));
    function("consumer",
             repeated(items * producers, locked(waitWhile("count == 0", "c") + "count--;\n" + wake(other, all))));
    for (unsigned i = 0; i < producers; ++i)
      startThread("producer");
    for (unsigned i = 1; i < consumers; ++i)
      startThread("consumer");
    if (below(2) == 0)
      startThread("consumer");
    else
      main_ += repeated(items * producers, locked(waitWhile("count == 0", "c") + "count--;\n" + wake(other, all)));
  }
  void semaphores() {
    const unsigned rounds = 1 + below(3);
    const std::string first = below(3) == 0 ? "" : "sem_wait(&s);\n";
    function("first", repeated(rounds, (isOff() ? "sem_post(&u);\n" + first : first + "x++;\nsem_post(&u);\n")));
    function("second", repeated(isOff() ? rounds + 1 : rounds, "sem_wait(&u);\nx++;\nsem_post(&s);\n"));
    starting_ = 1 + below(2) - (isOff() ? 1 : 0);
    startThread("first");
    if (below(2) == 0)
      startThread("second");
    else
      main_ += repeated(rounds, "sem_wait(&u);\nsem_post(&s);\n");
  }
  void barrier() {
    const unsigned workers = 1 + below(2);
    const unsigned rounds = 1 + below(2);
    const std::string body = "pthread_barrier_wait(&b);\n";
    function("worker", repeated(rounds, body));
    const bool isUsedByMain = below(2) == 0;
    size_ = workers + (isUsedByMain ? 1 : 0) + (isOff() ? 1 : 0) - (isOff() && workers > 1 ? 1 : 0);
    for (unsigned i = 0; i < workers; ++i)
      startThread("worker");
    if (isUsedByMain)
      main_ += repeated(isOff() ? rounds + 1 : rounds, body);
  }
  void once() {
    const std::string inside = below(3) == 0 ? "sem_post(&s);\n" : below(3) == 0 ? locked("x = 1;\n") : "x = 1;\n";
    functions_ +=
        "void nothing(void) {}\nvoid init(void) {\n" + (isOff() ? "pthread_once(&o, nothing);\n" : inside) + "}\n";
    const std::string call = "pthread_once(&o, init);\n";
    function("worker", isOff() ? locked(call) : call);
    const unsigned workers = 1 + below(2);
    for (unsigned i = 0; i < workers; ++i)
      startThread("worker");
    if (below(2) == 0)
      main_ += call;
    if (below(3) == 0)
      main_ += "sem_wait(&s);\n";
  }
  void turns() {
    const unsigned rounds = 1 + below(2);
    const auto side = [&](const std::string &own, const std::string &next, unsigned times) {
      return repeated(times, locked(waitWhile("turn != " + own, below(2) == 0 || own == "0" ? "c" : "d") +
                                    "turn = " + next + ";\n" + wake(own == "0" ? "d" : "c", false) + wake("c", true)));
    };
    function("ping", side("0", "1", rounds));
    function("pong", side("1", "0", isOff() ? rounds + 1 : rounds));
    startThread("ping");
    if (below(2) == 0)
      startThread("pong");
    else
      main_ += side("1", "0", rounds);
  }
  std::string any() {
    switch (below(9)) {
    case 0:
      return "sem_wait(&s);\n";
    case 1:
      return "sem_post(&s);\n";
    case 2:
      return announce("flag = " + number(below(2)) + ";\n", wake("c", below(2) == 0));
    case 3:
      return locked(waitWhile("flag == 0", "c"));
    case 4:
      return announce("count++;\n", wake("c", below(2) == 0));
    case 5:
      return locked(waitWhile("count == 0", "c") + (below(2) == 0 ? "count--;\n" : ""));
    case 6:
      return "pthread_mutex_lock(&n);\n" + locked("x++;\n") + "pthread_mutex_unlock(&n);\n";
    case 7:
      return "pthread_mutex_lock(&n);\nsem_post(&u);\npthread_mutex_unlock(&n);\n";
    default:
      return "pthread_mutex_lock(&n);\nsem_wait(&u);\npthread_mutex_unlock(&n);\n";
    }
  }
  void mixed() {
    for (const char *name : {"first", "second"})
      function(name, any() + any() + (below(2) == 0 ? any() : ""));
    starting_ = below(2);
    startThread("first");
    startThread("second");
    if (below(2) == 0)
      main_ += any();
  }

  void finish() {
    main_ = "sem_init(&s, 0, " + number(starting_) + "); sem_init(&u, 0, 0); pthread_barrier_init(&b, 0, " +
            number(size_) + ");\n" + main_;
    for (unsigned i = 0; i < threads_; ++i)
      if (below(9) != 0)
        main_ += "join(t" + number(i) + ");\n";
    main_ += below(4) == 0 ? "pthread_exit(0);\n" : "return 0;\n";
  }

  std::mt19937_64 random_;
  std::string functions_;
  std::string main_;
  unsigned threads_ = 0;
  unsigned names_ = 0;
  unsigned starting_ = 0;
  unsigned size_ = 1;
};

} // namespace heddle::testing
