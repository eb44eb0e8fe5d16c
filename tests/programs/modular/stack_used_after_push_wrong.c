// As stack_of_nodes.c, but the producer uses the node after it has pushed it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *producer(void *argument) {
  for (int i = 0;; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return argument;
    node->value = i;
    pthread_mutex_lock(&mutex);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&mutex);
    node->value = 0;
  }
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    struct node *node = head;
    if (node)
      head = node->next;
    pthread_mutex_unlock(&mutex);
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
