"""Arrow data of any origin: what contradicts itself is an error, never a crash or a score."""

import ctypes
import struct

import pytest

import mtgauge


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


def release_of(struct_type):
    return ctypes.CFUNCTYPE(None, ctypes.POINTER(struct_type))


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
    ("release", release_of(Schema)), ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", release_of(Array)), ("private_data", ctypes.c_void_p),
]


def mark_released(held):
    held.contents.release = type(held.contents.release)()


RELEASE_SCHEMA, RELEASE_ARRAY = release_of(Schema)(mark_released), release_of(Array)(mark_released)
capsule_of = ctypes.pythonapi.PyCapsule_New
capsule_of.restype = ctypes.py_object
capsule_of.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def pointers(kind, objects):
    array = (ctypes.POINTER(kind) * len(objects))(*map(ctypes.pointer, objects))
    return ctypes.cast(array, ctypes.POINTER(ctypes.POINTER(kind)))


class Column:
    """A column that some producer made, with whatever faults its description has."""

    def __init__(self, format, buffers, length, *, offset=0, nulls=-1, child=None, words=None,
                 used_up=False):
        self.kept = [child, words, [buffer and ctypes.create_string_buffer(buffer, len(buffer)) for buffer in buffers]]
        self.schema = Schema(format=format.encode(), release=RELEASE_SCHEMA)
        addresses = [ctypes.cast(buffer, ctypes.c_void_p) if buffer else None for buffer in self.kept[2]]
        self.array = Array(
            length=length, null_count=nulls, offset=offset, n_buffers=len(buffers),
            buffers=(ctypes.c_void_p * len(buffers))(*addresses), release=RELEASE_ARRAY)
        if child:
            for mine, theirs, kind in ((self.schema, child.schema, Schema), (self.array, child.array, Array)):
                mine.n_children, mine.children = 1, pointers(kind, [theirs])
        if words:
            self.schema.dictionary = ctypes.pointer(words.schema)
            self.array.dictionary = ctypes.pointer(words.array)
        if used_up:
            self.array.release = release_of(Array)()

    def __arrow_c_array__(self, requested_schema=None):
        return (capsule_of(ctypes.addressof(self.schema), b"arrow_schema", None),
                capsule_of(ctypes.addressof(self.array), b"arrow_array", None))


def strings(offsets, text=b"onetwo", **more):
    """A column of strings with these offsets."""
    length = more.pop("length", len(offsets) - 1)
    return Column("u", [None, struct.pack(f"{len(offsets)}i", *offsets), text], length, **more)


def view(size, buffer, offset):
    return struct.pack("iiii", size, 0, buffer, offset)


def views(*each, sizes=(40,)):
    data = [b"a" * 40 for _ in sizes]
    return Column("vu", [None, b"".join(each), *data, struct.pack(f"{len(sizes)}q", *sizes)], len(each))


def words(*indices):
    return Column("c", [None, struct.pack(f"{len(indices)}b", *indices)], len(indices), words=strings([0, 3, 6]))


def lists(offsets, elements):
    return Column("+l", [None, struct.pack(f"{len(offsets)}i", *offsets)], len(offsets) - 1, child=elements)


def pairs(length, elements):
    return Column("+w:2", [None], length, child=elements)


def test_valid_columns_are_read():
    assert mtgauge.tokenize(strings([0, 3, 6])) == ["one", "two"]
    assert mtgauge.tokenize(strings([0, 3, 6], offset=1, length=1)) == ["two"]
    assert mtgauge.tokenize(words(1, 0, 1)) == ["two", "one", "two"]
    assert mtgauge.tokenize(views(view(20, 0, 20))) == ["a" * 20]
    for references in (lists([0, 2], strings([0, 3, 6])), pairs(1, strings([0, 3, 6]))):
        assert mtgauge.segments(references, ["two"], metrics="chrf").scores[0, 0, 0] == 100


def test_lists_of_one_size_are_lists():
    pa = pytest.importorskip("pyarrow")
    refs = [["one", "two"], ["three", None], ["four", "five"], ["six", "seven"]]
    hyps = ["two", "three", "five", "six"]
    column = pa.array(refs, pa.list_(pa.string(), 2))
    words = pa.FixedSizeListArray.from_arrays(pa.array([text for texts in refs for text in texts]).dictionary_encode(), 2)
    wanted = mtgauge.score(refs, hyps, metrics="chrf").score
    for each in (column, pa.chunked_array([column.slice(0, 1), column.slice(1)]), pa.table({"refs": column}), words):
        assert mtgauge.score(each, hyps, metrics="chrf").score == wanted
    assert mtgauge.segments(column.slice(2), hyps[2:], metrics="exact").scores.min() == 100
    with pytest.raises(ValueError, match="segment has no reference"):
        mtgauge.score(pa.array([refs[0], None], pa.list_(pa.string(), 2)), hyps[:2])


def test_nulls_are_missing_texts():
    pa = pytest.importorskip("pyarrow")
    texts = ["The gate is open.", "Nobody came."]
    table = pa.table({"first": texts, "second": pa.nulls(2), "mt": texts})
    assert mtgauge.score(table.slice(1), refs=["first", "second"], hyps="mt", metrics="exact").score == 100
    assert mtgauge.score({"first": texts, "second": pa.nulls(2)}, texts, metrics="exact").score == 100
    for refs in (pa.nulls(2), pa.table({"refs": pa.nulls(2)}), pa.array([[], [None]]), pa.array([[None]] * 2, pa.list_(pa.null(), 1))):
        with pytest.raises(ValueError, match="segment has no reference"):
            mtgauge.score(refs, texts)
    with pytest.raises(ValueError, match="hypothesis is missing"):
        mtgauge.score(texts, pa.nulls(2))


