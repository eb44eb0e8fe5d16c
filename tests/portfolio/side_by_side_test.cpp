// Engines in processes of their own: what happens if one of them crashes, throws, lies, hangs or takes all memory.
#include "portfolio/side_by_side.hpp"

#include "portfolio/engines.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <new>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace heddle::portfolio {
namespace {

using engines::Context;
using engines::InternalError;
using engines::Result;
using engines::Verdict;
using std::chrono::milliseconds;

using Clock = std::chrono::steady_clock;

Result answering(engines::Answer answer, const std::string &engine) { return {std::move(answer), engine, {}, {}}; }

Member member(const std::string &engine, const EngineProcess::Work &run) { return {.engine = engine, .run = run}; }

Member proving(const std::string &engine) {
  return member(engine, [=](const Context &) { return answering(engines::NoViolation{}, engine); });
}

/// Has a proof, and checks it for some time with this result.
Member checking(const std::string &engine, milliseconds time, const engines::Answer &answer) {
  return member(engine, [=](const Context &own) {
    own.announceProof();
    std::this_thread::sleep_for(time);
    return answering(answer, engine);
  });
}

const engines::Answer checkedProof = engines::NoViolation{.check = "it passes"};
const engines::Answer failedCheck = InternalError{InternalError::Kind::InvalidProof, "it does not pass"};

Member givingUp(const std::string &engine) {
  return member(engine, [=](const Context &) {
    return answering(engines::Unknown{engines::Unknown::Kind::Bound, engine + " gives up"}, engine);
  });
}

/// Finds the violation of the program by exploration.
Member refuting() {
  return member("explore", [](const Context &own) { return findEngine("explore")->configure()->run(own); });
}

/// Works until it is requested to stop, and then tells why.
Member cooperating(const std::string &engine) {
  return member(engine, [=](const Context &own) {
    while (!own.cancellation.poll())
      std::this_thread::sleep_for(milliseconds(1));
    return answering(engines::Cancelled{own.cancellation.reason(), "so far nothing"}, engine);
  });
}

/// Ignores every request to stop.
Member hanging(const std::string &engine) {
  return member(engine, [=](const Context &) -> Result {
    while (true)
      std::this_thread::sleep_for(milliseconds(100));
  });
}

Member later(Member member, milliseconds delay) {
  member.run = [run = member.run, delay](const Context &own) {
    std::this_thread::sleep_for(delay);
    return run(own);
  };
  return member;
}

class SideBySide : public ::testing::Test {
protected:
  Result run(const std::vector<Member> &members) {
    const auto start = Clock::now();
    Result result = runSideBySide(members, context_);
    elapsed_ = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
    return result;
  }

