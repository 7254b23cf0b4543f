// The table behind errno.h.
#include "src/base/errno.h"

namespace nacre {
namespace {
struct Row { Errno code; std::string_view symbol, words; };
constexpr Row kRows[] = {
    {Errno::kOk, "OK", "Success"},
    {Errno::kPERM, "EPERM", "Operation not permitted"},
    {Errno::kNOENT, "ENOENT", "No such file or directory"},
    {Errno::kSRCH, "ESRCH", "No such process"},
    {Errno::kINTR, "EINTR", "Interrupted system call"},
    {Errno::kIO, "EIO", "Input/output error"},
    {Errno::kNXIO, "ENXIO", "No such device or address"},
    {Errno::k2BIG, "E2BIG", "Argument list too long"},
    {Errno::kNOEXEC, "ENOEXEC", "Exec format error"},
    {Errno::kBADF, "EBADF", "Bad file descriptor"},
    {Errno::kCHILD, "ECHILD", "No child processes"},
    {Errno::kAGAIN, "EAGAIN", "Resource temporarily unavailable"},
    {Errno::kNOMEM, "ENOMEM", "Cannot allocate memory"},
    {Errno::kACCES, "EACCES", "Permission denied"},
    {Errno::kFAULT, "EFAULT", "Bad address"},
    {Errno::kBUSY, "EBUSY", "Device or resource busy"},
    {Errno::kEXIST, "EEXIST", "File exists"},
    {Errno::kXDEV, "EXDEV", "Invalid cross-device link"},
    {Errno::kNODEV, "ENODEV", "No such device"},
    {Errno::kNOTDIR, "ENOTDIR", "Not a directory"},
    {Errno::kISDIR, "EISDIR", "Is a directory"},
    {Errno::kINVAL, "EINVAL", "Invalid argument"},
    {Errno::kNFILE, "ENFILE", "Too many open files in system"},
    {Errno::kMFILE, "EMFILE", "Too many open files"},
    {Errno::kNOTTY, "ENOTTY", "Inappropriate ioctl for device"},
    {Errno::kTXTBSY, "ETXTBSY", "Text file busy"},
    {Errno::kFBIG, "EFBIG", "File too large"},
    {Errno::kNOSPC, "ENOSPC", "No space left on device"},
    {Errno::kSPIPE, "ESPIPE", "Illegal seek"},
    {Errno::kROFS, "EROFS", "Read-only file system"},
    {Errno::kMLINK, "EMLINK", "Too many links"},
    {Errno::kPIPE, "EPIPE", "Broken pipe"},
    {Errno::kDOM, "EDOM", "Numerical argument out of domain"},
    {Errno::kRANGE, "ERANGE", "Numerical result out of range"},
    {Errno::kNAMETOOLONG, "ENAMETOOLONG", "File name too long"},
    {Errno::kNOSYS, "ENOSYS", "Function not implemented"},
    {Errno::kNOTEMPTY, "ENOTEMPTY", "Directory not empty"},
    {Errno::kLOOP, "ELOOP", "Too many levels of symbolic links"},
    {Errno::kOVERFLOW, "EOVERFLOW", "Value too large for defined data type"},
    {Errno::kILSEQ, "EILSEQ", "Invalid or incomplete multibyte or wide character"},
    {Errno::kNOTSUP, "ENOTSUP", "Operation not supported"},
    {Errno::kTIMEDOUT, "ETIMEDOUT", "Connection timed out"},
    {Errno::kCANCELED, "ECANCELED", "Operation canceled"},
    {Errno::kDQUOT, "EDQUOT", "Disk quota exceeded"},
};
const Row* find(Errno e) {
  for (const Row& r : kRows)
    if (r.code == e) return &r;
  return nullptr;
}
}  // namespace

std::string_view describe(Errno e) {
  const Row* r = find(e);
  return r ? r->words : "Unknown error";
}
std::string_view symbol(Errno e) {
  const Row* r = find(e);
  return r ? r->symbol : "EUNKNOWN";
}

}  // namespace nacre
