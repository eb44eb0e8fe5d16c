// As stack_under_write_lock.c, but consumers take the lock for reading.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static pthread_rwlock_t mutex = PTHREAD_RWLOCK_INITIALIZER;
static struct node *head;

static void *producer(void *argument) {
  for (int i = 0;; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return argument;
    node->value = i;
    pthread_rwlock_wrlock(&mutex);
    node->next = head;
    head = node;
    pthread_rwlock_unlock(&mutex);
  }
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_rwlock_rdlock(&mutex);
    struct node *node = head;
    if (node)
      head = node->next;
    pthread_rwlock_unlock(&mutex);
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