  const program::Program program_ = testing::lostUpdate();
  support::Cancellation cancellation_;
  Context context_{.program = program_, .cancellation = cancellation_};
  milliseconds elapsed_{0};
};

TEST_F(SideBySide, TheFirstVerdictIsTheAnswerAndEndsTheOthers) {
  const Result result = run({hanging("lazy"), proving("bmc"), cooperating("explore")});
  EXPECT_EQ(result.verdict(), Verdict::True);
  EXPECT_EQ(result.engine, "bmc");
  EXPECT_LT(elapsed_, milliseconds(5000));
}

TEST_F(SideBySide, ACounterexampleIsReplayedHere) {
  const Result result = run({hanging("bmc"), refuting()});
  ASSERT_EQ(result.verdict(), Verdict::False);
  EXPECT_FALSE(std::get<engines::Counterexample>(result.answer).trace.events.empty());
}

TEST_F(SideBySide, MembersThatStartLaterKnowWhatCouldNotBeExcluded) {
  const Member analysis = member("modular", [](const Context &own) {
    Result result = answering(engines::Unknown{engines::Unknown::Kind::Incomplete, "a suspect"}, "modular");
    result.suspects = {"modular", {{engines::Suspicion::Race, "a data race on x", {}}}};
    return own.suspects == nullptr ? result : answering(engines::NoViolation{}, "modular");
  });
  Member search = member("random", [](const Context &own) {
    const std::string known = own.suspects != nullptr ? own.suspects->list.front().what : "nothing";
    return answering(engines::Unknown{engines::Unknown::Kind::Bound, known}, "random");
  });
  search.isDue = [](const Situation &now) { return now.suspects() != nullptr; };
  EXPECT_EQ(std::get<engines::Unknown>(run({search, analysis}).answer).text, "a data race on x");
}

TEST_F(SideBySide, WithoutAVerdictTheFirstMemberGivesTheReason) {
  const Result result = run({later(givingUp("bmc"), milliseconds(50)), givingUp("lazy")});
  EXPECT_EQ(std::get<engines::Unknown>(result.answer).text, "bmc gives up");
}

/// Without a verdict, but with facts of this certificate.
Member knowing(const std::string &certificate) {
  return member("modular", [=](const Context &) {
    Result result = answering(engines::Unknown{}, "modular");
    result.facts = certificate;
    return result;
  });
}

/// Proves the program if it is given facts.
Member usingFacts() {
  return member("lazy", [](const Context &own) {
    return answering(own.facts != nullptr ? engines::Answer{engines::NoViolation{}} : engines::Unknown{}, "lazy");
  });
}

TEST_F(SideBySide, MembersThatStartLaterGetTheFacts) {
  Member second = usingFacts();
  second.isDue = [](const Situation &now) { return now.hasEnded(0); };
  EXPECT_EQ(run({knowing("modular\ncase 0 0\nend 1\n"), second}).verdict(), Verdict::True);
  EXPECT_EQ(run({knowing(""), second}).verdict(), Verdict::Unknown);
  EXPECT_EQ(run({knowing("modular\ncase 99 0\nend 1\n"), second}).verdict(), Verdict::Unknown) << "malformed";
}

/// What must not take the verdict of the others.
struct Failing {
  const char *name;
  const char *message;
  std::function<Result(const Context &)> run;
};

std::ostream &operator<<(std::ostream &stream, const Failing &failing) { return stream << failing.name; }

class FailingMember : public SideBySide, public ::testing::WithParamInterface<Failing> {};

TEST_P(FailingMember, IsAFailureBesideTheVerdictOfAnother) {
  const Result result = run({member("bmc", GetParam().run), later(proving("lazy"), milliseconds(200))});
  EXPECT_EQ(result.verdict(), Verdict::True);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.failures[0].engine, "bmc");
  EXPECT_NE(result.failures[0].message.find(GetParam().message), std::string::npos) << result.failures[0].message;
}

TEST_P(FailingMember, IsTheAnswerIfNoOtherDecides) {
  const Result result = run({givingUp("lazy"), member("bmc", GetParam().run)});
  const auto *error = std::get_if<InternalError>(&result.answer);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(result.engine, "bmc");
  EXPECT_NE(error->message.find(GetParam().message), std::string::npos) << error->message;
  EXPECT_TRUE(result.failures.empty());
}

const std::vector<Failing> &failings() {
  static const std::vector<Failing> all{
      {"Kill", "it was killed",
       [](const Context &) -> Result {
         std::raise(SIGKILL);
         return {};
       }},
      {"Abort", "it crashed (Aborted)", [](const Context &) -> Result { std::abort(); }},
      {"Exit", "it ended without an answer (exit code 0)", [](const Context &) -> Result { _exit(0); }},
      {"Exception", "it threw: out of range",
       [](const Context &) -> Result { throw std::runtime_error("out of range"); }},
      {"OtherException", "it threw something", [](const Context &) -> Result { throw 7; }},
      {"OtherName", "its answer is malformed",
       [](const Context &) { return answering(engines::NoViolation{}, "another engine"); }},
      {"NoReplay", "does not replay",
       [](const Context &) {
         engines::Counterexample wrong;
         wrong.trace.violation = interpreter::Violation{program::Property::UnreachCall, "not true", {}};
         return answering(std::move(wrong), "bmc");
       }},
      {"OwnError", "the proof does not pass its check",
       [](const Context &) {
         return answering(InternalError{InternalError::Kind::InvalidProof, "the proof does not pass its check"}, "bmc");
       }},
  };
  return all;
}

INSTANTIATE_TEST_SUITE_P(SideBySide, FailingMember, ::testing::ValuesIn(failings()),
                         [](const auto &test) { return std::string(test.param.name); });

