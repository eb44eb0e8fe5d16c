// The test for a full ring is off by one: the producer overwrites a slot that is being read.
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static int slots[SIZE];
static atomic_uint head, tail; // next to read, next to write

static int push(int item) {
  const unsigned write = atomic_load_explicit(&tail, memory_order_relaxed);
  if (write - atomic_load_explicit(&head, memory_order_acquire) > SIZE)
    return 0;
  slots[write % SIZE] = item;
  atomic_store_explicit(&tail, write + 1, memory_order_release);
  return 1;
}

static int pop(int *item) {
  const unsigned read = atomic_load_explicit(&head, memory_order_relaxed);
  if (read == atomic_load_explicit(&tail, memory_order_acquire))
    return 0;
  *item = slots[read % SIZE];
  atomic_store_explicit(&head, read + 1, memory_order_release);
  return 1;
}

static void *producer(void *argument) {
  for (int i = 0;; i = (i + 1) % 100)
    while (!push(i))
      ;
}

static void *consumer(void *argument) {
  unsigned sum = 0;
  int item;
  for (;;)
    if (pop(&item))
      sum += (unsigned)item;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  return 0;
}
