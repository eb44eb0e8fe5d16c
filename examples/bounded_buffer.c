// A bounded buffer with condition variables: one thread puts items in, another takes them out.
//
// Right. A thread that has to wait gives the mutex back while it waits, and looks again when it wakes
// (`while`, not `if`), so spurious wake-ups do no harm.
//
//   heddle verify bounded_buffer.c                             true: every item arrives, in order
//   heddle verify --property no-data-race bounded_buffer.c     true
//   heddle verify --property no-deadlock bounded_buffer.c      true: no thread waits for ever
//   heddle verify --property lock-discipline bounded_buffer.c  true
#include <assert.h>
#include <pthread.h>

#define CAPACITY 2
#define ITEMS 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t notFull = PTHREAD_COND_INITIALIZER;
static pthread_cond_t notEmpty = PTHREAD_COND_INITIALIZER;
static int buffer[CAPACITY]; // these four are protected by mutex
static int count;
static int nextIn;
static int nextOut;

static void put(int item) {
  pthread_mutex_lock(&mutex);
  while (count == CAPACITY)
    pthread_cond_wait(&notFull, &mutex);
  buffer[nextIn] = item;
  nextIn = (nextIn + 1) % CAPACITY;
  count++;
  pthread_cond_signal(&notEmpty);
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  while (count == 0)
    pthread_cond_wait(&notEmpty, &mutex);
  const int item = buffer[nextOut];
  nextOut = (nextOut + 1) % CAPACITY;
  count--;
  pthread_cond_signal(&notFull);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void *producer(void *argument) {
  (void)argument;
  for (int item = 1; item <= ITEMS; item++)
    put(item);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  for (int item = 1; item <= ITEMS; item++)
    assert(take() == item);
  pthread_join(thread, 0);
  return 0;
}
