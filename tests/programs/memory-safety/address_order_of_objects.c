// Locks of heap objects are taken in the order of their addresses. Which one has the lower address is not specified, so
// that a proof for one order is none.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account *first, *second;

static void transfer(struct account *from, struct account *to) {
  struct account *const low = from < to ? from : to;
  struct account *const high = from < to ? to : from;
  pthread_mutex_lock(&low->lock);
  pthread_mutex_lock(&high->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&high->lock);
  pthread_mutex_unlock(&low->lock);
}

static void *worker(void *unused) {
  transfer(second, first);
  return unused;
}

int main(void) {
  first = calloc(1, sizeof *first);
  second = calloc(1, sizeof *second);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  transfer(first, second);
  pthread_join(thread, NULL);
  return 0;
}
