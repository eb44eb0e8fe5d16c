// A race that comes before the division in every order of the threads, or in another thread, is still found.
#include <limits.h>
#include <pthread.h>
int a = INT_MIN, b = -1, x;
void *worker(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 2;
  return a / b;
}
