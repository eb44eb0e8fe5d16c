#include "native/compress.hpp"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

program::SourceSpan at(unsigned line, unsigned column = 1) { return {1, line, column, 0}; }
Event read(unsigned thread, unsigned line) { return {thread, EventKind::Read, at(line), true, 0}; }
Event write(unsigned thread, unsigned line) { return {thread, EventKind::Write, at(line), true, 0}; }
Event local(Event event) {
  event.isVisible = false;
  return event;
}
Event sync(unsigned thread, unsigned line) { return {thread, EventKind::Synchronisation, at(line), true, 0}; }

Turn until(unsigned thread, EventKind kind, unsigned line, unsigned syncs, unsigned count) {
  return {thread, kind, at(line), syncs, count, 0};
}
Turn runsOn(unsigned thread) { return {thread, EventKind::Synchronisation, {}, 0, 0, 0}; }

using Turns = std::vector<Turn>;

TEST(Compress, ThreadThatViolatesRunsOn) {
  EXPECT_EQ(compress({}, 0), Turns{runsOn(0)});
  EXPECT_EQ(compress({read(0, 3), write(0, 3)}, 0), Turns{runsOn(0)});
}

TEST(Compress, TurnEndsWithItsLastEvent) {
  EXPECT_EQ(compress({read(0, 1), write(0, 2), read(1, 5)}, 1),
            (Turns{until(0, EventKind::Write, 2, 0, 1), runsOn(1)}));
}

TEST(Compress, ViolatingThreadMayHaveNoEventOfItsOwn) {
  EXPECT_EQ(compress({sync(0, 1)}, 1), (Turns{until(0, EventKind::Synchronisation, 1, 1, 1), runsOn(1)}));
}

TEST(Compress, WithoutViolatingThreadEveryTurnEnds) {
  EXPECT_EQ(compress({sync(0, 1), sync(1, 2)}, std::nullopt),
            (Turns{until(0, EventKind::Synchronisation, 1, 1, 1), until(1, EventKind::Synchronisation, 2, 1, 1)}));
}

TEST(Compress, RoundsOfLoopAreCounted) {
  EXPECT_EQ(compress({read(0, 1), read(0, 1), read(0, 1), write(1, 5)}, 1),
            (Turns{until(0, EventKind::Read, 1, 0, 3), runsOn(1)}));
}

TEST(Compress, ReadsAndWritesAreCountedApart) {
  EXPECT_EQ(compress({read(0, 1), write(0, 1), read(0, 1), write(1, 5)}, 1),
            (Turns{until(0, EventKind::Read, 1, 0, 2), runsOn(1)}));
}

TEST(Compress, SynchronisationRestartsTheCount) {
  EXPECT_EQ(compress({read(0, 1), read(0, 1), sync(0, 2), read(0, 1), write(1, 5)}, 1),
            (Turns{until(0, EventKind::Read, 1, 1, 1), runsOn(1)}));
}

TEST(Compress, EndOfTurnRestartsTheCount) {
  EXPECT_EQ(compress({read(0, 1), write(1, 5), read(0, 1), write(1, 5)}, 1),
            (Turns{until(0, EventKind::Read, 1, 0, 1), until(1, EventKind::Write, 5, 0, 1),
                   until(0, EventKind::Read, 1, 0, 1), runsOn(1)}));
}

TEST(Compress, LocalEventsAfterTheEndCountForTheNextTurn) {
  EXPECT_EQ(compress({read(0, 1), local(read(0, 1)), write(1, 5), read(0, 1), write(1, 5)}, 1),
            (Turns{until(0, EventKind::Read, 1, 0, 1), until(1, EventKind::Write, 5, 0, 1),
                   until(0, EventKind::Read, 1, 0, 2), runsOn(1)}));
}

TEST(Compress, LocalEventsOfOtherThreadsAreNoSwitch) {
  EXPECT_EQ(compress({sync(0, 1), local(write(1, 4)), write(0, 2), read(1, 5)}, 1),
            (Turns{until(0, EventKind::Write, 2, 1, 1), runsOn(1)}));
}

} // namespace
} // namespace heddle::native
