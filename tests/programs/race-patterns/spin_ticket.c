// A ticket lock: each thread draws a ticket and waits until it is served.
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uint next;
  atomic_uint serving;
};

static struct ticket_lock lock;
static int shared_count;

static void acquire(struct ticket_lock *ticket_lock) {
  const unsigned ticket = atomic_fetch_add(&ticket_lock->next, 1);
  while (atomic_load(&ticket_lock->serving) != ticket)
    ;
}

static void release(struct ticket_lock *ticket_lock) {
  const unsigned served = atomic_load(&ticket_lock->serving);
  atomic_store(&ticket_lock->serving, served + 1);
}

static void *worker(void *argument) {
  acquire(&lock);
  shared_count++;
  release(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_create(&third, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return shared_count != 3;
}
