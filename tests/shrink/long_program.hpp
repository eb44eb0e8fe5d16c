// A C file of some sixty lines with three threads, of which few lines matter for the error.
#pragma once

namespace heddle::testing {

inline constexpr const char *longProgram = R"(#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct account { int balance; int limit; } first = {3, 4}, second;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int counter, flag, noise[4];

static int larger(int a, int b) {
  if (a > b)
    return a;
  return b;
}

void *transfer(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    first.balance -= 1;
    second.balance += 1;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

void *count(void *argument) {
  int seen = counter;
  if (larger(seen, 2) == 2) {
    counter = seen + 1;
    noise[seen & 3] = seen;
  } else {
    noise[0] = 7;
  }
  return 0;
}

void *signal_end(void *argument) {
  pthread_mutex_lock(&other);
  noise[1] = __VERIFIER_nondet_int() ? 1 : 2;
  flag = 1;
  pthread_mutex_unlock(&other);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, transfer, 0);
  pthread_create(&b, 0, count, 0);
  pthread_create(&c, 0, signal_end, 0);
  int sum = larger(first.limit, second.limit);
  while (sum > 3)
    sum--;
  switch (sum) {
  case 1:
    noise[2] = 1;
    break;
  default:
    noise[3] = 2;
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (counter == 1 && sum == 3)
    reach_error();
  pthread_join(c, 0);
  return 0;
}
)";

} // namespace heddle::testing
