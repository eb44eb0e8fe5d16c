// The emptiness test reads the size without the lock.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define CAPACITY 64

struct stack {
  pthread_mutex_t lock;
  int size;
  int items[CAPACITY];
};

static struct stack *stack_new(void) {
  struct stack *s = malloc(sizeof *s);
  if (s == NULL)
    abort();
  pthread_mutex_init(&s->lock, NULL);
  s->size = 0;
  return s;
}

static bool stack_push(struct stack *s, int x) {
  bool ok = false;
  pthread_mutex_lock(&s->lock);
  if (s->size < CAPACITY) {
    s->items[s->size++] = x;
    ok = true;
  }
  pthread_mutex_unlock(&s->lock);
  return ok;
}

static bool stack_pop(struct stack *s, int *x) {
  bool ok = false;
  if (s->size == 0)
    return ok;
  pthread_mutex_lock(&s->lock);
  if (s->size > 0) {
    *x = s->items[--s->size];
    ok = true;
  }
  pthread_mutex_unlock(&s->lock);
  return ok;
}

static void *pusher(void *arg) {
  struct stack *s = arg;
  for (int i = 0; i < 100; i++)
    stack_push(s, i);
  return NULL;
}

static void *popper(void *arg) {
  struct stack *s = arg;
  int x, sum = 0;
  for (int i = 0; i < 100; i++)
    if (stack_pop(s, &x))
      sum += x;
  return NULL;
}

int main(void) {
  struct stack *s = stack_new();
  pthread_t a, b;
  pthread_create(&a, NULL, pusher, s);
  pthread_create(&b, NULL, popper, s);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_destroy(&s->lock);
  free(s);
  return 0;
}
