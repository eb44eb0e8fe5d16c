// A function starts a thread on a request in its own frame, and joins it before it returns and reads the reply.
#include <pthread.h>

struct request {
  int question;
  int answer;
};

static void *answer(void *argument) {
  struct request *request = argument;
  request->answer = request->question + 1;
  return 0;
}

static int ask(int question) {
  struct request request = {question, 0};
  pthread_t thread;
  if (pthread_create(&thread, 0, answer, &request) != 0)
    return -1;
  pthread_join(thread, 0);
  return request.answer;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += ask(i);
  return sum != 6;
}
