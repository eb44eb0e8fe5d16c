// FILE as the models see it: streams have no content.
#ifndef HEDDLE_STREAMS_H
#define HEDDLE_STREAMS_H

struct file {
  char unused;
};

#endif