INVALID = {
    "negative length": (strings([0, 3], length=-1), "length or offset is negative"),
    "negative offset": (strings([0, 3], offset=-1), "length or offset is negative"),
    "length beyond any memory": (strings([0, 3], length=2**63 - 1), "length is impossible"),
    "offset beyond any memory": (strings([0, 3], offset=2**63 - 1), "length is impossible"),
    "more nulls than elements": (strings([0, 3], nulls=2), "count of nulls"),
    "nulls without a bitmap": (strings([0, 3], nulls=1), "does not say which"),
    "decreasing offsets": (strings([0, 3, 1]), "element 1 has offsets that decrease"),
    "negative text offset": (strings([-3, 3]), "element 0 has offsets that decrease"),
    "no text": (strings([0, 3], text=None), "element 0 has no text"),
    "no offsets": (Column("u", [None, None, b"one"], 1), "lacks a buffer"),
    "too few buffers": (Column("u", [None], 1), "lacks buffers"),
    "index too great": (words(0, 2), "element 1 is not in the dictionary"),
    "negative index": (words(-1), "element 0 is not in the dictionary"),
    "list beyond its elements": (lists([0, 3], strings([0, 3, 6])), "element 0 ends behind"),
    "list of one size beyond its elements": (pairs(2, strings([0, 3, 6])), "element 1 ends behind"),
    "list without elements": (Column("+l", [None, bytes(8)], 1), "lacks the type of its elements"),
    "view with a negative length": (views(view(-1, 0, 0)), "negative length"),
    "view in no buffer": (views(view(20, 1, 0)), "a buffer that does not exist"),
    "view outside its buffer": (views(view(20, 0, 21)), "outside its buffer"),
    "view before its buffer": (views(view(20, 0, -1)), "outside its buffer"),
    "used up": (strings([0, 3], used_up=True), "already used up"),
}


@pytest.mark.parametrize("column, message", INVALID.values(), ids=INVALID)
def test_invalid_columns_are_errors(column, message):
    with pytest.raises(ValueError, match=f"^texts: .*{message}.*; pass "):
        mtgauge.tokenize(column)


def test_columns_are_used_up_once():
    column = strings([0, 3, 6])
    assert mtgauge.tokenize(column) == ["one", "two"]
    with pytest.raises(ValueError, match="already used up"):
        mtgauge.tokenize(column)


def test_capsules_are_used_up_once():
    pyarrow = pytest.importorskip("pyarrow")

    class Once:
        def __init__(self):
            self.capsule = pyarrow.chunked_array([["one", "two"]]).__arrow_c_stream__()

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    column = Once()
    assert mtgauge.tokenize(column) == ["one", "two"]
    with pytest.raises(ValueError, match="already used up"):
        mtgauge.tokenize(column)


def other_types():
    try:
        import pyarrow as pa
    except ImportError:
        return
    yield "union", pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array(["a"])]), "union"
    yield "list of structs", pa.array([[{"a": "b"}]]), "struct"
    yield "bool", pa.array([True]), "bool"
    yield "list of lists", pa.array([[["a"]]]), "list"
    yield "list of fixed-size lists", pa.array([[["a"]]], pa.list_(pa.list_(pa.string(), 1))), "fixed-size list"
    yield "run-end encoded", pa.RunEndEncodedArray.from_arrays(pa.array([1], pa.int32()), pa.array(["a"])), "run-end"
    yield "dictionary of numbers", pa.array([1, 1]).dictionary_encode(), "int64"


@pytest.mark.parametrize("case, column, kind", list(other_types()))
def test_columns_without_texts_are_errors(case, column, kind):
    with pytest.raises(TypeError, match=f"refs: an Arrow column of type {kind} has no texts; pass a column of strings"):
        mtgauge.score(column, ["a", "b"])


def test_a_table_of_one_column_is_its_column():
    pa = pytest.importorskip("pyarrow")
    texts = ["one", "", "two two", "three"]
    table = pa.concat_tables([pa.table({"a": texts}), pa.table({"a": texts}).slice(1, 2)])
    wanted = mtgauge.score([*texts, *texts[1:3]], ["two"] * 6, metrics="chrf").score
    lists = pa.table({"a": [[text] for text in texts]})
    for each in (table, table.slice(0), pa.RecordBatchReader.from_batches(table.schema, table.to_batches())):
        assert mtgauge.score(each, ["two"] * 6, metrics="chrf").score == wanted
    for each in (table.slice(2, 2), table.to_batches()[0].slice(2), lists.slice(2), pa.array([{"a": "two two"}, {"a": "three"}])):
        assert mtgauge.score(each, ["two two", "three"], metrics="exact").score == 100
    with pytest.raises(mtgauge.errors.UsageError, match=r"refs: a table of 2 columns; name one of its columns with refs= \(a, c\)"):
        mtgauge.score(pa.table({"a": ["b"], "c": ["d"]}), ["a"])
    with pytest.raises(ValueError, match="rows that are null"):
        mtgauge.score(pa.array([{"a": "b"}, None]), ["a", "b"])


def test_a_failing_stream_gives_its_reason():
    pyarrow = pytest.importorskip("pyarrow")

    def batches():
        yield pyarrow.record_batch({"a": ["b"]})
        raise OSError("the disk is full")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"a": pyarrow.string()}), batches())
    with pytest.raises((TypeError, ValueError)):
        mtgauge.tokenize(reader)
