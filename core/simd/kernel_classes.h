// Kernels::cut_classes: the rules of core/text/tokenizer/segment_cutter.h as algebra on bit masks,
// for characters of any number of bytes. Bit i of a mask is byte i of a block of 64. A character's
// class is a bit at its first byte; a "whole" mask has all bytes of its characters. Written once
// over what an instruction set supplies (a class `Isa` in an unnamed namespace):
//
//   Bytes                     64 of them; Load(p)
//   Choice                    some of the bytes; Equal(bytes, byte), Both(a, b), ToBits(choice)
//   AtLeast(bytes, byte)      the bits of those that are >= byte
//   Test(bytes, bit), NonZero(bytes)   the bits of those that have this one bit, or any
//   IsAscii(p, n)             whether n bytes are, and those up to a multiple of 64
//   Classify(table, bytes)    table[byte], which is 0 from 80 to BF
//   Look(choice, t64, i)      t64[low 6 bits of i] for the chosen, 0 for the others
//   Zero(), Or(a, b)
//   Decide(classes, looked)   the classes, less kCutUndecided, and those that were looked up
//   kSkipsLooks               a branch is cheaper than a Look() for none
//   Latin(rules, bytes, p)    see LatinMasks
//   WritePositions<kSure>(bits, at, to)   at + the place of each bit; returns their number; may
//                             write up to 64 in all; 16 * kSure without a branch
//   WriteKeys<kBytes>(heads, bytes, p, to)   of each character that begins at one of `heads`, the
//                             key of a token of it alone; none has more than kBytes bytes; may
//                             write up to 64 in all
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_common.h"
#include "core/simd/kernel_cut.h"

