// The producer completes the buffer after it has put it into the queue.
#include <pthread.h>

#define CAPACITY 2
#define BUFFERS 2

struct buffer {
  int length;
  char data[4];
};

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;
  struct buffer *items[CAPACITY];
  int first, count;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0, 0}, 0, 0};

static struct buffer buffers[BUFFERS];

static void put(struct buffer *buffer) {
  pthread_mutex_lock(&queue.mutex);
  queue.items[(queue.first + queue.count) % CAPACITY] = buffer;
  queue.count++;
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.mutex);
}

static struct buffer *take(void) {
  pthread_mutex_lock(&queue.mutex);
  while (queue.count == 0)
    pthread_cond_wait(&queue.not_empty, &queue.mutex);
  struct buffer *buffer = queue.items[queue.first];
  queue.first = (queue.first + 1) % CAPACITY;
  queue.count--;
  pthread_mutex_unlock(&queue.mutex);
  return buffer;
}

static void *produce(void *argument) {
  for (int i = 0; i < BUFFERS; i++) {
    buffers[i].data[0] = (char)i;
    put(&buffers[i]);
    buffers[i].length = 1;
  }
  return 0;
}

static void *consume(void *argument) {
  for (int i = 0; i < BUFFERS; i++) {
    struct buffer *buffer = take();
    buffer->length = 0;
  }
  return 0;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, 0, produce, 0);
  pthread_create(&consumer, 0, consume, 0);
  pthread_join(producer, 0);
  pthread_join(consumer, 0);
  return 0;
}
