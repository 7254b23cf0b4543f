// What an instance of the module holds: its machines and snapshots by number, the area that the host writes its requests
// into, and the answer of the last call. Numbers are never reused; an unknown one is answered by ESRCH or ignored.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "src/base/errno.h"
#include "src/base/ref.h"
#include "src/process/machine.h"
#include "vfs/state.h"

namespace nacre::wasm {

struct Boundary {
  std::map<std::uint32_t, std::unique_ptr<Machine>> machines;
  std::map<std::uint32_t, Ref<vfs::Snapshot>> snapshots;
  std::uint32_t last_id = 0;
  std::string scratch;       // the host's request
  double reply[16] = {};     // numbers of the answer; where it is bytes, 0 and 1 are their address and length
  std::string text;          // bytes of an answer that are not somewhere else
  vfs::Slice slice;          // keeps bytes of a file that an answer names

  Machine* machine(std::uint32_t id) {
    auto it = machines.find(id);
    return it == machines.end() ? nullptr : it->second.get();
  }
  std::string_view request(std::uint32_t size) const { return std::string_view(scratch).substr(0, size); }
  void answer(std::string_view bytes) {
    reply[0] = static_cast<double>(reinterpret_cast<std::uintptr_t>(bytes.data()));
    reply[1] = static_cast<double>(bytes.size());
  }
};

// The result of a call: 0 or more is its value, less is -errno.
inline int failure(Errno code) { return -static_cast<int>(code); }

// One operation of sandbox.fs (files.cc); 0 or -errno.
int file_operation(Boundary& boundary, Machine& machine, std::uint32_t operation, std::string_view request);

}  // namespace nacre::wasm
