// Error numbers and the words that the C library prints for them.
//
// The numbers are Linux's (they are seen by users of the JavaScript API as err.errno, and in $?-free places only),
// independent of the host's or Emscripten's <errno.h>, so that native tests and the module agree.
#pragma once

#include <string_view>

namespace nacre {

enum class Errno : int {
  kOk = 0, kPERM = 1, kNOENT = 2, kSRCH = 3, kINTR = 4, kIO = 5, kNXIO = 6, k2BIG = 7, kNOEXEC = 8, kBADF = 9,
  kCHILD = 10, kAGAIN = 11, kNOMEM = 12, kACCES = 13, kFAULT = 14, kBUSY = 16, kEXIST = 17, kXDEV = 18,
  kNODEV = 19, kNOTDIR = 20, kISDIR = 21, kINVAL = 22, kNFILE = 23, kMFILE = 24, kNOTTY = 25, kTXTBSY = 26,
  kFBIG = 27, kNOSPC = 28, kSPIPE = 29, kROFS = 30, kMLINK = 31, kPIPE = 32, kDOM = 33, kRANGE = 34,
  kNAMETOOLONG = 36, kNOSYS = 38, kNOTEMPTY = 39, kLOOP = 40, kOVERFLOW = 75, kILSEQ = 84, kNOTSUP = 95,
  kTIMEDOUT = 110, kCANCELED = 125, kDQUOT = 122,
};

// strerror(): "No such file or directory". "Unknown error" for numbers not listed above.
std::string_view describe(Errno e);
// The symbol: "ENOENT". "EUNKNOWN" for numbers not listed above.
std::string_view symbol(Errno e);

}  // namespace nacre
