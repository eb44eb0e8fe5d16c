// Items pass through a queue with pointers to its head and its tail, which consumers wait for.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct item {
  int number, square;
};

struct node {
  struct item *item;
  struct node *next;
};

struct queue {
  struct node *head, *tail;
  size_t count;
  bool closed;
  pthread_mutex_t mutex;
  pthread_cond_t filled;
};

static struct queue queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static void put(struct queue *q, struct item *item) {
  struct node *node = malloc(sizeof *node);
  node->item = item;
  node->next = NULL;
  pthread_mutex_lock(&q->mutex);
  if (q->tail)
    q->tail->next = node;
  else
    q->head = node;
  q->tail = node;
  q->count++;
  pthread_cond_signal(&q->filled);
  pthread_mutex_unlock(&q->mutex);
}

static bool get(struct queue *q, struct item **item) {
  pthread_mutex_lock(&q->mutex);
  while (!q->head && !q->closed)
    pthread_cond_wait(&q->filled, &q->mutex);
  struct node *node = q->head;
  if (!node) {
    pthread_mutex_unlock(&q->mutex);
    return false;
  }
  q->head = node->next;
  if (!q->head)
    q->tail = NULL;
  q->count--;
  pthread_mutex_unlock(&q->mutex);
  *item = node->item;
  free(node);
  return true;
}

static void *producer(void *argument) {
  for (int i = 0;; i++) {
    struct item *item = malloc(sizeof *item);
    item->number = i;
    put(&queue, item);
  }
  return argument;
}

static void *consumer(void *argument) {
  struct item *item;
  while (get(&queue, &item)) {
    item->square = item->number;
    free(item);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
