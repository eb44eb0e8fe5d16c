// The only stage fails: the caller gets its error sooner or later, and every item is freed once.
#include "pipeline.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static int refuse(void *context, void **item) {
  (void)item;
  return *(const int *)context;
}

int main(void) {
  int failure = ERANGE;
  const struct pipeline_stage stage = {refuse, &failure};
  struct pipeline_options options = {.stages = &stage, .stage_count = 1, .capacity = 1, .dispose = free};
  struct pipeline *pipeline;
  if (pipeline_create(&pipeline, &options) != 0)
    return 1;
  for (int i = 1; i <= 2; i++) {
    int *item = malloc(sizeof *item);
    if (!item)
      break;
    *item = i;
    int error = pipeline_push(pipeline, item);
    if (error) {
      assert(error == ERANGE && i == 2);
      free(item);
    }
  }
  void *result;
  assert(pipeline_pull(pipeline, &result) == ERANGE);
  pipeline_destroy(pipeline);
  return 0;
}
