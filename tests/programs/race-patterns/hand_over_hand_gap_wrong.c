// A node is changed when its mutex has been unlocked and that of the next one is not locked yet.
#include <pthread.h>

struct node {
  pthread_mutex_t mutex;
  int value;
  struct node *next;
};

static struct node third = {PTHREAD_MUTEX_INITIALIZER, 30, 0};
static struct node second = {PTHREAD_MUTEX_INITIALIZER, 20, &third};
static struct node first = {PTHREAD_MUTEX_INITIALIZER, 10, &second};

static void add_to_all(int amount) {
  struct node *node = &first;
  pthread_mutex_lock(&node->mutex);
  for (;;) {
    struct node *next = node->next;
    if (!next)
      break;
    pthread_mutex_unlock(&node->mutex);
    node->value += amount;
    pthread_mutex_lock(&next->mutex);
    node = next;
  }
  pthread_mutex_unlock(&node->mutex);
}

static void *worker(void *argument) {
  add_to_all((int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, (void *)1);
  pthread_create(&b, 0, worker, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return first.value + second.value + third.value != 69;
}
