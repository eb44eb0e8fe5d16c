// One stage: both items pass it, in order, and the end follows them.
#include "pipeline.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static int add(void *context, void **item) {
  *(int *)*item += *(int *)context;
  return 0;
}

int main(void) {
  int ten = 10;
  const struct pipeline_stage stage = {add, &ten};
  struct pipeline_options options = {.stages = &stage, .stage_count = 1, .capacity = 1, .dispose = free};
  struct pipeline *pipeline;
  if (pipeline_create(&pipeline, &options) != 0)
    return 1;
  int items[2] = {1, 2};
  for (int i = 0; i < 2; i++)
    assert(pipeline_push(pipeline, &items[i]) == 0);
  pipeline_end(pipeline);
  void *result;
  for (int i = 0; i < 2; i++) {
    assert(pipeline_pull(pipeline, &result) == 0);
    assert(result == &items[i] && items[i] == 11 + i);
  }
  assert(pipeline_pull(pipeline, &result) == ENODATA);
  assert(pipeline_push(pipeline, &items[0]) == EPIPE);
  assert(pipeline_moves(pipeline) == 4);
  pipeline_destroy(pipeline);
  return 0;
}
