#include "pipeline.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// Lock order: the lock of a queue before the lock of the pipeline. No thread holds the locks of two queues.

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  void **slots;
  size_t capacity;
  size_t head;
  size_t count;
  bool ended;   // no item follows
  bool stopped; // nothing may be pushed or popped any more
};

struct stage {
  struct pipeline *pipeline;
  struct queue *input;
  struct queue *output;
  struct pipeline_stage settings;
  pthread_t thread;
};

struct pipeline {
  void (*dispose)(void *item);
  size_t stage_count;
  size_t started;        // stages whose thread runs
  size_t queue_count;    // queues that are initialised, one more than stages in the end
  struct queue *queues;  // of stage_count + 1
  struct stage **stages; // of stage_count

  pthread_mutex_t lock; // protects what follows
  int error;            // the first error of a stage
  size_t moves;
};

// Queues

static int queue_init(struct queue *queue, size_t capacity) {
  *queue = (struct queue){.capacity = capacity};
  queue->slots = malloc(capacity * sizeof *queue->slots);
  if (!queue->slots)
    return ENOMEM;
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->not_empty, NULL);
  pthread_cond_init(&queue->not_full, NULL);
  return 0;
}

static void queue_destroy(struct queue *queue, void (*dispose)(void *item)) {
  for (; queue->count > 0; queue->count--) {
    dispose(queue->slots[queue->head]);
    queue->head = (queue->head + 1) % queue->capacity;
  }
  pthread_cond_destroy(&queue->not_full);
  pthread_cond_destroy(&queue->not_empty);
  pthread_mutex_destroy(&queue->lock);
  free(queue->slots);
}

static void count_move(struct pipeline *pipeline) {
  pthread_mutex_lock(&pipeline->lock);
  pipeline->moves++;
  pthread_mutex_unlock(&pipeline->lock);
}

/// Returns 0, EPIPE after the end, or ECANCELED if the queue was stopped; the item still belongs to the caller then.
static int queue_push(struct pipeline *pipeline, struct queue *queue, void *item) {
  int error = 0;
  pthread_mutex_lock(&queue->lock);
  while (queue->count == queue->capacity && !queue->stopped && !queue->ended)
    pthread_cond_wait(&queue->not_full, &queue->lock);
  if (queue->stopped) {
    error = ECANCELED;
  } else if (queue->ended) {
    error = EPIPE;
  } else {
    queue->slots[(queue->head + queue->count) % queue->capacity] = item;
    queue->count++;
    count_move(pipeline); // under the lock of the queue, so that no item can be popped before it is counted
    pthread_cond_signal(&queue->not_empty);
  }
  pthread_mutex_unlock(&queue->lock);
  return error;
}

/// Returns 0, ENODATA at the end, or ECANCELED if the queue was stopped.
static int queue_pop(struct queue *queue, void **item) {
  int error = 0;
  pthread_mutex_lock(&queue->lock);
  while (queue->count == 0 && !queue->stopped && !queue->ended)
    pthread_cond_wait(&queue->not_empty, &queue->lock);
  if (queue->stopped) {
    error = ECANCELED;
  } else if (queue->count == 0) {
    error = ENODATA;
  } else {
    *item = queue->slots[queue->head];
    queue->head = (queue->head + 1) % queue->capacity;
    queue->count--;
    pthread_cond_signal(&queue->not_full);
  }
  pthread_mutex_unlock(&queue->lock);
  return error;
}

static void queue_end(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->ended = true;
  pthread_cond_broadcast(&queue->not_empty);
  pthread_cond_broadcast(&queue->not_full);
  pthread_mutex_unlock(&queue->lock);
}

static void queue_stop(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->stopped = true;
  pthread_cond_broadcast(&queue->not_empty);
  pthread_cond_broadcast(&queue->not_full);
  pthread_mutex_unlock(&queue->lock);
}

// Stages

static void stop_queues(struct pipeline *pipeline) {
  for (size_t i = 0; i < pipeline->queue_count; i++)
    queue_stop(&pipeline->queues[i]);
}

static void fail(struct pipeline *pipeline, int error) {
#ifdef WRONG_LOCK_ORDER
  pthread_mutex_lock(&pipeline->lock);
  if (pipeline->error == 0)
    pipeline->error = error;
  stop_queues(pipeline);
  pthread_mutex_unlock(&pipeline->lock);
#elif defined(WRONG_ERROR_RACE)
  stop_queues(pipeline);
  if (pipeline->error == 0)
    pipeline->error = error;
#else
  pthread_mutex_lock(&pipeline->lock);
  if (pipeline->error == 0)
    pipeline->error = error;
  pthread_mutex_unlock(&pipeline->lock);
  stop_queues(pipeline); // takes the locks of queues, hence only now
#endif
}

