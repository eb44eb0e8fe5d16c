// Two stages: the item passes both, and so does the end.
#include "pipeline.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static int add(void *context, void **item) {
  *(int *)*item += *(int *)context;
  return 0;
}

int main(void) {
  int ten = 10, hundred = 100;
  const struct pipeline_stage stages[] = {{add, &ten}, {add, &hundred}};
  struct pipeline_options options = {.stages = stages, .stage_count = 2, .capacity = 1, .dispose = free};
  struct pipeline *pipeline;
  if (pipeline_create(&pipeline, &options) != 0)
    return 1;
  int item = 1;
  assert(pipeline_push(pipeline, &item) == 0);
  pipeline_end(pipeline);
  void *result;
  assert(pipeline_pull(pipeline, &result) == 0);
  assert(result == &item && item == 111);
  assert(pipeline_pull(pipeline, &result) == ENODATA);
  pipeline_destroy(pipeline);
  return 0;
}
