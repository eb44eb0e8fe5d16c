// A pipeline: each stage is a thread that takes items from the queue before it and puts results into the queue after
// it.
//
//   pipeline_push → queue 0 → stage 0 → queue 1 → stage 1 → … → pipeline_pull
//
// An item belongs to the caller until pipeline_push has succeeded, then to the pipeline or to the function of the stage
// that has it, and to the caller again after pipeline_pull. If a stage fails, the whole pipeline stops, and items that
// are still in it are given to `dispose`.
#ifndef PIPELINE_H
#define PIPELINE_H

#include <stddef.h>

struct pipeline;

/// Processes *item. It may replace it, or set it to null if there is no result. A result other than 0 is an error that
/// stops the pipeline; the function must leave in *item what is to be disposed of.
typedef int (*pipeline_function)(void *context, void **item);

struct pipeline_stage {
  pipeline_function process;
  void *context;
};

struct pipeline_options {
  const struct pipeline_stage *stages;
  size_t stage_count;          // at least 1
  size_t capacity;             // of each queue, at least 1
  void (*dispose)(void *item); // never called with null
};

/// Starts one thread for each stage. Returns 0, EINVAL, ENOMEM or the error of pthread_create.
int pipeline_create(struct pipeline **result, const struct pipeline_options *options);

/// Gives an item to the first stage, and waits while its queue is full. Returns 0, EPIPE after pipeline_end, or the
/// error that has stopped the pipeline.
int pipeline_push(struct pipeline *pipeline, void *item);

/// States that no item follows. The stages end one after the other, when all items before the end have passed.
void pipeline_end(struct pipeline *pipeline);

/// Takes a result of the last stage, and waits for one. Returns 0, ENODATA at the end, or the error that has stopped
/// the pipeline.
int pipeline_pull(struct pipeline *pipeline, void **item);

/// How many times an item has entered a queue.
size_t pipeline_moves(struct pipeline *pipeline);

/// Stops all stages, disposes of all items that are left, and frees the pipeline. No other call may follow or overlap.
void pipeline_destroy(struct pipeline *pipeline);

#endif
