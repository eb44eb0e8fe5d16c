// Wrong: assigning a struct is several writes, and another thread, which itself
// looks at both members at once, can come in between.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct pair {
  int a, b;
};

static struct pair shared;

static void *writer(void *argument) {
  (void)argument;
  const struct pair next = {1, 1};
  shared = next;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  __VERIFIER_atomic_begin();
  const int a = shared.a;
  const int b = shared.b;
  __VERIFIER_atomic_end();
  assert(a == b);
  pthread_join(thread, 0);
  return 0;
}
