// A lookup takes the lock of the bucket of another key.
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 16

struct entry {
  unsigned key;
  int value;
  struct entry *next;
};

struct bucket {
  pthread_mutex_t lock;
  struct entry *chain;
};

static struct bucket table[BUCKETS];

static unsigned hash(unsigned key) { return (key * 2654435761u) % BUCKETS; }

static void table_init(void) {
  for (int i = 0; i < BUCKETS; i++) {
    pthread_mutex_init(&table[i].lock, NULL);
    table[i].chain = NULL;
  }
}

static void put(unsigned key, int value) {
  struct bucket *b = &table[hash(key)];
  pthread_mutex_lock(&b->lock);
  for (struct entry *e = b->chain; e != NULL; e = e->next)
    if (e->key == key) {
      e->value = value;
      pthread_mutex_unlock(&b->lock);
      return;
    }
  struct entry *e = malloc(sizeof *e);
  if (e) {
    e->key = key;
    e->value = value;
    e->next = b->chain;
    b->chain = e;
  }
  pthread_mutex_unlock(&b->lock);
}

static int get(unsigned key, int *value) {
  struct bucket *b = &table[hash(key)];
  struct bucket *l = &table[hash(key + 1)];
  int found = 0;
  pthread_mutex_lock(&l->lock);
  for (struct entry *e = b->chain; e != NULL && !found; e = e->next)
    if (e->key == key) {
      *value = 1;
      found = 1;
    }
  pthread_mutex_unlock(&l->lock);
  return found;
}

static void *writer(void *arg) {
  unsigned seed = (unsigned)(long)arg;
  for (unsigned i = 0; i < 10; i++)
    put(seed + i, (int)i);
  return NULL;
}

static void *reader(void *arg) {
  int v;
  for (unsigned i = 0; i < 10; i++)
    get(i, &v);
  return NULL;
}

int main(void) {
  pthread_t w[2], r[2];
  table_init();
  for (int i = 0; i < 2; i++) {
    pthread_create(&w[i], NULL, writer, (void *)(long)i);
    pthread_create(&r[i], NULL, reader, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(w[i], NULL);
    pthread_join(r[i], NULL);
  }
  return 0;
}
