"""Seeded generator of ordinary and adversarial text for goldens and differential tests.

Every sentence is invented by joining random words from short lists with constructs on which
tokenizers and n-gram counters differ: Unicode spaces, entities, runs of digits and punctuation,
emoji, scripts without spaces, control characters and endless repeats.
"""

import random

ENGLISH = """the a of to and in that it with for on as was at by from old new grey small quick river
harbour lantern window engine committee orchard violin thunder pepper market bicycle letter garden
Tuesday minister report signal copper walks sings opened carried explained forgot measured painted
between under without because although quietly never twice don't it's co-operative e-mail U.S.
Ms. north-west 3rd""".split()
GERMAN = """der die das und in mit für von über nicht grüne Äpfel Straße Größe läuft schöner Brücke
Fußgänger Überraschung müde König Wörterbuch Donaudampfschifffahrtsgesellschaft Bäcker häufig""".split()
OTHERS = ["Ἀθῆναι", "ΟΔΥΣΣΕΥΣ", "ΣΑΣ", "Σ", "ΑΣ.", "αΣ'β", "İstanbul", "ŞEHİR", "ıĸ", "Москва", "ПРИВЕТ",
          "मेरा", "नाम", "ঢাকা", "১২৩", "٤٥", "עברית", "مرحبا،", "ไทยแลนด์", "ÞÓR", "ǅ", "ﬁn", "ß", "ẞ",
          "𝒜𝒷", "𐐀𐐨", "½", "Ⅷ", "²", "１２", "৳5", "naïve", "e\u0301te\u0301", "\u200bzero", "\ufeffbom",
          "\u180e", "a\u00adb"]
CJK = "天気市場船長新聞今日明日車東西学習雨雪音楽海山"
KANA = "さくらカメラのはにをテレビ"
HANGUL = "바다하늘나무"
EMOJI = ["😀", "👩‍🚀", "🏳️‍🌈", "❤️", "👍🏽", "🇮🇸", "☂", "♪"]
SPACES = [" ", " ", " ", "  ", "\t", "\u00a0", "\u2009", "\u3000", "\u2028", "\u2029", "\u0085", "\x1c",
          "\x1f", "\x0b", "\x0c", "\r", "\u1680", "\u202f", "\u205f", "\u2003 "]
ENTITIES = ["&quot;", "&amp;", "&lt;", "&gt;", "&apos;", "&amp;lt;", "&amp;quot;", "&QUOT;", "&", "&;",
            "&quot", "&lt;&gt;", "&#39;", "<skipped>", "<skip<skipped>ped>", "<Skipped>"]
PUNCTUATION = [".", ",", "-", "!", "?", ":", ";", "'", '"', "(", ")", "[", "]", "{", "}", "/", "\\", "|",
               "@", "#", "$", "%", "^", "*", "_", "+", "=", "~", "`", "<", ">", "...", ",.", ".,", "..,,", "--",
               "–", "—", "…", "“", "”", "„", "‚", "«", "»", "、", "。", "！", "（", "）", "¡", "¿", "§", "€", "°",
               "→", "≤", "©", "·", "‐"]
NUMBERS = ["1", "42", "1,000", "3.14", "1.000,50", "2017.", ".5", "5-6", "1-", "-1", "10%", "9.9.", "0,",
           ",7", "1..2", "1,.2", "12:30", "2:0", "7th", "1.2.3-4", "A-1", "1-a", "3,a", "a,3", "a.3", "3.a"]


