// A thread sets the value of its node, which others may have found, without the mutex of the node.
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int value;
  struct node *next;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *head;

void *worker(void *argument) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return 0;
  pthread_mutex_init(&node->mutex, 0);
  node->value = 0;
  pthread_mutex_lock(&mutex);
  node->next = head;
  head = node;
  struct node *second = node->next;
  pthread_mutex_unlock(&mutex);
  node->value = 1;
  if (second) {
    pthread_mutex_lock(&second->mutex);
    second->value++;
    pthread_mutex_unlock(&second->mutex);
  }
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_create(&three, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