TEST_F(SideBySide, AFailedAllocationIsUnknownAndNoInternalError) {
  const Result result = run({member("bmc", [](const Context &) -> Result { throw std::bad_alloc(); })});
  EXPECT_EQ(std::get<engines::Unknown>(result.answer).kind, engines::Unknown::Kind::OutOfMemory);
  EXPECT_TRUE(result.failures.empty());
}

TEST_F(SideBySide, ContradictoryVerdictsAreAnInternalError) {
  Member awaited = later(refuting(), milliseconds(20));
  awaited.isAwaited = true;
  const Result result = run({proving("bmc"), awaited});
  const auto *error = std::get_if<InternalError>(&result.answer);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->kind, InternalError::Kind::Disagreement);
  EXPECT_EQ(error->message, "engine bmc says true, engine explore says false");
}

TEST_F(SideBySide, AProofDoesNotWaitLongForAnAwaitedMember) {
  Member awaited = hanging("random");
  awaited.isAwaited = true;
  const Result result = run({proving("bmc"), awaited});
  EXPECT_EQ(result.verdict(), Verdict::True);
  EXPECT_LT(elapsed_, milliseconds(5000));
}

TEST_F(SideBySide, AProofFoundWhileAnotherOneIsCheckedDoesNotWin) {
  const Result result =
      run({checking("explore", milliseconds(300), checkedProof), later(proving("bmc"), milliseconds(100))});
  EXPECT_EQ(result.engine, "explore");
  ASSERT_EQ(result.verdict(), Verdict::True);
  EXPECT_EQ(std::get<engines::NoViolation>(result.answer).check, "it passes");
}

