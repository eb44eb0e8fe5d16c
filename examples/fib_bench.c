// Fibonacci by two threads: one adds j to i, the other i to j, N times each, without any lock.
//
// Right. Starting from i = j = 1, no interleaving brings either variable past the Fibonacci number F(2N+2): with
// F(1) = F(2) = 1, taking turns (i += j; j += i; i += j; …) walks up the sequence one number at a time, 2N steps
// from F(2), and every other order adds a value that is older, hence smaller. A proof has to rule out all of the
// C(6N, 3N) interleavings of reads and writes at once: a small program, and a hard one. N can be given: -DN=7.
// fib_bench_unsafe.c asks whether the bound itself can be reached.
//
//   heddle verify fib_bench.c                           true
//   heddle verify --property no-data-race fib_bench.c   false: i and j are shared without a lock
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
  // Not joined: the bound holds at every moment.
  assert(i <= largest && j <= largest);
  return 0;
}
