// Kernels::cut_classes: the rules of core/text/tokenizing/segment_cutter.h as bit-mask operations,
// for characters of any number of bytes. A stretch of text is converted to a list of characters.
// Bit i of a mask stands for character i of a group of at most 64. Generic over the primitives of
// an instruction set (a class `Isa` in an unnamed namespace):
//
//   Bytes                     a vector of 64 bytes; Load(p)
//   Choice                    a subset of the bytes; Equal(bytes, byte), Both(a, b), ToBits(choice)
//   AtLeast(bytes, byte)      the mask of bytes that are >= byte
//   Test(bytes, bit)          the mask of bytes in which this one bit is set
//   Classify(table, bytes)    table[byte], which is 0 from 80 to BF
//   OfPairs(rules, firsts, seconds)   the class that CutRules::row and of_row give for the first
//                             two bytes of three-byte characters
//   Look(choice, t64, i)      t64[low 6 bits of i] for the bytes in the subset, 0 for the others
//   Zero(), Or(a, b)
//   Decide(classes, looked)   the classes without kCutUndecided, combined with the looked-up ones
//   Latin(rules, bytes, p)    see LatinMasks
//   WriteCharacters(heads, p, at, list)   appends the characters that begin at `heads` of the block
//                             at p, which is text[at, at + 64)
//   WritePositions<kSure>(bits, at, to)   writes at + position of each set bit; returns their
//                             number; may write up to 64; writes 16 * kSure without a branch
//   WriteChosen(bits, from, to)   the same, but writes from[i] for each set bit i
//   IsAscii(p, n)             returns true if n bytes, rounded up to a multiple of 64, are ASCII
//   WriteKeys<kBytes>(heads, bytes, p, to)   writes the one-character token key of each character
//                             that begins at one of `heads`; none may have more than kBytes bytes;
//                             may write up to 64 elements
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_common.h"
#include "core/simd/kernel_cut.h"

