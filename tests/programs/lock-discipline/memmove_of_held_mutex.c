// An array with a held mutex in it is moved.
#include <pthread.h>
#include <string.h>
struct s {
  pthread_mutex_t m;
  int n;
};
static struct s a[3];
int main(void) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_init(&a[i].m, 0);
  pthread_mutex_lock(&a[2].m);
  memmove(&a[0], &a[1], 2 * sizeof a[0]);
  pthread_mutex_unlock(&a[1].m);
  return 0;
}
