// As stack_with_free_list.c, but a node is used after it has been recycled.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t spare_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *head, *spare;

static struct node *new_node(void) {
  pthread_mutex_lock(&spare_mutex);
  struct node *node = spare;
  if (node)
    spare = node->next;
  pthread_mutex_unlock(&spare_mutex);
  return node ? node : malloc(sizeof(struct node));
}

static void recycle(struct node *node) {
  pthread_mutex_lock(&spare_mutex);
  node->next = spare;
  spare = node;
  pthread_mutex_unlock(&spare_mutex);
}

static void *producer(void *argument) {
  for (int i = 0;; i++) {
    struct node *node = new_node();
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
    struct node *node = head;
    if (node)
      head = node->next;
    pthread_mutex_unlock(&mutex);
    if (!node)
      return argument;
    recycle(node);
    node->value++;
  }
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
