// A block is used after it was given back.
#include <pthread.h>
#include <stddef.h>

#define BLOCKS 8

typedef struct block {
  struct block *next;
  int payload;
} block;

static block pool[BLOCKS];
static block *free_blocks;
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;

static void pool_init(void) {
  for (int i = 0; i < BLOCKS; i++) {
    pool[i].next = free_blocks;
    free_blocks = &pool[i];
  }
}

static block *block_alloc(void) {
  pthread_mutex_lock(&pool_lock);
  block *b = free_blocks;
  if (b)
    free_blocks = b->next;
  pthread_mutex_unlock(&pool_lock);
  return b;
}

static void block_free(block *b) {
  pthread_mutex_lock(&pool_lock);
  b->next = free_blocks;
  free_blocks = b;
  pthread_mutex_unlock(&pool_lock);
}

static void *client(void *arg) {
  for (int i = 0; i < 10; i++) {
    block *b = block_alloc();
    if (!b)
      continue;
    b->payload = i;
    block_free(b);
    b->payload++;
  }
  return NULL;
}

int main(void) {
  pthread_t t[3];
  pool_init();
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, client, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
