// A struct that is returned in a register contains a spin lock that is held.
#include <pthread.h>
struct s {
  pthread_spinlock_t l;
  int n;
};
static struct s a, b;
static struct s get(void) { return a; }
int main(void) {
  pthread_spin_init(&a.l, 0);
  pthread_spin_lock(&a.l);
  b = get();
  pthread_spin_unlock(&b.l);
  return 0;
}
