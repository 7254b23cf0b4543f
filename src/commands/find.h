// find's expression: what find_parse.cc makes of the arguments and find.cc runs on each file.
//
// The expression becomes a straight program: tests and actions that set a flag, and jumps on it for -and, -or and the comma; so
// running it needs no recursion and can wait in the middle (-exec).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/calendar.h"
#include "src/base/date_parse.h"
#include "src/process/accounts.h"
#include "src/process/io.h"
#include "src/process/walk.h"
#include "src/regex/pattern.h"
#include "src/regex/regex.h"

namespace nacre::find {

// +n, -n, n.
struct Comparison {
  enum class Kind : std::uint8_t { kExactly, kMore, kLess };
  Kind kind = Kind::kExactly;
  std::uint64_t n = 0;
  bool holds(std::uint64_t value) const { return kind == Kind::kMore ? value > n : kind == Kind::kLess ? value < n : value == n; }
};

enum class Time : std::uint8_t { kAccess, kChange, kModify, kBirth };

// A piece of a -printf format.
struct Directive {
  char kind = 0;              // 0: literal text; else the letter
  char field = 0;             // of A, B, C, T: strftime's letter, '@' or '+'
  std::string text;           // the literal, or flags and width
  bool stop = false;          // \c
};

struct Output {               // where -fprint and its like write
  int fd = 1;
  std::unique_ptr<Writer> writer;
};

struct Instruction {
  enum class Op : std::uint8_t {
    kTrue, kFalse, kNot, kJumpIfTrue, kJumpIfFalse, kJump,
    kName, kPath, kLinkName, kRegex, kType, kSize, kEmpty, kPerm, kUser, kGroup, kNoUser, kNoGroup, kLinks, kInum, kSameFile,
    kAccess, kMinutes, kDays, kNewer, kUsed, kFilesystem,
    kPrint, kPrint0, kPrintf, kList, kExec, kExecMany, kDelete, kPrune, kQuit,
  };
  Op op = Op::kTrue;
  std::size_t target = 0;     // of jumps
  std::optional<Pattern> pattern;
  std::shared_ptr<Regex> regex;
  std::string types;          // kType: letters
  bool flag = false;          // kType: -xtype; kExec: -ok; kName...: none
  bool in_directory = false;  // -execdir, -okdir
  Comparison compare;
  std::uint64_t unit = 1;
  char unit_letter = 'b';
  std::uint32_t bits = 0, directory_bits = 0;
  char how = 0;               // kPerm: 0, '-', '/'; kAccess: r w x
  Time time = Time::kModify, other = Time::kModify;
  Moment moment;              // kNewer, kMinutes, kDays: the reference
  std::uint32_t number = 0;   // uid, gid, ino of -samefile
  std::uint32_t device = 0;
  std::vector<std::string> words;      // kExec
  std::vector<Directive> format;
  std::size_t output = 0;     // index into Expression::outputs
  // kExecMany: what has gathered, by directory for -execdir.
  std::vector<std::string> gathered;
  std::size_t gathered_size = 0;
  std::string gathered_in;
};

struct Settings {
  Walk::Follow follow = Walk::Follow::kNever;
  int min_depth = 0, max_depth = INT32_MAX;
  bool depth_first = false, one_device = false, day_start = false, ignore_races = false;
  Moment now;
};

struct Expression {
  Settings settings;
  std::vector<std::string> paths;
  std::vector<Instruction> code;
  std::vector<Output> outputs;         // [0] is stdout
  std::vector<std::string> warnings;
  bool has_action = false;
  std::optional<std::string> files_from;
};

// Parses argv. The error has the text after "find: " and may be of several lines; status 1. An empty text: --help or -version
// was asked for, and its name is in `about`.
Task<Worded<>> parse(Process& p, const std::vector<std::string>& argv, Expression& e, std::string& about);
std::vector<Directive> parse_format(std::string_view format, std::vector<std::string>& warnings);

// What a file looks like to a test.
struct Visited {
  Process& process;
  Walk& walk;
  Accounts& accounts;
  const TimeZone& zone;
  const std::string& operand;
  const Settings& settings;
};
void append_formatted(std::string& out, const std::vector<Directive>& format, Visited& v);
void append_listing(std::string& out, Visited& v);
// Appends a time as find shows it: 'c' with ten digits of fraction, '@', '+' or a letter of strftime.
void append_time(std::string& out, vfs::Time t, char field, const TimeZone& zone);
vfs::Time time_of(const vfs::Stat& s, Time which);

}  // namespace nacre::find