TEST_F(SideBySide, ACheckedProofDoesNotWaitForOtherChecks) {
  const Result result =
      run({checking("explore", milliseconds(20'000), checkedProof), checking("bmc", milliseconds(50), checkedProof)});
  EXPECT_EQ(result.engine, "bmc");
  EXPECT_LT(elapsed_, milliseconds(10'000));
}

TEST_F(SideBySide, IfAProofFailsItsCheckTheOthersDecide) {
  Member due = proving("lazy");
  due.isDue = [](const Situation &now) { return now.hasEnded(0); };
  const Result result = run({checking("explore", milliseconds(100), failedCheck), due});
  EXPECT_EQ(result.engine, "lazy");
  EXPECT_EQ(result.verdict(), Verdict::True);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.failures.front().message, "it does not pass");
}

TEST_F(SideBySide, NoMemberIsStartedWhileAProofIsChecked) {
  Member due = proving("lazy");
  due.isDue = [](const Situation &now) { return now.sinceStartOf(0) > milliseconds(100); };
  const Result result = run({checking("explore", milliseconds(300), checkedProof), due});
  EXPECT_EQ(result.engine, "explore");
}

TEST_F(SideBySide, ACounterexampleContradictsAProofThatIsBeingChecked) {
  const Result result =
      run({checking("bmc", milliseconds(20'000), checkedProof), later(refuting(), milliseconds(100))});
  const auto *error = std::get_if<InternalError>(&result.answer);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->kind, InternalError::Kind::Disagreement);
  EXPECT_LT(elapsed_, milliseconds(10'000));
}

TEST_F(SideBySide, StopsAllWhenItIsStopped) {
  cancellation_.setDeadline(Clock::now() + milliseconds(100));
  const Result result = run({cooperating("bmc"), hanging("lazy")});
  const auto &cancelled = std::get<engines::Cancelled>(result.answer);
  EXPECT_EQ(cancelled.reason, support::StopReason::Timeout);
  EXPECT_EQ(cancelled.progress, "so far nothing");
  EXPECT_LT(elapsed_, milliseconds(5000));
}

TEST_F(SideBySide, EndsAnEngineThatDoesNotStop) {
  cancellation_.setDeadline(Clock::now() + milliseconds(100));
  const Result result = run({hanging("bmc")});
  EXPECT_EQ(std::get<engines::Cancelled>(result.answer).reason, support::StopReason::Timeout);
}

TEST_F(SideBySide, StartsAMemberWhenItIsDue) {
  Member second = proving("lazy");
  second.isDue = [](const Situation &now) { return now.hasEnded(0); };
  const Result result = run({givingUp("bmc"), second});
  EXPECT_EQ(result.verdict(), Verdict::True);
  EXPECT_EQ(result.engine, "lazy");
}

TEST_F(SideBySide, ReportsTheStatusOfEveryMemberAtWork) {
  const auto saying = [](const std::string &engine, const std::string &text) {
    return member(engine, [=](const Context &own) {
      own.report(text);
      while (!own.cancellation.poll())
        std::this_thread::sleep_for(milliseconds(5));
      return answering(engines::Cancelled{own.cancellation.reason(), {}}, engine);
    });
  };
  std::string status;
  context_.report = [&](const std::string &text) {
    status = text;
    if (text.find("depth 3") != std::string::npos && text.find("7 nodes") != std::string::npos)
      cancellation_.request(support::StopReason::Interrupted);
  };
  run({saying("bmc", "bmc: depth 3"), saying("lazy", "7 nodes")});
  EXPECT_TRUE(std::regex_match(status, std::regex("bmc +[0-9.]+ s +[0-9]+ MB  depth 3\n"
                                                  "lazy +[0-9.]+ s +[0-9]+ MB  7 nodes")))
      << status;
}

TEST_F(SideBySide, TheLogOfEveryMemberReachesStandardErrorLineByLine) {
  const auto logging = [](const std::string &engine) {
    return member(engine, [=](const Context &own) {
      const Context named = own.forEngine(engine);
      for (int i = 0; i < 200; ++i)
        named.log.info("{}", std::string(5000, engine.front()));
      return answering(engines::Unknown{}, engine);
    });
  };
  ASSERT_TRUE(context_.logs.add("bmc"));
  ASSERT_TRUE(context_.logs.add("lazy"));
  ::testing::internal::CaptureStderr();
  run({logging("bmc"), logging("lazy")});
  std::istringstream lines(::testing::internal::GetCapturedStderr());
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const bool isBmc = line.find(" bmc info: ") != std::string::npos;
    EXPECT_TRUE(line.ends_with((isBmc ? " bmc info: " : " lazy info: ") + std::string(5000, isBmc ? 'b' : 'l')))
        << line;
  }
  EXPECT_EQ(count, 400);
}

/// Takes memory until it is requested to stop.
Member greedy(const std::string &engine) {
  return member(engine, [=](const Context &own) {
    std::vector<std::string> taken;
    while (!own.cancellation.poll()) {
      if (taken.size() < 400)
        taken.emplace_back(1 << 20, 'x');
      std::this_thread::sleep_for(milliseconds(1));
    }
    return answering(engines::Cancelled{own.cancellation.reason(), {}}, engine);
  });
}

TEST_F(SideBySide, OnlyTheEngineThatTakesMostMemoryIsStopped) {
  cancellation_.setMemoryLimit(support::residentMemory() + (100 << 20));
  const Result result = run({greedy("bmc"), later(proving("lazy"), milliseconds(2000))});
  EXPECT_EQ(result.verdict(), Verdict::True);
  const Result alone = run({greedy("bmc")});
  EXPECT_EQ(std::get<engines::Cancelled>(alone.answer).reason, support::StopReason::Memory);
  EXPECT_EQ(cancellation_.reason(), support::StopReason::None);
}

TEST_F(SideBySide, EnginesEndWithTheProcessThatStartedThem) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t starter = fork();
  if (starter == 0) {
    const Member telling = member("bmc", [&](const Context &) -> Result {
      const pid_t own = getpid();
      static_cast<void>(!write(ends[1], &own, sizeof own));
      while (true)
        pause();
    });
    runSideBySide({telling}, context_);
    _exit(0);
  }
  pid_t engine = 0;
  ASSERT_EQ(read(ends[0], &engine, sizeof engine), static_cast<ssize_t>(sizeof engine));
  kill(starter, SIGKILL);
  ASSERT_EQ(waitpid(starter, nullptr, 0), starter);
  // A process that has been killed may remain as a zombie until its new parent takes note.
  const auto isAlive = [&] {
    std::ifstream stat("/proc/" + std::to_string(engine) + "/stat");
    std::string number;
    std::string name;
    char state = 'X';
    stat >> number >> name >> state;
    return state != 'Z' && state != 'X';
  };
  for (int tries = 0; tries < 500 && isAlive(); ++tries)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_FALSE(isAlive());
  close(ends[0]);
  close(ends[1]);
}

} // namespace
} // namespace heddle::portfolio
