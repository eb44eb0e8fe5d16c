// Fibonacci by two threads: one adds j to i, the other i to j, N times each, without any lock.
//
// Wrong. The assertion claims that F(2N+2) is never reached, but strictly taking turns (i += j; j += i; i += j; …)
// reaches it in the last of the 2N additions; with F(1) = F(2) = 1. No other order does, so random executions hardly
// ever find it. N can be given: -DN=7. fib_bench.c claims only that the number is not exceeded, which is right.
//
//   heddle verify fib_bench_unsafe.c                           false: the assertion fails
//   heddle verify --property no-data-race fib_bench_unsafe.c   false: i and j are shared without a lock
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

static int i = 1, j = 1;

static void *add_to_i(void *argument) {
  (void)argument;
  for (int round = 0; round < N; round++)
    i += j;
  return 0;
}

static void *add_to_j(void *argument) {
  (void)argument;
  for (int round = 0; round < N; round++)
    j += i;
  return 0;
}

static int fibonacci(int n) {
  int current = 0, next = 1;
  for (int step = 0; step < n; step++) {
    const int sum = current + next;
    current = next;
    next = sum;
  }
  return current;
}

int main(void) {
  const int largest = fibonacci(2 * N + 2);
  pthread_t first, second;
  pthread_create(&first, 0, add_to_i, 0);
  pthread_create(&second, 0, add_to_j, 0);
  // Not joined: whatever the threads have reached by now counts.
  assert(i < largest && j < largest);
  return 0;
}
