// Wrong: recv writes what the other thread reads.
#include <pthread.h>
#include <sys/socket.h>

char text[4];

void *worker(void *arg) {
  (void)arg;
  return text[0] == 'q' ? arg : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  recv(0, text, sizeof text, 0);
  pthread_join(t, 0);
  return 0;
}
