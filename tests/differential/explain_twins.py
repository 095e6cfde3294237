"""Slow implementations of what `mtgauge explain` counts, directly from the definitions: words,
n-grams, errors by class, kinds of segments and examples."""

import bisect
import unicodedata
from collections import Counter

FREQUENCY_CUTS = [1, 2, 3, 4, 5, 10, 100, 1000]
FREQUENCY_NAMES = ["0", "1", "2", "3", "4", "5-9", "10-99", "100-999", "1000+"]
CASE_NAMES = ["lower", "upper", "title", "other"]
LOOK_NAMES = ["word", "number", "name", "punctuation"]
LENGTH_CUTS = [10, 20, 30, 40, 50, 60]
LENGTH_NAMES = ["<10", "10-19", "20-29", "30-39", "40-49", "50-59", "60+"]
DIFFERENCE_CUTS = [-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 11, 21]
DIFFERENCE_NAMES = ["<-20", "-20 to -11", "-10 to -6", "-5", "-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "5",
                    "6-10", "11-20", "21+"]
TENTH_NAMES = ["<10", *("%d to <%d" % (low, low + 10) for low in range(10, 90, 10)), "90+"]


def kind_of(value, cuts):
    return bisect.bisect_right(cuts, value)


# Words

def frequency_kind(counts):
    return lambda word: FREQUENCY_NAMES[kind_of(counts.get(word, 0), FREQUENCY_CUTS)]


def case_kind(word):
    return ("lower" if word.islower() else "upper" if word.isupper() else
            "title" if word.istitle() else "other")


def is_capital(character):
    return character.isupper() or unicodedata.category(character) == "Lt"


def is_letter(character):
    """Marks count as letters, and so do characters with case, such as the Roman numeral five."""
    return (character.islower() or is_capital(character) or
            unicodedata.category(character)[0] not in "PSNZ")


def look_kind(references):
    """`references`: words of all references, which distinguish names from words."""
    known = {word for words in references for word in words}

    def kind(word):
        if not any(map(is_letter, word)):
            return ("number" if any(unicodedata.category(character)[0] == "N" for character in word)
                    else "punctuation")
        if is_capital(word[0]) and word.lower() not in known:
            return "name"
        return "word"
    return kind


def matches_of(reference, hypothesis):
    """Returns [word of the hypothesis]: the position of the matching word in the reference, or
    None. The k-th of several equal words matches the k-th."""
    positions, out = {}, []
    for position, word in enumerate(reference):
        positions.setdefault(word, []).append(position)
    for word in hypothesis:
        left = positions.get(word)
        out.append(left.pop(0) if left else None)
    return out


def word_table(references, hypotheses, kind):
    """Returns ({kind: words of the references}, {kind: (hypothesis, matches)})."""
    in_references, in_hypotheses, matched = Counter(), Counter(), Counter()
    for reference, hypothesis in zip(references, hypotheses):
        in_references.update(map(kind, reference))
        for word, match in zip(hypothesis, matches_of(reference, hypothesis)):
            name = kind(word if match is None else reference[match])
            in_hypotheses[name] += 1
            matched[name] += match is not None
    return in_references, {name: (in_hypotheses[name], matched[name]) for name in in_hypotheses}


# N-grams

def ngrams_of(words):
    return Counter(tuple(words[i:i + n]) for n in range(1, 5) for i in range(len(words) - n + 1))


def ngram_differences(references, a, b):
    """Returns [{ngram, score, a, b, reference, segments}] for each direction, best first."""
    totals = {}
    for segment, texts in enumerate(zip(references, a, b)):
        reference, *both = map(ngrams_of, texts)
        clipped = [counts & reference for counts in both]
        for ngram, count in reference.items():
            row = totals.setdefault(ngram, {"a": 0, "b": 0, "reference": 0, "up": [], "down": []})
            first, second = clipped[0][ngram], clipped[1][ngram]
            row["a"] += first
            row["b"] += second
            row["reference"] += count
            if first != second:
                row["up" if first > second else "down"].append(segment)
    lists = []
    for better, segments, sign in (("a", "up", 1), ("b", "down", -1)):
        rows = []
        for ngram, row in totals.items():
            score = (row["a"] + 1) / (row["a"] + row["b"] + 2)
            if sign * (score - 0.5) > 0:
                rows.append({"ngram": " ".join(ngram), "score": score, "a": row["a"], "b": row["b"],
                             "reference": row["reference"], "segments": row[segments]})
        rows.sort(key=lambda row: (-sign * row["score"], -row[better], row["ngram"].encode()))
        lists.append(rows)
    return lists


