// The lock is implemented in a file that is missing. It may well exclude the lost update.
#include <assert.h>
#include <pthread.h>

struct lock {
  int taken;
};
void lock_take(struct lock *lock);
void lock_give(struct lock *lock);

static struct lock lock;
static int counter;

static void *worker(void *argument) {
  lock_take(&lock);
  counter++;
  lock_give(&lock);
  return argument;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
  lock_take(&lock);
  counter++;
  lock_give(&lock);
  pthread_join(first, 0);
  assert(counter == 2);
  return 0;
}