namespace mtgauge::simd {

// The masks of a block for CutLatin(): classes of ASCII, the first bytes of other characters and
// their continuation bytes, and bytes that it cannot process (CutRules::barred, but not C3 before
// a letter).
struct LatinMasks {
  uint64_t white, single, point, digit, hyphen, lf;
  uint64_t heads, tails, barred;
};

// Returns the class of the four-byte character at `p`.
static inline uint8_t AstralClass(const CutRules& rules, const char* p) {
  const auto low6 = [p](int i) { return static_cast<uint32_t>(p[i]) & 0x3F; };
  const uint32_t point =
      (static_cast<uint32_t>(p[0]) & 7) << 18 | low6(1) << 12 | low6(2) << 6 | low6(3);
  if (point < 0x10000 || point > 0x10FFFF) return kCutSpecial;
  return rules.of_astral(point);
}

// Returns the class of the well-formed character at `p`. Reads 4 bytes.
static inline uint8_t ClassAt(const CutRules& rules, const char* p) {
  const auto byte = [p](int i) { return static_cast<uint32_t>(static_cast<uint8_t>(p[i])); };
  const uint8_t of_byte = rules.of_byte[byte(0)];
  if ((of_byte & kCutUndecided) == 0) return of_byte;
  if (byte(0) >= 0xF0) return AstralClass(rules, p);
  const uint32_t of_two = (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  return rules.of_bmp[byte(0) < 0xE0 ? of_two : (of_two << 6 | (byte(2) & 0x3F)) & 0xFFFF];
}

// The characters of a stretch of text. The bytes after the last one are padded with continuation
// bytes, and place[count] is the position where the next character begins.
struct CharacterList {
  static constexpr uint32_t kStretch = 2048;
  alignas(64) uint8_t byte[3][kStretch + 64];  // three text bytes from each character's begin on
  uint32_t place[kStretch + 64];
  uint32_t count = 0;
  bool any_broken = false;             // not all are well-formed
  uint64_t broken[kStretch / 64 + 1];  // if any_broken: bit i % 64 of [i / 64] is for character i
};

struct CharacterMasks {
  uint64_t white, single, point, digit, hyphen, lf, special;

  void Add(uint8_t of_character, uint32_t at) {
    white |= uint64_t{(of_character & kCutWhite) != 0} << at;
    single |= uint64_t{(of_character & kCutSingle) != 0} << at;
    point |= uint64_t{(of_character & kCutPoint) != 0} << at;
    digit |= uint64_t{(of_character & kCutDigit) != 0} << at;
    special |= uint64_t{(of_character & kCutSpecial) != 0} << at;
  }
};

// Returns the classes, completed for the `undecided` characters, whose class depends on their
// second or third byte. `lead`, `second` and `third` have 64 bytes each.
template <class Isa, typename Byte>
static inline typename Isa::Bytes ClassesBeyondAscii(const CutRules& rules, const Byte* lead,
                                                     const Byte* second, const Byte* third,
                                                     uint64_t undecided,
                                                     const typename Isa::Bytes& classes) {
  const typename Isa::Bytes leads = Isa::Load(lead), seconds = Isa::Load(second);
  const uint64_t of3 = Isa::AtLeast(leads, 0xE0);
  typename Isa::Bytes looked = Isa::Zero();
  for (uint64_t todo = undecided & ~of3; todo != 0;) {  // one lookup per distinct lead byte
    const auto wanted = static_cast<uint8_t>(lead[__builtin_ctzll(todo)]);
    const auto alike = Isa::Equal(leads, wanted);
    looked = Isa::Or(looked, Isa::Look(alike, rules.of_bmp + (wanted & 0x1F) * 64, seconds));
    todo &= ~Isa::ToBits(alike);
  }
  if ((undecided & of3) == 0) return Isa::Decide(classes, looked);
  looked = Isa::Or(looked, Isa::OfPairs(rules, leads, seconds));
  const typename Isa::Bytes decided = Isa::Decide(classes, looked);
  undecided = Isa::Test(looked, kCutUndecided) & of3;
  const typename Isa::Bytes thirds = Isa::Load(third);
  looked = Isa::Zero();
  const auto look = [&](uint8_t of_lead, uint8_t of_second) {
    const auto alike = Isa::Both(Isa::Equal(leads, of_lead), Isa::Equal(seconds, of_second));
    uint32_t first_point = (of_lead & 0xFU) << 12 | (of_second & 0x3FU) << 6;
    if (first_point < 0x800) first_point = 0xD800;  // overlong: same class as surrogates
    looked = Isa::Or(looked, Isa::Look(alike, rules.of_bmp + first_point, thirds));
    return Isa::ToBits(alike);
  };
  for (uint32_t i = 0; i < rules.often_pairs; ++i) {
    undecided &= ~look(rules.often_pair[i][0], rules.often_pair[i][1]);
  }
  while (undecided != 0) {
    const auto i = static_cast<uint32_t>(__builtin_ctzll(undecided));
    undecided &= ~look(static_cast<uint8_t>(lead[i]), static_cast<uint8_t>(second[i]));
  }
  return Isa::Decide(decided, looked);
}

// Returns the masks of 64 characters from `first` on.
template <class Isa>
static inline CharacterMasks MasksOf(const CutRules& rules, const char* text,
                                     const CharacterList& list, uint32_t first) {
  const typename Isa::Bytes leads = Isa::Load(list.byte[0] + first);
  typename Isa::Bytes classes = Isa::Classify(rules.of_byte, leads);
  const uint64_t undecided = Isa::Test(classes, kCutUndecided);
  if (undecided != 0) {
    classes = ClassesBeyondAscii<Isa>(rules, list.byte[0] + first, list.byte[1] + first,
                                      list.byte[2] + first, undecided, classes);
  }
  CharacterMasks masks = {Isa::Test(classes, kCutWhite),  Isa::Test(classes, kCutSingle),
                          Isa::Test(classes, kCutPoint),  Isa::Test(classes, kCutDigit),
                          Isa::Test(classes, kCutHyphen), Isa::Test(classes, kCutLf),
                          Isa::Test(classes, kCutSpecial)};
  if (list.any_broken) masks.special |= list.broken[first / 64];
  for (uint64_t of4 = undecided & Isa::AtLeast(leads, 0xF0); of4 != 0; of4 &= of4 - 1) {
    const auto i = static_cast<uint32_t>(__builtin_ctzll(of4));
    masks.Add(AstralClass(rules, text + list.place[first + i]), i);
  }
  return masks;
}

// Returns true if the LF at `i` may have a point before it, with only white space in between. If
// so, whether the point is a token depends on which white space is trimmed.
static inline bool EndsInPoint(const CutRules& rules, const char* text, uint32_t i) {
  const auto class_at = [&](uint32_t at) { return rules.of_byte[static_cast<uint8_t>(text[at])]; };
  while (i > 0 && class_at(i - 1) == kCutWhite) --i;
  if (i == 0) return false;
  if (static_cast<uint8_t>(text[i - 1]) >= 0x80) return true;
  if ((class_at(i - 1) & kCutPoint) == 0) return false;
  return i == 1 || (class_at(i - 2) & kCutWhite) == 0;  // a point by itself is always a token
}

// Returns the points that the first regular expression matches: in a run every second one,
// beginning with the first that follows a character other than a digit. See SingleBytes().
static inline uint64_t TakenPoints(uint64_t points, uint64_t barred) {
  constexpr uint64_t kOdd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t runs = points & ~barred;
  return (((runs << 1 | kOdd) - runs) ^ kOdd) & runs;
}

// A group of `count` characters. `Places` has At(i), which returns the text position where
// character i begins (or, for i == count, the end of the group), and Write(bits, to), which writes
// positions.
template <class Places>
struct Group {
  uint32_t count;
  Places places;

  uint64_t Behind() const { return ~LowBits(count); }
  uint64_t Last(uint64_t bits) const { return bits >> (count - 1) & 1; }
};

// Returns the first characters of lines, after leading white space if the rules trim it. Bits after
// the group must be set in `white`.
static inline uint64_t LineBegins(const CutRules& rules, uint64_t lf, uint64_t ends_in_lf,
                                  uint64_t white, CutState* after) {
  const uint64_t begins = lf << 1 | (after->in_line ^ 1);
  after->in_line = ends_in_lf ^ 1;
  if (!rules.trims_left) return begins;
  unsigned long long behind;
  if (__builtin_uaddll_overflow(white, begins & white, &behind)) after->in_line = 0;
  return (begins | behind) & ~white;
}

// Returns the points that are tokens by themselves. `first`: LineBegins().
template <class Places>
static inline uint64_t SinglePoints(const CutRules& rules, const CharacterMasks& m,
                                    const Group<Places>& group, const char* text,
                                    uint64_t after_digit, uint64_t first, CutState* after) {
  const uint64_t taken = TakenPoints(m.point, after_digit | first | after->after_split);
  after->after_split = group.Last(taken);
  uint64_t glued = (m.digit | m.lf) >> 1;  // before a digit, and at the end of a segment
  if (group.Last(m.point) != 0) {
    const uint8_t next = ClassAt(rules, text + group.places.At(group.count));
    glued |= uint64_t{(next & (kCutDigit | kCutLf)) != 0} << (group.count - 1);
  }
  return m.point & (taken | ~glued);
}

template <class Places>
__attribute__((always_inline)) static inline TokenEdges RuleEdges(const CutRules& rules,
                                                                  CharacterMasks& m,
                                                                  const Group<Places>& group,
                                                                  const char* text,
                                                                  CutState* after) {
  const uint64_t white = m.white | group.Behind(), spaces = m.white & ~m.lf;
  const uint64_t after_digit = m.digit << 1 | after->after_digit;
  uint64_t singles = m.single | (m.hyphen & after_digit);
  if (rules.has_points) {
    const uint64_t first = LineBegins(rules, m.lf, group.Last(m.lf), white, after);
    singles |= SinglePoints(rules, m, group, text, after_digit, first, after);
    for (uint64_t trimmed = m.lf & (spaces << 1 | after->after_white);
         __builtin_expect(trimmed != 0, 0); trimmed &= trimmed - 1) {
      const auto lf = static_cast<uint32_t>(__builtin_ctzll(trimmed));
      if (EndsInPoint(rules, text, group.places.At(lf))) m.special |= uint64_t{1} << lf;
    }
  }
  after->after_digit = group.Last(m.digit);
  after->after_white = group.Last(spaces);
  const TokenEdges edges = FindEdges(white, singles, after, group.count);
  return {edges.begins, edges.ends & ~group.Behind()};
}

template <class Places>
__attribute__((always_inline)) static inline void CutGroup(const CutRules& rules, CharacterMasks m,
                                                           const Group<Places>& group,
                                                           const char* text, CutState* after,
                                                           CutOutput* out) {
  const TokenEdges edges = RuleEdges(rules, m, group, text, after);
  AddLines(
      m.lf, edges.begins, [&](uint32_t i) { return group.places.At(i); }, out);
  for (; __builtin_expect(m.special != 0, 0); m.special &= m.special - 1) {
    const auto i = static_cast<uint32_t>(__builtin_ctzll(m.special));
    out->special[out->specials++] = group.places.At(i);
  }
  out->begins += group.places.Write(edges.begins, out->begin + out->begins);
  out->ends += group.places.Write(edges.ends, out->end + out->ends);
}

// Each byte of a block is a character.
template <class Isa>
struct BlockPlaces {
  uint32_t at;
  uint32_t At(uint32_t i) const { return at + i; }
  uint32_t Write(uint64_t bits, uint32_t* to) const {
    return Isa::template WritePositions<1>(bits, at, to);
  }
};

template <class Isa>
struct ListPlaces {
  const uint32_t* place;
  uint32_t At(uint32_t i) const { return place[i]; }
  uint32_t Write(uint64_t bits, uint32_t* to) const { return Isa::WriteChosen(bits, place, to); }
};

// Splits whole blocks of text[from, to), where `from` is the begin of a character, as long as all
// characters beyond ASCII are well-formed two-byte letters. Treats each byte of these as a letter.
// Returns the position where it stopped.
template <class Isa>
static uint32_t CutLatin(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                         CutState* state, CutOutput* output) {
  CutState after = *state;  // a copy, which stores of tokens cannot alias
  CutOutput out = *output;
  uint32_t at = from;
  for (; to - at >= 64; at += 64) {
    const char* const p = text + at;
    const LatinMasks latin = Isa::Latin(rules, Isa::Load(p), p);
    if ((latin.barred | (latin.tails ^ (latin.heads << 1 | (after.open & 1)))) != 0) break;
    after.open = latin.heads >> 63;
    const CharacterMasks masks{
        latin.white, latin.single, latin.point, latin.digit, latin.hyphen, latin.lf, 0};
    CutGroup(rules, masks, Group<BlockPlaces<Isa>>{64, {at}}, text, &after, &out);
  }
  *state = after;
  *output = out;
  return at;
}

// Marks the characters of a block that are not well-formed. `broken`: FindBroken(); `heads`: the
// first bytes of the block's characters.
static inline void MarkBroken(uint64_t broken, uint64_t heads, CharacterList* list) {
  if (!list->any_broken) std::memset(list->broken, 0, sizeof list->broken);
  list->any_broken = true;
  for (; broken != 0; broken &= broken - 1) {
    const uint64_t before = heads & LowBits(static_cast<uint32_t>(__builtin_ctzll(broken)));
    const auto i = list->count + static_cast<uint32_t>(__builtin_popcountll(before));
    list->broken[i / 64] |= uint64_t{1} << (i % 64);
  }
}

// Returns the bytes among the 64 at `p` that are not well-formed: a continuation byte without a
// first byte, or another byte where a continuation byte is missing. `open`: CutState::open, before
// and after these bytes.
static inline uint64_t FindBroken(const char* p, uint64_t* open) {
  uint64_t broken = 0;
  for (uint32_t i = 0; i < 64; ++i) {
    const auto byte = static_cast<uint8_t>(p[i]);
    const bool is_tail = byte >= 0x80 && byte < 0xC0;
    broken |= uint64_t{is_tail != (*open != 0)} << i;
    *open = is_tail ? *open >> 1 : LowBits((byte >= 0xC0) + (byte >= 0xE0) + (byte >= 0xF0));
  }
  return broken;
}

// Masks of a block: the first bytes of characters of at least 3 and at least 4 bytes, the
// continuation bytes (tails), and FindBroken().
struct BlockBytes {
  uint64_t of3, of4, tails, broken;

  template <class Isa>
  static BlockBytes Of(const typename Isa::Bytes& bytes, const char* p, uint64_t* open) {
    const uint64_t of2 = Isa::AtLeast(bytes, 0xC0), of3 = Isa::AtLeast(bytes, 0xE0);
    const uint64_t of4 = Isa::AtLeast(bytes, 0xF0), tails = Isa::AtLeast(bytes, 0x80) & ~of2;
    const uint64_t expected = of2 << 1 | of3 << 2 | of4 << 3 | *open;
    if (__builtin_expect(tails != expected, 0)) return {of3, of4, tails, FindBroken(p, open)};
    *open = of2 >> 63 | of3 >> 62 | of4 >> 61;
    return {of3, of4, tails, 0};
  }
};

// Returns text[at, at + 64) with spaces from `to` on. Copies it to `tail` if there are such spaces.
static inline const char* BlockAt(const char* text, uint32_t at, uint32_t to, char* tail) {
  if (__builtin_expect(to - at >= 64, 1)) return text + at;
  std::memset(tail, ' ', 64 + kTextPadding);
  return static_cast<const char*>(std::memcpy(tail, text + at, to - at));
}

// Lists the characters of text[from, to), which has whole blocks except at the end of a stream. May
// stop early where CutLatin() is worth trying. Returns the position where it stopped.
template <class Isa>
static uint32_t ListCharacters(const char* text, uint32_t from, uint32_t to, CutState* after,
                               CharacterList* list) {
  char tail[64 + kTextPadding];
  uint32_t at = from;
  for (bool latin = false; at < to && !latin; at += 64) {
    const char* const p = BlockAt(text, at, to, tail);
    const BlockBytes block = BlockBytes::Of<Isa>(Isa::Load(p), p, &after->open);
    const uint64_t valid = LowBits(to - at < 64 ? to - at : 64);
    const uint64_t broken = block.broken & valid, heads = (~block.tails & valid) | broken;
    if (__builtin_expect(broken != 0, 0)) MarkBroken(broken, heads, list);
    Isa::WriteCharacters(heads, p, at, list);
    latin = __builtin_popcountll(block.tails) < 8;
  }
  at = at < to ? at : to;
  std::memset(list->byte[0] + list->count, 0x80, 64);
  uint32_t next = at;
  for (int i = 0; i < 3 && (static_cast<uint8_t>(text[next]) & 0xC0) == 0x80; ++i) ++next;
  list->place[list->count] = next;
  return at;
}

// Splits a stretch of text[from, to). Returns the position where it stopped.
template <class Isa>
static uint32_t CutStretch(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                           CutState* state, CutOutput* output) {
  constexpr uint32_t kStretch = CharacterList::kStretch;
  CutState after = *state;  // a copy, which stores of tokens cannot alias
  CutOutput out = *output;
  CharacterList list;
  const uint32_t end = to - from < kStretch ? to : from + kStretch;
  const uint32_t at = ListCharacters<Isa>(text, from, end, &after, &list);
  for (uint32_t i = 0; i < list.count; i += 64) {
    const uint32_t left = list.count - i;
    CutGroup(rules, MasksOf<Isa>(rules, text, list, i),
             Group<ListPlaces<Isa>>{left < 64 ? left : 64, {list.place + i}}, text, &after, &out);
  }
  *state = after;
  *output = out;
  return at;
}

// Returns the token edges for rules under which each character is white space or a token.
static inline TokenEdges CharacterEdges(uint64_t white, uint64_t tails, CutState* after) {
  const uint64_t tokens = ~white, after_token = tokens << 1 | after->after_single;
  const uint64_t inner = tokens & tails & after_token;
  after->after_single = tokens >> 63;
  return {tokens & ~inner, after_token & ~inner};
}

// Splits text[from, to), which has whole blocks except at the end of a stream, by such rules. Here
// bit i of a mask stands for byte i of a block. kAscii: the text is ASCII.
template <class Isa, bool kAscii>
static void CutCharacters(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                          CutState* state, CutOutput* output) {
  CutState after = *state;  // a copy, which stores of tokens cannot alias
  CutOutput out = *output;
  char tail[64 + kTextPadding];
  for (uint32_t at = from; at < to; at += 64) {
    const char* const p = BlockAt(text, at, to, tail);
    const typename Isa::Bytes bytes = Isa::Load(p);
    typename Isa::Bytes classes = Isa::Classify(rules.of_byte, bytes);
    BlockBytes block{};
    uint64_t white = 0, special = 0;
    if (!kAscii) {
      block = BlockBytes::Of<Isa>(bytes, p, &after.open);
      const uint64_t undecided = Isa::Test(classes, kCutUndecided);
      if (undecided != 0) {
        classes = ClassesBeyondAscii<Isa>(rules, p, p + 1, p + 2, undecided, classes);
      }
      special = block.broken;
      for (uint64_t of4 = block.of4 & undecided; of4 != 0; of4 &= of4 - 1) {
        const uint64_t head = of4 & (0 - of4);
        const uint8_t of_character = AstralClass(rules, p + __builtin_ctzll(of4));
        if ((of_character & kCutWhite) != 0) white |= head;
        if ((of_character & kCutSpecial) != 0) special |= head;
      }
    }
    white |= Isa::Test(classes, kCutWhite);
    special |= Isa::Test(classes, kCutSpecial);
    const uint64_t tails = block.tails;
    white |= tails & ~(tails + ((white << 1 | after.after_white) & tails));
    const uint64_t lf = Isa::Test(classes, kCutLf);
    after.after_white = (white & ~lf) >> 63;
    const TokenEdges edges = CharacterEdges(white, tails, &after);
    uint64_t* const key = out.key + out.begins;
    if (kAscii) {
      Isa::template WriteKeys<1>(edges.begins, bytes, p, key);
    } else if (block.of3 == 0) {
      Isa::template WriteKeys<2>(edges.begins, bytes, p, key);
    } else if (block.of4 == 0) {
      Isa::template WriteKeys<3>(edges.begins, bytes, p, key);
    } else {
      Isa::template WriteKeys<4>(edges.begins, bytes, p, key);
    }
    AddLines(
        lf, edges.begins, [at](uint32_t i) { return at + i; }, &out);
    if (special != 0) {
      out.specials += Isa::template WritePositions<1>(special, at, out.special + out.specials);
    }
    out.begins += Isa::template WritePositions<2>(edges.begins, at, out.begin + out.begins);
    out.ends += Isa::template WritePositions<2>(edges.ends, at, out.end + out.ends);
  }
  *state = after;
  *output = out;
}

// Chooses between the ASCII and the general code per stretch rather than per block. In most
// languages nearly all stretches have characters beyond ASCII, so this branch is predictable.
template <class Isa>
static void CutAllCharacters(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                             CutState* state, CutOutput* out) {
  constexpr uint32_t kStretch = 512;
  for (uint32_t at = from; at < to; at += kStretch) {
    const uint32_t end = to - at < kStretch ? to : at + kStretch;
    if (state->open == 0 && Isa::IsAscii(text + at, end - at)) {
      CutCharacters<Isa, true>(rules, text, at, end, state, out);
    } else {
      CutCharacters<Isa, false>(rules, text, at, end, state, out);
    }
  }
}

// Kernels::cut_classes.
template <class Isa>
static void CutClasses(const CutRules* rules, const char* text, uint32_t from, uint32_t to,
                       CutState* state, CutOutput* out) {
  if (rules->by_character) return CutAllCharacters<Isa>(*rules, text, from, to, state, out);
  for (uint32_t at = from; at < to;) {
    if (state->open == 0) at = CutLatin<Isa>(*rules, text, at, to, state, out);
    if (at < to) at = CutStretch<Isa>(*rules, text, at, to, state, out);
  }
}

}  // namespace mtgauge::simd