static void *run_stage(void *argument) {
  struct stage *stage = argument;
  struct pipeline *pipeline = stage->pipeline;
  void *item;
  int error;
  while ((error = queue_pop(stage->input, &item)) == 0) {
    error = stage->settings.process(stage->settings.context, &item);
    if (error)
      fail(pipeline, error);
    if (item && !error)
      error = queue_push(pipeline, stage->output, item);
    if (error) {
#ifndef WRONG_LEAK
      if (item)
        pipeline->dispose(item); // it has not become part of the next queue
#endif
      break;
    }
  }
#ifdef WRONG_END
  // A stage that has nothing left to do just ends.
  return NULL;
#else
  if (error == ENODATA)
    queue_end(stage->output);
  return NULL;
#endif
}

// Pipelines

static void free_pipeline(struct pipeline *pipeline) {
  for (size_t i = 0; i < pipeline->started; i++)
    free(pipeline->stages[i]);
  for (size_t i = 0; i < pipeline->queue_count; i++)
    queue_destroy(&pipeline->queues[i], pipeline->dispose);
  pthread_mutex_destroy(&pipeline->lock);
  free(pipeline->stages);
  free(pipeline->queues);
  free(pipeline);
}

int pipeline_create(struct pipeline **result, const struct pipeline_options *options) {
  if (options->stage_count == 0 || options->capacity == 0 || !options->dispose)
    return EINVAL;
  struct pipeline *pipeline = calloc(1, sizeof *pipeline);
  if (!pipeline)
    return ENOMEM;
  pipeline->dispose = options->dispose;
  pipeline->stage_count = options->stage_count;
  pthread_mutex_init(&pipeline->lock, NULL);
  pipeline->queues = calloc(options->stage_count + 1, sizeof *pipeline->queues);
  pipeline->stages = calloc(options->stage_count, sizeof *pipeline->stages);
  int error = pipeline->queues && pipeline->stages ? 0 : ENOMEM;
  while (!error && pipeline->queue_count <= options->stage_count) {
    error = queue_init(&pipeline->queues[pipeline->queue_count], options->capacity);
    if (!error)
      pipeline->queue_count++;
  }
  while (!error && pipeline->started < options->stage_count) {
    struct stage *stage = malloc(sizeof *stage);
    if (!stage) {
      error = ENOMEM;
      break;
    }
    stage->pipeline = pipeline;
    stage->input = &pipeline->queues[pipeline->started];
    stage->output = &pipeline->queues[pipeline->started + 1];
    stage->settings = options->stages[pipeline->started];
    error = pthread_create(&stage->thread, NULL, run_stage, stage);
    if (error)
      free(stage);
    else
      pipeline->stages[pipeline->started++] = stage;
  }
  if (error) {
    pipeline_destroy(pipeline);
    return error;
  }
  *result = pipeline;
  return 0;
}

/// What a caller gets to know: a stopped pipeline has the error of the stage that has failed.
static int outcome(struct pipeline *pipeline, int error) {
  if (error != ECANCELED)
    return error;
  pthread_mutex_lock(&pipeline->lock);
  int first = pipeline->error;
  pthread_mutex_unlock(&pipeline->lock);
  return first;
}

int pipeline_push(struct pipeline *pipeline, void *item) {
  return outcome(pipeline, queue_push(pipeline, &pipeline->queues[0], item));
}

void pipeline_end(struct pipeline *pipeline) { queue_end(&pipeline->queues[0]); }

int pipeline_pull(struct pipeline *pipeline, void **item) {
  return outcome(pipeline, queue_pop(&pipeline->queues[pipeline->stage_count], item));
}

size_t pipeline_moves(struct pipeline *pipeline) {
  pthread_mutex_lock(&pipeline->lock);
  size_t moves = pipeline->moves;
  pthread_mutex_unlock(&pipeline->lock);
  return moves;
}

void pipeline_destroy(struct pipeline *pipeline) {
  stop_queues(pipeline);
  for (size_t i = 0; i < pipeline->started; i++)
    pthread_join(pipeline->stages[i]->thread, NULL);
  free_pipeline(pipeline);
}
