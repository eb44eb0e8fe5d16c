// An object is changed without its lock.
#include <pthread.h>
#include <stdlib.h>

typedef struct item {
  pthread_mutex_t lock;
  int count;
  struct item *next;
} item;

static item *items;
static pthread_mutex_t items_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_item(void) {
  item *it = malloc(sizeof(*it));
  if (!it)
    return;
  pthread_mutex_init(&it->lock, NULL);
  it->count = 0;
  pthread_mutex_lock(&items_lock);
  it->next = items;
  items = it;
  pthread_mutex_unlock(&items_lock);
}

static void visit_all(void) {
  pthread_mutex_lock(&items_lock);
  item *it = items;
  pthread_mutex_unlock(&items_lock);
  for (; it; it = it->next) {
    it->count++;
  }
}

static void *adder(void *arg) {
  for (int i = 0; i < 4; i++)
    add_item();
  return NULL;
}

static void *visitor(void *arg) {
  for (int i = 0; i < 4; i++)
    visit_all();
  return NULL;
}

int main(void) {
  pthread_t a, v1, v2;
  pthread_create(&a, NULL, adder, NULL);
  pthread_create(&v1, NULL, visitor, NULL);
  pthread_create(&v2, NULL, visitor, NULL);
  pthread_join(a, NULL);
  pthread_join(v1, NULL);
  pthread_join(v2, NULL);
  return 0;
}
