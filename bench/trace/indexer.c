// The indexer of Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software" (POPL 2005),
// written after the description there: each thread inserts 4 messages into a hash table of 128 entries. As in "Symbolic
// Pruning of Concurrent Program Executions", an assertion states that no other thread takes one particular entry: that
// of the second message of thread 0.
// Safe up to 11 threads: all messages have entries of their own. Unsafe from 12 on: the first message of thread 11 has
// the same entry, and may come first.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 12
#endif
#define SIZE 128
#define MESSAGES 4

int table[SIZE];
int ids[THREADS];

int hash(int message) { return (message * 7) % SIZE; }

void *indexer(void *arg) {
  int id = *(int *)arg;
  for (int m = 1; m <= MESSAGES; m++) {
    int message = m * 11 + id;
    int entry = hash(message);
    while (!__sync_bool_compare_and_swap(&table[entry], 0, message)) {
      assert(!(id == 0 && m == 2));
      entry = (entry + 1) % SIZE;
    }
  }
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, indexer, &ids[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
