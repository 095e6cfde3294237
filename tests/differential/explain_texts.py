"""Seeded corpora for explain_diff.py: a few systems that differ from their references in every way
that `mtgauge explain` distinguishes. All sentences are invented by joining random words."""

import random

from textgen import ENGLISH, GERMAN, NUMBERS, PUNCTUATION

# Inflected forms that share a base form.
FAMILIES = [line.split() for line in """walk walks walked walking
lantern lanterns lantern's
quick quickly
measure measures measured measuring
painter painters painted paint
happy happily happiness
bridge bridges bridged
sing sings singing""".split("\n")]
# Case and letters for which scripts and properties of characters differ.
CASED = """A I I'm O'Brien McDonald NATO NATO's Nato iPhone eBay 3rd 3RD 3Rd A-1 a-1 1a 1A Ärger ÄRGER ärger ß
Straße STRASSE ẞ ĸ ﬁn ʰ ª ⓐ Ⓐ Ⅷ ⅷ ℂ ℵ ǅ ǆ Ǆ ǅungla Σ ς ΟΔΥΣΣΕΥΣ ὀδυσσεύς Ἀθῆναι ᾳ ᾼ İstanbul ISTANBUL ıĸ Москва МОСКВА москва
天気 市場 नाम मेरा ไทย עברית مرحبا 한국 ა Ა Ꭰ ꭰ 𝒜 𐐀 𐐨 É é É é""".split()
MORE_NUMBERS = """0 7 42 1,000 3.14 ١٢ १२३ ½ ² Ⅷ １２ 10% 1-2 1:0 B2 2nd MP3 1e5 #1 $5""".split()
SYMBOLS = """. , ! ? ... -- — “ ” « » § € ° → © 😀 ☂ ' " ( ) + = _ @ & % 、 。 ¿ ♪""".split() + ["\u200b"]
COUNTS = [0, 1, 1, 2, 3, 4, 5, 9, 10, 99, 100, 999, 1000, 12345, 4000000000]


class Corpus:
    """`references`: [reference][segment], with None for a missing one; `systems`:
    [system][segment]."""

    def __init__(self, references, systems):
        self.references = references
        self.systems = systems

    def first_references(self):
        return [next(text for text in texts if text is not None)
                for texts in zip(*self.references)]


class CorpusMaker:
    def __init__(self, rng):
        self.rng = rng
        self.vocabulary = self.make_vocabulary()
        self.weights = [1 / (rank + 1) ** 0.8 for rank in range(len(self.vocabulary))]

    def make_vocabulary(self):
        rng = self.rng
        size = rng.choice([3, 8, 30, 120, 400])
        families = [word for family in FAMILIES for word in family]
        words = []
        for _ in range(size):
            word = rng.choice(rng.choice([ENGLISH, ENGLISH, GERMAN, families, families, CASED, NUMBERS,
                                          MORE_NUMBERS, PUNCTUATION, SYMBOLS]))
            draw = rng.random()
            if draw < 0.1:
                word = word.capitalize()
            elif draw < 0.15:
                word = word.upper()
            elif draw < 0.2:
                word += str(rng.randrange(300))
            if word and len(word.split()) == 1:
                words.append(word)
        return list(dict.fromkeys(words or ["a"]))

    def word(self):
        return self.rng.choices(self.vocabulary, self.weights)[0]

    def length(self):
        return self.rng.choice([lambda: self.rng.randint(1, 4), lambda: self.rng.randint(5, 25),
                                lambda: self.rng.randint(5, 25), lambda: self.rng.randint(20, 75)])()

    def sentence(self):
        words = [self.word() for _ in range(self.length())]
        if self.rng.random() < 0.1:  # a repetition loop
            words = (words[:self.rng.randint(1, 3)] * len(words))[:len(words)]
        if self.rng.random() < 0.6:
            words[0] = words[0].capitalize()
            words.append(".")
        return words

    def other_form(self, word):
        for family in FAMILIES:
            if word.lower() in family:
                return self.rng.choice(family)
        return self.rng.choice([word.upper(), word.lower(), word.capitalize(), word + "s", word + "ed"])

    def output(self, reference):
        """Leaves out, adds, repeats, replaces, moves and inflects words."""
        rng = self.rng
        if rng.random() < 0.04:
            return list(reference)
        if rng.random() < 0.04:
            return self.sentence()
        rate = rng.choice([0.03, 0.15, 0.4, 0.8])
        out = []
        for word in reference:
            if rng.random() >= rate:
                out.append(word)
                continue
            kind = rng.randrange(7)
            if kind == 1:
                out += [word, word]
            elif kind == 2:
                out += [word, self.word()]
            elif kind == 3:
                out.append(self.word())
            elif kind == 4:
                out.insert(rng.randint(0, len(out)), word)
            elif kind >= 5:
                out.append(self.other_form(word))
        if rng.random() < rate / 2 and len(out) > 3:  # swaps two blocks
            cut = rng.randrange(1, len(out))
            out = out[cut:] + out[:cut]
        if rng.random() < 0.03:
            out += [self.word() for _ in range(rng.randint(5, 40))]
        return [word for word in out if word] or [self.word()]

    def corpus(self, segments, references, systems, gaps):
        """`gaps`: some lines are empty, and some references missing."""
        rng = self.rng
        rows = []
        for _ in range(segments):
            if rows and rng.random() < 0.08:
                refs, hyps = rng.choice(rows)  # repeats a segment, with the same or other outputs
                if rng.random() < 0.4:
                    hyps = [self.output((refs[0] or "a").split(" ")) for _ in hyps]
                    hyps = [" ".join(hyp) for hyp in hyps]
                rows.append((refs, hyps))
                continue
            base = self.sentence()
            refs = [" ".join(base)] + [" ".join(self.output(base)) for _ in range(references - 1)]
            hyps = [" ".join(self.output(base)) for _ in range(systems)]
            if rng.random() < 0.15:
                hyps = [hyps[0]] * systems
            if gaps:
                self.make_gaps(refs, hyps)
            rows.append((refs, hyps))
        return Corpus([list(lines) for lines in zip(*(refs for refs, _ in rows))],
                      [list(lines) for lines in zip(*(hyps for _, hyps in rows))])

    def make_gaps(self, refs, hyps):
        rng = self.rng
        if rng.random() < 0.05:
            refs[rng.randrange(len(refs))] = ""
        for s in range(len(hyps)):
            if rng.random() < 0.05:
                hyps[s] = rng.choice(["", "", " "])
        if len(refs) > 1 and rng.random() < 0.3:
            kept = rng.randrange(len(refs))
            for r in range(len(refs)):
                if r != kept and rng.random() < 0.6:
                    refs[r] = None

    def counts(self, lowercase):
        """Returns lines of words and their counts. Each word occurs once, so that nothing needs to
        be summed or overwritten."""
        rng = self.rng
        words = rng.sample(self.vocabulary, rng.randint(1, len(self.vocabulary)))
        words += ["unheard-of", "never"]
        seen, out = set(), []
        for word in words:
            key = word.lower() if lowercase else word
            if key not in seen:
                seen.add(key)
                out.append("%s\t%d" % (word, rng.choice(COUNTS)))
        return out
