// The producer touches the message after it has enqueued it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CAP 8

typedef struct message {
  int id;
  char text[12];
} message;

typedef struct {
  message *buf[CAP];
  unsigned in, out, used;
  pthread_mutex_t mtx;
  pthread_cond_t not_full, not_empty;
} channel;

static channel ch;

static void channel_init(channel *c) {
  c->in = c->out = c->used = 0;
  pthread_mutex_init(&c->mtx, NULL);
  pthread_cond_init(&c->not_full, NULL);
  pthread_cond_init(&c->not_empty, NULL);
}

static void channel_send(channel *c, message *msg) {
  pthread_mutex_lock(&c->mtx);
  while (c->used == CAP)
    pthread_cond_wait(&c->not_full, &c->mtx);
  c->buf[c->in] = msg;
  c->in = (c->in + 1) % CAP;
  c->used++;
  pthread_cond_signal(&c->not_empty);
  pthread_mutex_unlock(&c->mtx);
}

static message *channel_recv(channel *c) {
  message *msg;
  pthread_mutex_lock(&c->mtx);
  while (c->used == 0)
    pthread_cond_wait(&c->not_empty, &c->mtx);
  msg = c->buf[c->out];
  c->out = (c->out + 1) % CAP;
  c->used--;
  pthread_cond_signal(&c->not_full);
  pthread_mutex_unlock(&c->mtx);
  return msg;
}

static void *producer(void *arg) {
  long n = (long)arg;
  for (long i = 0; i < n; i++) {
    message *m = malloc(sizeof *m);
    if (!m)
      exit(1);
    m->id = (int)i;
    strcpy(m->text, "hello");
    channel_send(&ch, m);
    m->id = -1;
  }
  return NULL;
}

static void *consumer(void *arg) {
  long n = (long)arg;
  long total = 0;
  for (long i = 0; i < n; i++) {
    message *m = channel_recv(&ch);
    total += m->id + m->text[0];
    free(m);
  }
  return (void *)total;
}

int main(void) {
  pthread_t prod, cons;
  channel_init(&ch);
  pthread_create(&prod, NULL, producer, (void *)20L);
  pthread_create(&cons, NULL, consumer, (void *)20L);
  pthread_join(prod, NULL);
  pthread_join(cons, NULL);
  return 0;
}
