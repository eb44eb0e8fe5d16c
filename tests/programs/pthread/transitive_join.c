// Join is transitive: main joins only the thread that joined the writer.
#include <pthread.h>
extern void reach_error(void);
int x;
pthread_t writer;

void *produce(void *arg) {
  (void)arg;
  x = 5;
  return 0;
}

void *waiter(void *arg) {
  (void)arg;
  pthread_join(writer, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&writer, 0, produce, 0);
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
  if (x != 5)
    reach_error();
  return 0;
}
