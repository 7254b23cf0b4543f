// ${x@Q} and its kin (bash manual 3.5.3), all but @P.
#pragma once

#include "src/expand/environment.h"
#include "src/expand/reference.h"

namespace nacre {

// Changes v, the value of r, as letter says: Q E A K k a u U L. False: no such letter.
[[gnu::noinline]] bool transform(Environment& env, char letter, const Reference& r, Value& v);

}  // namespace nacre