class TextGenerator:
    def __init__(self, seed, line_feeds=False):
        self.rng = random.Random(seed)
        self.line_feeds = line_feeds

    def word(self, wildness):
        rng = self.rng
        if rng.random() >= wildness:
            word = rng.choice(ENGLISH if rng.random() < 0.7 else GERMAN)
            if rng.random() < 0.1:
                word = word.capitalize()
            if rng.random() < 0.15:
                word += rng.choice([",", ".", ".", ";", "?", "!", ":", '"', ")"])
            return word
        kind = rng.randrange(12)
        if kind == 0:
            return rng.choice(OTHERS)
        if kind == 1:
            return "".join(rng.choice(CJK + KANA) for _ in range(rng.randint(1, 8)))
        if kind == 2:
            return "".join(rng.choice(HANGUL) for _ in range(rng.randint(1, 4)))
        if kind == 3:
            return rng.choice(EMOJI)
        if kind == 4:
            return rng.choice(ENTITIES)
        if kind == 5:
            return rng.choice(NUMBERS)
        if kind == 6:
            return "".join(rng.choice("0123456789.,-.,-") for _ in range(rng.randint(1, 10)))
        if kind == 7:
            return "".join(rng.choice(PUNCTUATION) for _ in range(rng.randint(1, 5)))
        if kind == 8:
            return rng.choice(PUNCTUATION) + self.word(0) + rng.choice(PUNCTUATION)
        if kind == 9:
            return "".join(self.word(0.5) for _ in range(rng.randint(2, 4)))
        if kind == 10:  # longer than eight bytes, equal at the start or at the end
            return "x" * rng.randint(6, 40) + rng.choice("ab")
        return self.code_points(rng.randint(1, 3))

    def code_points(self, count):
        """Returns any code points except surrogates and LF, including NUL and other controls."""
        out = []
        while len(out) < count:
            limit = self.rng.choice([0x80, 0x300, 0x3000, 0x10000, 0x110000])
            point = self.rng.randrange(limit)
            if point != 0x0A and not 0xD800 <= point < 0xE000:
                out.append(chr(point))
        return "".join(out)

    def space(self, wildness):
        if self.line_feeds and self.rng.random() < 0.1 * wildness:
            return self.rng.choice(["\n", "-\n", "\n-", "\n\n", " \n"])
        if self.rng.random() < 0.3 * wildness:
            return self.rng.choice(SPACES)
        return " "

    def sentence(self, words, wildness):
        out = []
        for i in range(words):
            if i:
                out.append(self.space(wildness))
            out.append(self.word(wildness))
        if self.rng.random() < 0.1 * wildness:
            out.insert(0, self.rng.choice(SPACES))
        if self.rng.random() < 0.6:
            out.append(self.rng.choice([".", ".", ".", " .", "!", "?"]))
        if self.rng.random() < 0.2 * wildness:
            out.append(self.rng.choice(SPACES))
        return "".join(out)

    def noisy_copy(self, text, wildness):
        """Returns a "translation": words dropped, swapped, repeated, replaced, recased."""
        rng = self.rng
        words = text.split(" ")
        rate = rng.choice([0.02, 0.1, 0.3, 0.6])
        out = []
        for word in words:
            draw = rng.random()
            if draw >= rate:
                out.append(word)
            elif draw < rate * 0.2:
                continue
            elif draw < rate * 0.4:
                out += [word, word]
            elif draw < rate * 0.5:
                out.append(word.upper() if rng.random() < 0.5 else word.lower())
            elif draw < rate * 0.6 and out:
                out.insert(len(out) - 1, word)
            else:
                out.append(self.word(wildness))
        return " ".join(out)

    def degenerate(self, words):
        """Returns a loop: a few distinct words, repeated many times."""
        rng = self.rng
        phrase = [self.word(rng.choice([0, 0.3])) for _ in range(rng.choice([1, 1, 2, 3, 7]))]
        out = []
        while len(out) < words:
            out += phrase if rng.random() < 0.97 else [self.word(0)]
        return " ".join(out[:words])

    def pair(self, references, long=False, at_most=60):
        """Returns one hypothesis and its references, usually all different."""
        rng = self.rng
        wildness = rng.choice([0, 0.05, 0.2, 0.5, 1])
        if long:
            words = int(61 * (3000 / 61) ** rng.random())
        elif rng.random() < 0.05:
            words = rng.randint(0, 4)
        else:
            words = rng.randint(1, max(1, at_most // 3)) if rng.random() < 0.7 else rng.randint(1, at_most)
        if rng.random() < 0.08 or (long and rng.random() < 0.5):
            base = self.degenerate(words)
        else:
            base = self.sentence(words, wildness)
        refs = [base]
        for _ in range(references - 1):
            refs.append(self.noisy_copy(base, wildness))
        draw = rng.random()
        if draw < 0.03:
            hyp = base
        elif draw < 0.05:
            hyp = ""
        elif draw < 0.1:
            hyp = self.sentence(rng.randint(1, at_most), wildness)
        else:
            hyp = self.noisy_copy(base, wildness)
        if rng.random() < 0.02:
            refs[rng.randrange(references)] = rng.choice(["", " ", "\u3000"])
        rng.shuffle(refs)
        return hyp, refs
