// As stack_taken_as_a_whole.c, but the consumer leaves the nodes in the stack.
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
  }
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    struct node *batch = head;
    pthread_mutex_unlock(&mutex);
    if (!batch)
      return argument;
    for (struct node *each = batch; each; each = each->next)
      each->value++;
    while (batch) {
      struct node *next = batch->next;
      free(batch);
      batch = next;
    }
  }
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
