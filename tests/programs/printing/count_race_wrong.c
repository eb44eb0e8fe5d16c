// Wrong: %n writes the variable that the other thread reads.
#include <pthread.h>
#include <stdio.h>

int printed;

void *worker(void *arg) {
  (void)arg;
  return printed == 0 ? arg : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  printf("ab%n\n", &printed);
  pthread_join(t, 0);
  return 0;
}
