// A condition wait that does not look again: `if` where `while` belongs.
//
// Wrong. POSIX lets pthread_cond_wait return although no thread has signalled. Then the taker goes on with an
// empty slot.
//
//   heddle verify spurious_wakeup.c                         false: the slot is empty
//   heddle verify --no-spurious-wakeups spurious_wakeup.c   true: it takes a spurious wake-up to break it
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int slot; // protected by mutex; 0 is empty

static void *producer(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  slot = 7;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  pthread_mutex_lock(&mutex);
  if (slot == 0)
    pthread_cond_wait(&filled, &mutex);
  assert(slot == 7);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
