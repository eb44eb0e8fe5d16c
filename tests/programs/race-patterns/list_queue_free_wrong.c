// The consumer reads the node's successor after it has released the mutex.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

struct queue {
  struct node *head, *tail;
  pthread_mutex_t lock;
};

static struct queue q = {NULL, NULL, PTHREAD_MUTEX_INITIALIZER};

void enqueue(struct queue *q, int v) {
  struct node *n = malloc(sizeof(struct node));
  if (n == NULL)
    return;
  n->value = v;
  n->next = NULL;
  pthread_mutex_lock(&q->lock);
  if (q->tail == NULL)
    q->head = n;
  else
    q->tail->next = n;
  q->tail = n;
  pthread_mutex_unlock(&q->lock);
}

int dequeue(struct queue *q, int *out) {
  pthread_mutex_lock(&q->lock);
  struct node *n = q->head;
  if (n == NULL) {
    pthread_mutex_unlock(&q->lock);
    return 0;
  }
  q->head = n->next;
  if (q->head == NULL)
    q->tail = NULL;
  pthread_mutex_unlock(&q->lock);
  if (q->head && q->head->next)
    sched_yield();
  *out = n->value;
  free(n);
  return 1;
}

void *producer(void *arg) {
  for (int i = 0; i < 50; i++)
    enqueue(&q, i);
  return NULL;
}

void *consumer(void *arg) {
  int v, sum = 0;
  for (int i = 0; i < 100; i++)
    if (dequeue(&q, &v))
      sum += v;
  return NULL;
}

int main() {
  pthread_t p, c1, c2;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c1, NULL, consumer, NULL);
  pthread_create(&c2, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c1, NULL);
  pthread_join(c2, NULL);
  return 0;
}
