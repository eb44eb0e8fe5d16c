// Nodes are filled without a lock, put into a list under a mutex, and summed up under it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *head;

void *producer(void *argument) {
  for (int i = 0; i < 1; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 0;
    node->value = i;
    node->next = 0;
    pthread_mutex_lock(&mutex);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  int sum = 0;
  pthread_mutex_lock(&mutex);
  for (struct node *node = head; node; node = node->next)
    sum += node->value & 1;
  pthread_mutex_unlock(&mutex);
  return sum ? argument : 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, producer, 0);
  pthread_create(&two, 0, producer, 0);
  pthread_create(&three, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