namespace mtgauge::simd {

// A block as CutLatin() sees it: classes of ASCII, the first bytes of other characters and those
// behind them, and what it has no business with (CutRules::barred, less C3 before a letter).
struct LatinMasks {
  uint64_t white, single, point, digit, hyphen, lf;
  uint64_t heads, tails, barred;
};

// The class of the character of four bytes at `p`.
static inline uint8_t AstralClass(const CutRules& rules, const char* p) {
  const auto low6 = [p](int i) { return static_cast<uint32_t>(p[i]) & 0x3F; };
  const uint32_t point =
      (static_cast<uint32_t>(p[0]) & 7) << 18 | low6(1) << 12 | low6(2) << 6 | low6(3);
  if (point < 0x10000 || point > 0x10FFFF) return kCutSpecial;
  return rules.of_astral(point);
}

// The class of the well-formed character at `p`. Reads 4 bytes.
static inline uint8_t ClassAt(const CutRules& rules, const char* p) {
  const auto byte = [p](int i) { return static_cast<uint32_t>(static_cast<uint8_t>(p[i])); };
  const uint8_t of_byte = rules.of_byte[byte(0)];
  if ((of_byte & kCutUndecided) == 0) return of_byte;
  if (byte(0) >= 0xF0) return AstralClass(rules, p);
  const uint32_t of_two = (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  return rules.of_bmp[byte(0) < 0xE0 ? of_two : (of_two << 6 | (byte(2) & 0x3F)) & 0xFFFF];
}

struct CharacterMasks {
  uint64_t white, single, point, digit, hyphen, lf, special;
  uint64_t tails = 0;  // the bytes that continue a character
  uint64_t even = 0;   // characters of two or four bytes

  void Add(uint8_t of_character, uint32_t at) {
    white |= uint64_t{(of_character & kCutWhite) != 0} << at;
    single |= uint64_t{(of_character & kCutSingle) != 0} << at;
    point |= uint64_t{(of_character & kCutPoint) != 0} << at;
    digit |= uint64_t{(of_character & kCutDigit) != 0} << at;
    special |= uint64_t{(of_character & kCutSpecial) != 0} << at;
  }
  // `carry`: the byte before the block is in the mask.
  uint64_t Whole(uint64_t heads, uint64_t carry) const {
    return heads | (tails & ~(tails + ((heads << 1 | carry) & tails)));
  }
  // The bits of the characters before those of `heads`. None before the block.
  uint64_t Before(uint64_t heads) const {
    const uint64_t last = heads >> 1;
    const uint64_t second = (last & tails) >> 1, third = (second & tails) >> 1;
    return last | second | third | (third & tails) >> 1;
  }
};

// Classes that the second or third byte decides. `ofN`: characters of N or more bytes.
template <class Isa>
__attribute__((always_inline)) static inline typename Isa::Bytes ClassesBeyondAscii(
    const CutRules& rules, const char* p, const typename Isa::Bytes& bytes, uint64_t of2,
    uint64_t of3, typename Isa::Bytes classes) {
  const typename Isa::Bytes seconds = Isa::Load(p + 1);
  typename Isa::Bytes looked = Isa::Zero();
  if (!Isa::kSkipsLooks || (of2 & ~of3) != 0) {
    uint64_t todo = Isa::Test(classes, kCutUndecided) & of2 & ~of3;
    for (uint32_t i = 0; i < rules.often_leads; ++i) {
      const uint8_t lead = rules.often_lead[i];
      const auto alike = Isa::Equal(bytes, lead);
      if (Isa::kSkipsLooks && Isa::ToBits(alike) == 0) continue;
      looked = Isa::Or(looked, Isa::Look(alike, rules.of_bmp + (lead & 0x1F) * 64, seconds));
      todo &= ~Isa::ToBits(alike);
    }
    while (todo != 0) {
      const auto lead = static_cast<uint8_t>(p[__builtin_ctzll(todo)]);
      const auto alike = Isa::Equal(bytes, lead);
      looked = Isa::Or(looked, Isa::Look(alike, rules.of_bmp + (lead & 0x1F) * 64, seconds));
      todo &= ~Isa::ToBits(alike);
    }
  }
  if (of3 == 0) return Isa::Decide(classes, looked);
  for (uint32_t i = 0; i < rules.leads; ++i) {
    const auto alike = Isa::Equal(bytes, rules.lead[i]);
    if (Isa::kSkipsLooks && Isa::ToBits(alike) == 0) continue;
    looked = Isa::Or(looked, Isa::Look(alike, rules.of_lead[i], seconds));
  }
  classes = Isa::Decide(classes, looked);
  uint64_t undecided = Isa::Test(looked, kCutUndecided);
  if (Isa::kSkipsLooks && undecided == 0) return classes;  // Chinese has some in every other block
  // One look serves all characters that begin with the same two bytes.
  const typename Isa::Bytes thirds = Isa::Load(p + 2);
  looked = Isa::Zero();
  for (uint32_t i = 0; i < rules.often_pairs; ++i) {
    const uint8_t lead = rules.often_pair[i][0], second = rules.often_pair[i][1];
    const auto alike = Isa::Both(Isa::Equal(bytes, lead), Isa::Equal(seconds, second));
    if (Isa::kSkipsLooks && Isa::ToBits(alike) == 0) continue;
    const uint8_t* const table = rules.of_bmp + ((lead & 0xF) << 12 | (second & 0x3F) << 6);
    looked = Isa::Or(looked, Isa::Look(alike, table, thirds));
    undecided &= ~Isa::ToBits(alike);
  }
  while (undecided != 0) {
    const char* const at = p + __builtin_ctzll(undecided);
    const auto lead = static_cast<uint8_t>(at[0]), second = static_cast<uint8_t>(at[1]);
    const auto alike = Isa::Both(Isa::Equal(bytes, lead), Isa::Equal(seconds, second));
    const uint8_t* const table = rules.of_bmp + ((lead & 0xF) << 12 | (second & 0x3F) << 6);
    looked = Isa::Or(looked, Isa::Look(alike, table, thirds));
    undecided &= ~Isa::ToBits(alike);
  }
  return Isa::Decide(classes, looked);
}

template <class Isa>
__attribute__((always_inline)) static inline CharacterMasks MasksOf(
    const typename Isa::Bytes& classes) {
  return {Isa::Test(classes, kCutWhite),  Isa::Test(classes, kCutSingle),
          Isa::Test(classes, kCutPoint),  Isa::Test(classes, kCutDigit),
          Isa::Test(classes, kCutHyphen), Isa::Test(classes, kCutLf),
          Isa::Test(classes, kCutSpecial)};
}

// Which bytes begin characters of how many bytes, and which continue one.
struct CharacterLengths {
  uint64_t of2, of3, of4;  // of N or more
  uint64_t tails, expected;

  template <class Isa>
  static CharacterLengths Of(const typename Isa::Bytes& bytes, uint64_t open) {
    CharacterLengths n{Isa::AtLeast(bytes, 0xC0), Isa::AtLeast(bytes, 0xE0),
                       Isa::AtLeast(bytes, 0xF0), 0, 0};
    n.tails = Isa::AtLeast(bytes, 0x80) & ~n.of2;
    n.expected = n.of2 << 1 | n.of3 << 2 | n.of4 << 3 | (open & 7);
    return n;
  }
  uint64_t Open() const { return of2 >> 63 | of3 >> 62 | of4 >> 61; }
};

// True when each character beyond ASCII glues to its neighbours, as letters do. Then its bytes may
// be taken for as many characters.
template <class Isa>
static inline bool IsPlain(const CharacterLengths& n, const typename Isa::Bytes& classes,
                           const CutState& after) {
  const bool enters_plain =
      after.open == 0 ||
      (after.open < 8 && (after.after_word & ~(after.after_digit | after.after_split)) != 0);
  return n.tails == n.expected && n.of4 == 0 && enters_plain &&
         (Isa::NonZero(classes) & (n.of2 | n.tails)) == 0;
}

// `broken_line`: whether the line that ends at the block's first byte is not well-formed.
template <class Isa>
__attribute__((always_inline)) static inline CharacterMasks MasksBeyondAscii(
    const CutRules& rules, const char* p, const CharacterLengths& n,
    const typename Isa::Bytes& classes, CutState* after, bool& broken_line) {
  CharacterMasks masks = MasksOf<Isa>(classes);
  for (uint64_t bits = n.of4; bits != 0; bits &= bits - 1) {
    const auto i = static_cast<uint32_t>(__builtin_ctzll(bits));
    masks.Add(ClassAt(rules, p + i), i);
  }
  masks.tails = n.tails;
  masks.even = (n.of2 & ~n.of3) | n.of4;
  // What lacks a tail breaks its line, and so does a tail without a head.
  const uint64_t lacking = n.expected & ~n.tails;
  const uint64_t stray = n.tails & (~n.expected | masks.lf << 1 | after->open >> 3);
  masks.special |= (lacking & ~masks.lf) | (lacking & masks.lf) >> 1 | stray;
  broken_line = (lacking & masks.lf & 1) != 0;
  return masks;
}

// True where a point that ends a segment may have only white space between it and the LF at `i`:
// whether it glues then depends on what is trimmed.
static inline bool EndsInPoint(const CutRules& rules, const char* text, uint32_t i) {
  const auto class_at = [&](uint32_t at) { return rules.of_byte[static_cast<uint8_t>(text[at])]; };
  while (i > 0 && class_at(i - 1) == kCutWhite) --i;
  if (i == 0) return false;
  if (static_cast<uint8_t>(text[i - 1]) >= 0x80) return true;
  if ((class_at(i - 1) & kCutPoint) == 0) return false;
  return i == 1 || (class_at(i - 2) & kCutWhite) == 0;  // one by itself is a token either way
}

// The points that the first expression takes: along a run every second one, beginning with the
// first that has a character before it which is no digit.
static inline uint64_t TakenPoints(const CharacterMasks& m, uint64_t barred, uint64_t after_point) {
  if ((m.point & m.even) != 0 && (m.point & after_point) != 0) {
    uint64_t taken = 0;
    for (uint64_t points = m.point; points != 0; points &= points - 1) {
      const uint64_t point = points & (0 - points);
      if ((point & (barred | m.Whole(taken, 0) << 1)) == 0) taken |= point;
    }
    return taken;
  }
  // An odd number of bytes keeps odd and even apart, as in SingleBytes().
  constexpr uint64_t kOdd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t runs = m.Whole(m.point & ~barred, 0);
  return (((runs << 1 | kOdd) - runs) ^ kOdd) & runs & m.point;
}

// The first characters of lines, white space left out where it is trimmed.
static inline uint64_t LineBegins(const CutRules& rules, uint64_t lf, uint64_t white,
                                  CutState* after) {
  const uint64_t begins = lf << 1 | (after->in_line ^ 1);
  after->in_line = lf >> 63 ^ 1;
  if (!rules.trims_left) return begins;
  unsigned long long behind;
  if (__builtin_uaddll_overflow(white, begins & white, &behind)) after->in_line = 0;
  return (begins | behind) & ~white;
}

// The points that are tokens by themselves. `first`: LineBegins().
static inline uint64_t SinglePoints(const CutRules& rules, const CharacterMasks& m, const char* p,
                                    uint64_t after_digit, uint64_t first, CutState* after) {
  // The first character behind those that began before the block.
  const uint64_t entry = (m.tails & ~(m.tails + 1)) + 1;
  const uint64_t barred = after_digit | first | (after->after_split != 0 ? entry : 0);
  const uint64_t points = m.Whole(m.point, 0);
  const uint64_t taken = TakenPoints(m, barred, points << 1);
  const uint64_t last = (~uint64_t{0} << 63) >> __builtin_clzll(~m.tails | 1);
  after->after_split = (taken & last) != 0 ? 1 : 0;
  // A point before a digit glues, and at the end of a segment.
  uint64_t glued = m.Before(m.digit | m.lf);
  if ((m.point & last) != 0) {
    p += 64;
    for (int i = 0; i < 3 && (static_cast<uint8_t>(*p) & 0xC0) == 0x80; ++i) ++p;
    if ((ClassAt(rules, p) & (kCutDigit | kCutLf)) != 0) glued |= last;
  }
  return m.point & (taken | ~glued);
}

// The tokens of rules by which a character is white space or a token.
static inline TokenEdges CharacterEdges(uint64_t white, uint64_t tails, CutState* after) {
  const uint64_t tokens = ~white, after_token = tokens << 1 | after->after_single;
  const uint64_t inner = tokens & tails & after_token;
  after->after_single = tokens >> 63;
  return {tokens & ~inner, after_token & ~inner};
}

// Those of all other rules. `p`: the block, which is text[at, at + 64).
__attribute__((always_inline)) static inline TokenEdges RuleEdges(const CutRules& rules,
                                                                  CharacterMasks& m, uint64_t white,
                                                                  bool& broken_line, const char* p,
                                                                  const char* text, uint32_t at,
                                                                  CutState* after) {
  const uint64_t spaces = white & ~m.lf;
  const uint64_t digits = m.Whole(m.digit, after->after_digit);
  const uint64_t after_digit = (digits << 1 | after->after_digit) & ~m.tails;
  uint64_t heads = m.single | (m.hyphen & after_digit);
  if (rules.has_points) {
    const uint64_t first = LineBegins(rules, m.lf, white, after);
    heads |= SinglePoints(rules, m, p, after_digit, first, after);
    for (uint64_t trimmed = m.lf & (spaces << 1 | after->after_white);
         __builtin_expect(trimmed != 0, 0); trimmed &= trimmed - 1) {
      const uint64_t lf = trimmed & (0 - trimmed);
      if (!EndsInPoint(rules, text, at + static_cast<uint32_t>(__builtin_ctzll(lf)))) continue;
      m.special |= lf >> 1;
      broken_line |= lf == 1;
    }
  }
  after->after_digit = digits >> 63;
  const uint64_t singles = m.Whole(heads, after->after_single), inner = singles & m.tails;
  const TokenEdges edges = FindEdges(white, singles, after);
  return {edges.begins & ~inner, edges.ends & ~inner};
}

// kByCharacter: that of the rules. kAscii: there are no tails.
template <class Isa, bool kByCharacter, bool kAscii>
__attribute__((always_inline)) static inline void CutBlock(const CutRules& rules, CharacterMasks m,
                                                           const typename Isa::Bytes& bytes,
                                                           const CharacterLengths& n,
                                                           bool broken_line, const char* p,
                                                           const char* text, uint32_t at,
                                                           CutState* after, CutOutput* out) {
  const uint64_t white = m.Whole(m.white, after->after_white);
  TokenEdges edges;
  if constexpr (kByCharacter) {
    edges = CharacterEdges(white, m.tails, after);
    uint64_t* const key = out->key + out->begins;
    if (kAscii) {
      Isa::template WriteKeys<1>(edges.begins, bytes, p, key);
    } else if (n.of3 == 0) {
      Isa::template WriteKeys<2>(edges.begins, bytes, p, key);
    } else if (n.of4 == 0) {
      Isa::template WriteKeys<3>(edges.begins, bytes, p, key);
    } else {
      Isa::template WriteKeys<4>(edges.begins, bytes, p, key);
    }
  } else {
    edges = RuleEdges(rules, m, white, broken_line, p, text, at, after);
  }
  after->open |= m.lf >> 63 << 3;
  after->after_white = (white & ~m.lf) >> 63;
  AddLines(m.lf, edges.begins, at, out);
  if (broken_line) out->special[out->specials++] = at - 1;
  if (m.special != 0) {
    out->specials += Isa::template WritePositions<1>(m.special, at, out->special + out->specials);
  }
  constexpr int kSure = kByCharacter || !kAscii ? 2 : 1;  // a word is seldom shorter than 4 bytes
  out->begins += Isa::template WritePositions<kSure>(edges.begins, at, out->begin + out->begins);
  out->ends += Isa::template WritePositions<kSure>(edges.ends, at, out->end + out->ends);
}

// Cuts the whole blocks of text[from, to), `from` at a character's begin, that hold nothing beyond
// ASCII but well-formed letters of two bytes: their bytes are cut as if they were as many letters.
// Returns where it stopped.
template <class Isa>
static uint32_t CutLatin(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                         CutState* state, CutOutput* output) {
  CutState after = *state;  // so that no store of tokens may change it
  CutOutput out = *output;
  uint32_t at = from;
  for (; to - at >= 64; at += 64) {
    const char* const p = text + at;
    const typename Isa::Bytes bytes = Isa::Load(p);
    const LatinMasks latin = Isa::Latin(rules, bytes, p);
    if ((latin.barred | (latin.tails ^ (latin.heads << 1 | (after.open & 1)))) != 0) break;
    after.open = latin.heads >> 63;
    const CharacterMasks masks{
        latin.white, latin.single, latin.point, latin.digit, latin.hyphen, latin.lf, 0};
    CutBlock<Isa, false, true>(rules, masks, bytes, {}, false, p, text, at, &after, &out);
  }
  *state = after;
  *output = out;
  return at;
}

// Cuts text[from, to): whole blocks, or the last of a stream. Returns where it stopped: where
// CutLatin() is worth a try, unless kByCharacter.
template <class Isa, bool kByCharacter, bool kAscii>
static uint32_t CutStretch(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                           CutState* state, CutOutput* output) {
  CutState local = *state;  // so that no store of tokens may change it
  CutOutput local_out = *output;
  CutState* const after = &local;
  CutOutput* const out = &local_out;
  char tail[64 + kTextPadding];
  uint32_t at = from;
  for (bool latin = false; at < to && !latin; at += 64) {
    const char* p = text + at;
    if (to - at < 64) {  // nothing but spaces behind
      std::memset(tail, ' ', sizeof tail);
      p = static_cast<const char*>(std::memcpy(tail, p, to - at));
    }
    const typename Isa::Bytes bytes = Isa::Load(p);
    typename Isa::Bytes classes = Isa::Classify(rules.of_byte, bytes);
    CharacterLengths n{};
    bool plain =
        kAscii || (Isa::kSkipsLooks && (after->open & 7) == 0 && Isa::AtLeast(bytes, 0x80) == 0);
    if (!plain) {
      n = CharacterLengths::Of<Isa>(bytes, after->open);
      classes = ClassesBeyondAscii<Isa>(rules, p, bytes, n.of2, n.of3, classes);
      plain = !kByCharacter && IsPlain<Isa>(n, classes, *after);
    }
    if (plain) {
      after->open = n.Open();
      CutBlock<Isa, kByCharacter, true>(rules, MasksOf<Isa>(classes), bytes, n, false, p, text, at,
                                        after, out);
    } else {
      bool broken_line = false;
      const CharacterMasks masks = MasksBeyondAscii<Isa>(rules, p, n, classes, after, broken_line);
      after->open = n.Open();
      CutBlock<Isa, kByCharacter, false>(rules, masks, bytes, n, broken_line, p, text, at, after,
                                         out);
    }
    latin = !kByCharacter && __builtin_popcountll(n.tails) < 8;
  }
  *state = local;
  *output = local_out;
  return at;
}

// Cuts text[from, to) by character. In most languages nearly every stretch has characters beyond
// ASCII, but which blocks have some cannot be foreseen.
template <class Isa>
static void CutCharacters(const CutRules& rules, const char* text, uint32_t from, uint32_t to,
                          CutState* after, CutOutput* out) {
  constexpr uint32_t kStretch = 512;
  for (uint32_t at = from; at < to; at += kStretch) {
    const uint32_t end = to - at < kStretch ? to : at + kStretch;
    if ((after->open & 7) == 0 && Isa::IsAscii(text + at, end - at)) {
      CutStretch<Isa, true, true>(rules, text, at, end, after, out);
    } else {
      CutStretch<Isa, true, false>(rules, text, at, end, after, out);
    }
  }
}

// Kernels::cut_classes.
template <class Isa>
static void CutClasses(const CutRules* rules, const char* text, uint32_t from, uint32_t to,
                       CutState* state, CutOutput* out) {
  CutState after = *state;
  CutOutput w = *out;
  if (rules->by_character) CutCharacters<Isa>(*rules, text, from, to, &after, &w);
  for (uint32_t at = from; at < to && !rules->by_character;) {
    if ((after.open & 7) == 0) at = CutLatin<Isa>(*rules, text, at, to, &after, &w);
    if (at < to) at = CutStretch<Isa, false, false>(*rules, text, at, to, &after, &w);
  }
  *state = after;
  *out = w;
}

}  // namespace mtgauge::simd
