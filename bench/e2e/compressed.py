"""The benchmark of compressed input; started by compressed.sh. Standard library only."""

import os
import re
import shlex
import subprocess
import sys
import tempfile

from e2e import cores, generate, measure, mtgauge, output, parser_of, write_result

# name: command that packs a file, suffix of the packed file, command that unpacks to stdout
FORMATS = {"gzip": (["gzip", "-kf"], ".gz", "zcat"),
           "xz": (["xz", "-kf", "-T1"], ".xz", "xzcat"),
           "zstd": (["zstd", "-qkf"], ".zst", "zstdcat")}


def pack(path):
    for command, _, _ in FORMATS.values():
        subprocess.run(command + [path], check=True)


def check_answers(ref, hyp):
    want = output(mtgauge(ref, hyp))
    for _, ending, _ in FORMATS.values():
        for threads in (1, 2, 5):
            for packed in ((ref + ending, hyp), (ref, hyp + ending), (ref + ending, hyp + ending)):
                if output(mtgauge(*packed, threads)) != want:
                    sys.exit("error: other scores from " + " ".join(packed))
    print("the scores of plain and compressed text agree")


def unpack(program, *paths):
    """Counts the lines of all files, with one pipeline for each, in parallel."""
    lines = ["%s %s | wc -l & " % (program, shlex.quote(path)) for path in paths]
    return ["bash", "-c", "".join(lines) + "wait"]


def rows_of(ref, hyp):
    rows = [("plain, 1 thread", mtgauge(ref, hyp, 1), None, 1)]
    for name, (_, ending, program) in FORMATS.items():
        rows += [
            (name + ", system: unpack", unpack(program, hyp + ending), None, 2),
            (name + ", system: score", mtgauge(ref, hyp + ending, 2), None, 2),
            (name + ", both: unpack", unpack(program, ref + ending, hyp + ending), None, 2),
            (name + ", both: score", mtgauge(ref + ending, hyp + ending, 2), None, 2),
            (name + ", both, 1 thread: unpack", unpack(program, ref + ending, hyp + ending), None, 1),
            (name + ", both, 1 thread: score", mtgauge(ref + ending, hyp + ending, 1), None, 1)]
    return rows


def print_times(times):
    """Prints the ratio of medians, and the ratio of processor times, which a busy machine does not
    affect."""
    print("%-28s %12s %12s %8s %8s" % ("", "unpack, wall", "score, wall", "wall", "cpu"))
    for name in times:
        if not name.endswith(": score"):
            continue
        what = name[:-len(": score")]
        unpacked, scored = times[what + ": unpack"], times[name]
        print("%-28s %9.0f ms %9.0f ms %7.2fx %7.2fx" %
              (what, unpacked["wall_s"] * 1e3, scored["wall_s"] * 1e3,
               scored["wall_s"] / unpacked["wall_s"], scored["cpu_s"] / unpacked["cpu_s"]))


def stream(folder, pairs):
    """Scores one zstd stream of tab-separated pairs through a pipe: checks that the digits are
    those of the plain files, and measures memory and time."""
    ref, hyp = generate(folder, "text", pairs)
    want = output(mtgauge(ref, hyp))
    packed = os.path.join(folder, "pairs.tsv.zst")
    quoted = shlex.quote(packed)
    subprocess.run(["bash", "-c", "set -o pipefail; paste %s %s | zstd -qf -o %s" % (
        shlex.quote(ref), shlex.quote(hyp), quoted)], check=True)
    os.remove(ref)
    os.remove(hyp)
    command = mtgauge("/dev/stdin:1", "/dev/stdin:2", 2)
    line = "cat %s | /usr/bin/time -f 'peak_kib=%%M wall_s=%%e' %s" % (quoted, shlex.join(command))
    done = subprocess.run(["bash", "-c", "set -o pipefail; " + line], capture_output=True, check=True)
    if done.stdout != want:
        sys.exit("error: other scores from the stream: %r, %r" % (done.stdout, want))
    peak, wall = re.search(rb"peak_kib=(\d+) wall_s=([\d.]+)", done.stderr).groups()
    result = {"pairs": pairs, "peak_mib": int(peak) / 1024, "wall_s": float(wall)}
    print("%d pairs from a zstd stream: the plain files' score, %.1f MiB, %.1f s" % (
        pairs, result["peak_mib"], result["wall_s"]))
    return result


def main():
    parser = parser_of("compressed", rounds=7)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--stream", type=int, metavar="PAIRS",
                        help="only this: one zstd stream through a pipe, its score and its memory")
    arguments = parser.parse_args()
    if len(cores()) < 2:
        sys.exit("error: needs two CPUs, so that unpacking and scoring can run side by side")
    with tempfile.TemporaryDirectory(prefix="mtgauge-e2e-") as folder:
        if arguments.stream:
            stream(folder, arguments.stream)
            return
        ref, hyp = generate(folder, "text", arguments.pairs)
        for path in (ref, hyp):
            pack(path)
        check_answers(ref, hyp)
        times = measure(rows_of(ref, hyp), arguments.rounds)
    print_times(times)
    write_result({"text": {"pairs": arguments.pairs}, "compressed": times}, arguments)


if __name__ == "__main__":
    main()
