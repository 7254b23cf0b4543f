// Directory: the B+ tree of slotted pages; see directory.h.
#include "vfs/directory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace nacre::vfs {

namespace {
constexpr unsigned kMaxPage = 2048;  // bytes, with the header
constexpr unsigned kFirstPage = 64;
constexpr unsigned kMaxLevels = 12;
}  // namespace

struct Directory::Page {
  struct Slot {
    std::uintptr_t value;
    std::uint16_t at;  // of the name, from the page's start
    std::uint8_t length;
  };

  std::uint32_t refs = 1;
  std::uint16_t count = 0;
  std::uint16_t capacity;   // bytes of the block
  std::uint16_t names;      // where the names' area begins
  std::uint16_t garbage = 0;  // bytes in that area that no slot uses
  std::uint8_t level;       // 0: a leaf

  static Page* make(unsigned capacity, unsigned level) {
    Page* p = static_cast<Page*>(::operator new(capacity));
    p->refs = 1;
    p->count = 0;
    p->capacity = static_cast<std::uint16_t>(capacity);
    p->names = static_cast<std::uint16_t>(capacity);
    p->garbage = 0;
    p->level = static_cast<std::uint8_t>(level);
    return p;
  }

  Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
  std::string_view name(unsigned i) const {
    const Slot& s = slots()[i];
    return {reinterpret_cast<const char*>(this) + s.at, s.length};
  }
  Value value(unsigned i) const { return static_cast<Value>(slots()[i].value); }
  Page* child(unsigned i) const { return reinterpret_cast<Page*>(slots()[i].value); }
  void set(unsigned i, std::uintptr_t v) { slots()[i].value = v; }
  void set(unsigned i, Page* p) { set(i, reinterpret_cast<std::uintptr_t>(p)); }

  static unsigned cost(std::size_t name_length) { return sizeof(Slot) + static_cast<unsigned>(name_length); }
  unsigned used() const { return sizeof(Page) + count * sizeof(Slot) + (capacity - names) - garbage; }
  unsigned room() const { return names - sizeof(Page) - count * sizeof(Slot); }

