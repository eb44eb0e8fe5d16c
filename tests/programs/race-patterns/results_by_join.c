// Threads return results on the heap, which main frees after the join.
#include <pthread.h>
#include <stdlib.h>

struct result {
  int sum;
};

static void *sum_up(void *arg) {
  int n = *(int *)arg;
  struct result *r = malloc(sizeof *r);
  if (r == NULL)
    return NULL;
  r->sum = 0;
  for (int i = 1; i <= n; i++)
    r->sum += i;
  return r;
}

int main(void) {
  pthread_t t[3];
  int n[3] = {10, 20, 30};
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, sum_up, &n[i]);
  int total = 0;
  for (int i = 0; i < 3; i++) {
    void *p;
    pthread_join(t[i], &p);
    if (p) {
      total += ((struct result *)p)->sum;
      free(p);
    }
  }
  return total;
}
