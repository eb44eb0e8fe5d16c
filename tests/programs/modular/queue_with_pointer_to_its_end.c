// A queue has a pointer to the pointer at its end, which is in the last node, or in the queue.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct {
  struct node *head;
  struct node **end;
  pthread_mutex_t mutex;
} queue = {.head = 0, .end = &queue.head, .mutex = PTHREAD_MUTEX_INITIALIZER};

static void *producer(void *argument) {
  for (int i = 0;; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return argument;
    node->value = i;
    node->next = 0;
    pthread_mutex_lock(&queue.mutex);
    *queue.end = node;
    queue.end = &node->next;
    pthread_mutex_unlock(&queue.mutex);
  }
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&queue.mutex);
    struct node *node = queue.head;
    if (node) {
      queue.head = node->next;
      if (!queue.head)
        queue.end = &queue.head;
    }
    pthread_mutex_unlock(&queue.mutex);
    if (!node)
      return argument;
    node->value++;
    free(node);
  }
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