  // The first slot whose name is >= (or >) `key`. In inner pages slot 0 stands for everything below slot 1.
  unsigned lower(std::string_view key) const { return search(key, false); }
  unsigned upper(std::string_view key) const { return search(key, true); }
  unsigned search(std::string_view key, bool after_equal) const {
    unsigned lo = level > 0 ? 1 : 0, hi = count;
    while (lo < hi) {
      const unsigned mid = (lo + hi) / 2;
      const int c = name(mid).compare(key);
      if (c < 0 || (after_equal && c == 0)) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }
  unsigned child_for(std::string_view key) const { return upper(key) - 1; }

  // Needs room() >= cost.
  void insert(unsigned i, std::string_view key, std::uintptr_t v) {
    std::memmove(slots() + i + 1, slots() + i, (count - i) * sizeof(Slot));
    names = static_cast<std::uint16_t>(names - key.size());
    if (!key.empty()) std::memcpy(reinterpret_cast<char*>(this) + names, key.data(), key.size());
    slots()[i] = {v, names, static_cast<std::uint8_t>(key.size())};
    ++count;
  }
  void remove(unsigned i) {
    garbage = static_cast<std::uint16_t>(garbage + slots()[i].length);
    std::memmove(slots() + i, slots() + i + 1, (count - i - 1) * sizeof(Slot));
    --count;
  }
  // Appends slots [from, to) of another page, by value.
  void take_slots(const Page& o, unsigned from, unsigned to) {
    for (unsigned i = from; i < to; ++i) insert(count, o.name(i), o.slots()[i].value);
  }

  static void retain(Page* p) { ++p->refs; }
  static void release(Page* p) {
    if (--p->refs > 0) return;
    if (p->level > 0)
      for (unsigned i = 0; i < p->count; ++i) release(p->child(i));
    ::operator delete(p);
  }
  // Frees the block alone.
  static void discard(Page* p) { ::operator delete(p); }

  // A copy without garbage in a block of `size` bytes. The children are retained if `keep` (the original stays).
  static Page* copy(const Page& o, unsigned size, bool keep) {
    Page* p = make(size, o.level);
    p->take_slots(o, 0, o.count);
    if (keep && p->level > 0)
      for (unsigned i = 0; i < p->count; ++i) retain(p->child(i));
    return p;
  }

  // The page made unshared (it replaces `p`, whose reference it takes) with room for `need` more bytes if it can have
  // it: otherwise it is full, and has to be split.
  static Page* own(Page* p, unsigned need) {
    const bool shared = p->refs > 1;
    if (!shared && p->room() >= need) return p;
    unsigned size = p->capacity;
    while (size < kMaxPage && size - p->used() < need) size = std::min(size * 2, kMaxPage);
    if (!shared && size == p->capacity && p->garbage == 0) return p;
    Page* q = copy(*p, size, shared);
    if (shared) release(p);
    else discard(p);
    return q;
  }
};

using Page = Directory::Page;

namespace {
Page* page(void* p) { return static_cast<Page*>(p); }

// Splits child `i` of `parent` (both unshared, the parent with room) in two; `key` is about to be added, so that a
// child that grows at its end, as with sorted names, stays full.
void split_child(Page* parent, unsigned i, std::string_view key) {
  Page* left = parent->child(i);
  unsigned middle = 0, bytes = sizeof(Page);
  if (left->upper(key) == left->count) {
    middle = left->count - 1;
  } else {
    while (middle < left->count - 1u && bytes < left->used() / 2) bytes += Page::cost(left->name(middle++).size());
  }
  middle = std::max(middle, 1u);
  Page* right = Page::make(kMaxPage, left->level);
  right->take_slots(*left, middle, left->count);
  // The shortest name that is after all of the left one; inner pages keep the name that parts them.
  std::string_view mark = left->name(middle);
  if (left->level == 0) {
    const std::string_view last = left->name(middle - 1);
    std::size_t same = 0;
    while (same < last.size() && same < mark.size() && last[same] == mark[same]) ++same;
    mark = mark.substr(0, same + 1);
  }
  parent->insert(i + 1, mark, reinterpret_cast<std::uintptr_t>(right));
  Page* kept = Page::make(kMaxPage, left->level);
  kept->take_slots(*left, 0, middle);
  Page::discard(left);
  parent->set(i, kept);
}
}  // namespace

Directory::Directory(const Directory& o) : root_(o.root_) {
  if (root_) Page::retain(page(root_));
}

Directory::~Directory() {
  if (root_) Page::release(page(root_));
}

Directory::Value Directory::find(std::string_view name) const {
  const Page* p = page(root_);
  if (!p) return 0;
  while (p->level > 0) p = p->child(p->child_for(name));
  const unsigned i = p->lower(name);
  return i < p->count && p->name(i) == name ? p->value(i) : 0;
}

void Directory::put(std::string_view name, Value value) {
  if (!root_) root_ = Page::make(kFirstPage, 0);
  const unsigned leaf_need = Page::cost(name.size()), inner_need = Page::cost(255);
  Page* p = Page::own(page(root_), page(root_)->level > 0 ? inner_need : leaf_need);
  root_ = p;
  if (p->room() < (p->level > 0 ? inner_need : leaf_need)) {
    Page* top = Page::make(kMaxPage, p->level + 1u);
    top->insert(0, {}, reinterpret_cast<std::uintptr_t>(p));
    split_child(top, 0, name);
    root_ = p = top;
  }
  while (p->level > 0) {
    unsigned i = p->child_for(name);
    const unsigned need = p->level > 1 ? inner_need : leaf_need;
    Page* c = Page::own(p->child(i), need);
    p->set(i, c);
    if (c->room() < need) {
      split_child(p, i, name);
      i = p->child_for(name);
      c = Page::own(p->child(i), need);
      p->set(i, c);
    }
    p = c;
  }
  const unsigned i = p->lower(name);
  if (i < p->count && p->name(i) == name) p->set(i, value);
  else p->insert(i, name, value);
}

namespace {
// Joins child i+1 of `parent` (unshared) into child i if both fit one page well.
void join_children(Page* parent, unsigned i) {
  Page *left = parent->child(i), *right = parent->child(i + 1);
  const std::string_view mark = parent->name(i + 1);
  const unsigned extra = left->level > 0 ? static_cast<unsigned>(mark.size()) : 0;
  if (left->used() + right->used() + extra > kMaxPage * 3 / 4) return;
  Page* both = Page::make(kMaxPage, left->level);
  both->take_slots(*left, 0, left->count);
  if (left->level > 0) {
    both->insert(both->count, mark, right->slots()[0].value);
    both->take_slots(*right, 1, right->count);
    for (unsigned k = 0; k < both->count; ++k) Page::retain(both->child(k));
  } else {
    both->take_slots(*right, 0, right->count);
  }
  Page::release(left);
  Page::release(right);
  parent->set(i, both);
  parent->remove(i + 1);
}
}  // namespace

bool Directory::erase(std::string_view name) {
  if (!find(name)) return false;
  Page* path[kMaxLevels];
  unsigned at[kMaxLevels], depth = 0;
  Page* p = Page::own(page(root_), 0);
  root_ = p;
  while (p->level > 0) {
    const unsigned i = p->child_for(name);
    Page* c = Page::own(p->child(i), 0);
    p->set(i, c);
    path[depth] = p;
    at[depth++] = i;
    p = c;
  }
  p->remove(p->lower(name));
  while (depth > 0) {
    Page* parent = path[--depth];
    const unsigned i = at[depth];
    if (p->count == 0) {
      Page::discard(p);
      parent->remove(i);
    } else if (p->used() < kMaxPage / 4) {
      if (i + 1u < parent->count) join_children(parent, i);
      else if (i > 0) join_children(parent, i - 1);
    }
    p = parent;
  }
  if (p->count == 0) {
    Page::discard(p);
    root_ = nullptr;
    return true;
  }
  while (p->level > 0 && p->count == 1) {
    Page* only = p->child(0);
    Page::discard(p);
    root_ = p = only;
    if (p->refs > 1) break;
  }
  return true;
}

Directory::Entry Directory::after(std::string_view name) const {
  const Page* p = page(root_);
  if (!p) return {};
  const Page* right = nullptr;  // the subtree that follows the path taken, as low as possible
  while (p->level > 0) {
    const unsigned i = p->child_for(name);
    if (i + 1u < p->count) right = p->child(i + 1);
    p = p->child(i);
  }
  unsigned i = p->upper(name);
  if (i == p->count) {
    if (!right) return {};
    p = right;
    while (p->level > 0) p = p->child(0);
    i = 0;
  }
  return {p->name(i), p->value(i)};
}

static bool each_in(const Page* p, bool (*f)(void*, std::string_view, Directory::Value), void* context) {
  for (unsigned i = 0; i < p->count; ++i)
    if (!(p->level > 0 ? each_in(p->child(i), f, context) : f(context, p->name(i), p->value(i)))) return false;
  return true;
}

void Directory::each(bool (*f)(void*, std::string_view, Value), void* context) const {
  if (root_) each_in(page(root_), f, context);
}

std::string_view Directory::name_of(Value value) const {
  struct Search {
    Value value;
    std::string_view name;
  } search{value, {}};
  each(
      [](void* c, std::string_view name, Value v) {
        auto& s = *static_cast<Search*>(c);
        if (v != s.value) return true;
        s.name = name;
        return false;
      },
      &search);
  return search.name;
}

// Both trees are walked in step. What is still to be seen of each is a stack of pages and entries, the next on top; the
// same page on top of both is skipped whole.
void Directory::diff(const Directory& a, const Directory& b,
                     void (*f)(void*, std::string_view, Value, Value), void* context) {
  struct Item {
    const Page* page;
    int index;  // an entry of a leaf, or -1 for the whole page
  };
  std::vector<Item> x, y;
  if (a.root_) x.push_back({page(a.root_), -1});
  if (b.root_) y.push_back({page(b.root_), -1});
  auto open = [](std::vector<Item>& stack) {
    const Page* p = stack.back().page;
    stack.pop_back();
    for (int i = p->count - 1; i >= 0; --i)
      stack.push_back(p->level > 0 ? Item{p->child(static_cast<unsigned>(i)), -1} : Item{p, i});
  };
  auto is_page = [](const std::vector<Item>& s) { return !s.empty() && s.back().index < 0; };
  auto name = [](const std::vector<Item>& s) { return s.back().page->name(static_cast<unsigned>(s.back().index)); };
  auto value = [](const std::vector<Item>& s) { return s.back().page->value(static_cast<unsigned>(s.back().index)); };
  while (!x.empty() || !y.empty()) {
    if (is_page(x) && is_page(y)) {
      const Page *p = x.back().page, *q = y.back().page;
      if (p == q) {
        x.pop_back();
        y.pop_back();
      } else {
        const unsigned lx = p->level, ly = q->level;
        if (lx >= ly) open(x);
        if (ly >= lx) open(y);
      }
    } else if (is_page(x)) {
      open(x);
    } else if (is_page(y)) {
      open(y);
    } else {
      const int c = y.empty() ? -1 : x.empty() ? 1 : name(x).compare(name(y));
      const Value before = c <= 0 ? value(x) : 0, after = c >= 0 ? value(y) : 0;
      if (before != after) f(context, c <= 0 ? name(x) : name(y), before, after);
      if (c <= 0) x.pop_back();
      if (c >= 0) y.pop_back();
    }
  }
}

void Directory::dismantle(void* root, void (*out)(void*, void*), void* context) {
  Page* p = page(root);
  if (p->refs > 1) {
    --p->refs;
    return;
  }
  if (p->level > 0)
    for (unsigned i = 0; i < p->count; ++i) out(context, p->child(i));
  Page::discard(p);
}

}  // namespace nacre::vfs