# Errors

EQUAL, REPLACED, MISSING, EXTRA = "equal", "replaced", "missing", "extra"


def align(reference, hypothesis):
    """Returns ([step of each word of the reference], [step of each word of the hypothesis]) of the
    alignment with the fewest edits. Seen from the end, it prefers equal or replaced words, then
    missing, then extra ones."""
    rows, columns = len(reference), len(hypothesis)
    edits = [[i + j if not i or not j else 0 for j in range(columns + 1)] for i in range(rows + 1)]
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            edits[i][j] = min(edits[i - 1][j - 1] + (reference[i - 1] != hypothesis[j - 1]),
                              edits[i - 1][j] + 1, edits[i][j - 1] + 1)
    of_reference, of_hypothesis = [None] * rows, [None] * columns
    i, j = rows, columns
    while i or j:
        if i and j:
            same = reference[i - 1] == hypothesis[j - 1]
            if edits[i][j] == edits[i - 1][j - 1] + (not same):
                i, j = i - 1, j - 1
                of_reference[i] = of_hypothesis[j] = EQUAL if same else REPLACED
                continue
        if i and edits[i][j] == edits[i - 1][j] + 1:
            i -= 1
            of_reference[i] = MISSING
        else:
            j -= 1
            of_hypothesis[j] = EXTRA
    return of_reference, of_hypothesis


def pair_up(first, second, first_left, second_left):
    """Pairs positions of equal values from left to right; returns the unpaired positions of both."""
    second_left, first_out = list(second_left), []
    for position in first_left:
        for other in second_left:
            if first[position] == second[other]:
                second_left.remove(other)
                break
        else:
            first_out.append(position)
    return first_out, second_left


def errors_of(reference, hypothesis, bases=None):
    """Returns (Counter of the reference's words, Counter of the hypothesis' words). `bases`: {word:
    base form}."""
    of_reference, of_hypothesis = align(reference, hypothesis)
    left = ([i for i, step in enumerate(of_reference) if step != EQUAL],
            [j for j, step in enumerate(of_hypothesis) if step != EQUAL])
    unmatched = pair_up(reference, hypothesis, *left)
    wrong = unmatched
    if bases is not None:
        wrong = pair_up([bases[word] for word in reference], [bases[word] for word in hypothesis],
                        *unmatched)
    counters = []
    for side, steps, absent in ((0, of_reference, MISSING), (1, of_hypothesis, EXTRA)):
        counter = Counter(order=len(left[side]) - len(unmatched[side]),
                          inflection=len(unmatched[side]) - len(wrong[side]))
        for position in wrong[side]:
            counter[absent if steps[position] == absent else "lexical"] += 1
        counters.append(counter)
    return counters


def sum_errors(references, hypotheses, bases=None):
    sums = Counter(), Counter()
    for reference, hypothesis in zip(references, hypotheses):
        for total, counter in zip(sums, errors_of(reference, hypothesis, bases)):
            total.update(counter)
    return sums


# Segments

def length_kinds(references):
    return [LENGTH_NAMES[kind_of(len(words), LENGTH_CUTS)] for words in references]


def rarest_kinds(references, counts):
    return [FREQUENCY_NAMES[kind_of(min(counts.get(word, 0) for word in words), FREQUENCY_CUTS)]
            if words else "no words" for words in references]


def difference_counts(references, hypotheses):
    counts = [0] * len(DIFFERENCE_NAMES)
    for reference, hypothesis in zip(references, hypotheses):
        counts[kind_of(len(hypothesis) - len(reference), DIFFERENCE_CUTS)] += 1
    return counts


def tenth_counts(scores, scale):
    counts = [0] * 10
    for score in scores:
        counts[kind_of(score, [x * scale / 10.0 for x in range(1, 10)])] += 1
    return counts


def examples(texts, a, b, higher_is_better=True):
    """Returns [segment] for each direction, best first. `texts`: [(reference, output of a, output
    of b)]. Leaves out a segment with the texts of an earlier one."""
    sign = 1 if higher_is_better else -1
    seen, order = set(), []
    for segment, text in enumerate(texts):
        if text not in seen:
            seen.add(text)
            order.append((sign * (b[segment] - a[segment]), a[segment], b[segment], segment))
    order.sort()
    return ([key[3] for key in order if key[0] < 0], [key[3] for key in reversed(order) if key[0] > 0])
