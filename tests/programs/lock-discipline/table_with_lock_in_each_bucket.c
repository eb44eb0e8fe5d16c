// A lock in each bucket of a table: pointers beside the locks are copied all the time, the locks are not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key, value;
  struct node *next;
};

struct bucket {
  pthread_mutex_t mutex;
  struct node *first;
  int count;
};

static struct bucket table[2];

static void insert(struct node *node) {
  struct bucket *bucket = &table[node->key & 1];
  pthread_mutex_lock(&bucket->mutex);
  node->next = bucket->first;
  bucket->first = node;
  bucket->count++;
  pthread_mutex_unlock(&bucket->mutex);
}

static void *worker(void *arg) {
  insert(arg);
  return 0;
}

int main(void) {
  struct node nodes[3] = {{.key = 1}, {.key = 3}, {.key = 2}};
  for (unsigned i = 0; i < 2; i++)
    pthread_mutex_init(&table[i].mutex, 0);
  pthread_t t;
  pthread_create(&t, 0, worker, &nodes[0]);
  insert(&nodes[1]);
  insert(&nodes[2]);
  pthread_join(t, 0);
  table[0].count = table[1].count;
  int keys = 0;
  for (struct node *node = table[1].first; node; node = node->next)
    keys += node->key;
  assert(keys == 4 && table[0].count == 2);
  return 0;
}
