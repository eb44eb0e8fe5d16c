// A library without main: a bounded stack with a lock. stack_pop_wrong tests before it takes the lock.
#include <pthread.h>

#define CAPACITY 2

struct stack {
  pthread_mutex_t mutex;
  int top;
  int values[CAPACITY];
};

static struct stack stack = {.mutex = PTHREAD_MUTEX_INITIALIZER};

int stack_push(struct stack *s, int value) {
  pthread_mutex_lock(&s->mutex);
  const int fits = s->top < CAPACITY;
  if (fits)
    s->values[s->top++] = value;
  pthread_mutex_unlock(&s->mutex);
  return fits;
}

int stack_pop(struct stack *s, int *value) {
  pthread_mutex_lock(&s->mutex);
  const int exists = s->top > 0;
  if (exists)
    *value = s->values[--s->top];
  pthread_mutex_unlock(&s->mutex);
  return exists;
}

int stack_pop_wrong(struct stack *s, int *value) {
  if (s->top == 0)
    return 0;
  pthread_mutex_lock(&s->mutex);
  *value = s->values[--s->top];
  pthread_mutex_unlock(&s->mutex);
  return 1;
}
