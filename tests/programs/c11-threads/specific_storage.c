// tss_t: a value for each thread, and a destructor at the thread's end.
#include <assert.h>
#include <threads.h>
tss_t key;
int x;

void destroy(void *value) { *(int *)value = 4; }

int worker(void *arg) {
  assert(tss_get(key) == 0);
  tss_set(key, arg);
  return 0;
}

int main(void) {
  thrd_t t;
  tss_create(&key, destroy);
  thrd_create(&t, worker, &x);
  thrd_join(t, 0);
  assert(x == 4);
  assert(tss_get(key) == 0);
  tss_delete(key);
  return 0;
}
