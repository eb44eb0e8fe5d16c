// Wrong: the function that prints is called with a format and a string of its caller.
#include <pthread.h>
#include <stdio.h>

char name[4] = "abc";

static void report(const char *format, const char *text) { fprintf(stderr, format, text); }

void *worker(void *arg) {
  (void)arg;
  name[0] = 'x';
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  report("%s\n", name);
  pthread_join(t, 0);
  return 0;
}
