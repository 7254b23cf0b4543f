// The functions of std::string, compiled for speed: what the toolchain's library has, and -Oz makes of the headers, copies each
// byte through four calls. Other files call these (the headers declare them extern).
#ifdef __EMSCRIPTEN__
#include <string>

template class std::basic_string<char>;
#endif
