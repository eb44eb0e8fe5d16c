// As stack_of_messages.c, but two nodes share their message.
#include <pthread.h>
#include <stdlib.h>

struct message {
  int from, to;
  char *text;
};

struct node {
  struct message *message;
  struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *producer(void *argument) {
  for (int i = 0;; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return argument;
    node->message = malloc(sizeof *node->message);
    node->message->from = i;
    node->message->text = malloc(10);
    node->message->text[0] = 0;
    struct node *second = malloc(sizeof *second);
    second->message = node->message;
    pthread_mutex_lock(&mutex);
    second->next = head;
    head = second;
    node->next = head;
    head = node;
    pthread_mutex_unlock(&mutex);
  }
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    struct node *node = head;
    if (node)
      head = node->next;
    pthread_mutex_unlock(&mutex);
    if (!node)
      return argument;
    struct message *message = node->message;
    free(node);
    message->to = message->from;
    message->text[1] = message->text[0];
    free(message->text);
    free(message);
  }
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
