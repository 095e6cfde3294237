"""Times small jobs and pages from start to finish; started by small.sh. Standard library only."""

import os
import sys
import tempfile

import e2e

SIZES = (e2e.SHORT, 100_000)
SYSTEMS = 4
STATIC = os.path.join(os.environ["MTGAUGE_BUILD"], "static", "mtgauge")


def systems_of(hyp, folder):
    """Returns the files of the systems: a text without some of its words."""
    with open(hyp, "rb") as file:
        lines = [line.split() for line in file]
    paths = [os.path.join(folder, "system%d" % system) for system in range(SYSTEMS)]
    for system, path in enumerate(paths):
        with open(path, "wb") as out:
            for number, words in enumerate(lines):
                first = number % len(words) if number % (system + 3) == 0 else len(words)
                out.write(b" ".join(words[:first] + words[first + 1:]) + b"\n")
    return paths


def report(ref, systems, page, threads):
    return [e2e.MTGAUGE, "report", ref, "-i", *systems, "-q", "--threads", str(threads), "-o", page]


def pages(folder, whole):
    """Returns a job for each size, and the bytes of its page, which must not depend on threads."""
    jobs, sizes = [], {}
    for lines in SIZES:
        place = os.path.join(folder, str(lines))
        os.mkdir(place)
        ref, hyp = (e2e.head(path, lines, os.path.join(place, os.path.basename(path))) for path in whole)
        made, systems = [], systems_of(hyp, place)
        for threads in (1, 2):
            page = os.path.join(place, "page.html")
            e2e.output(report(ref, systems, page, threads))
            with open(page, "rb") as file:
                made.append(file.read())
            os.remove(page)
        if made[0] != made[1]:
            sys.exit("error: the page of %d segments depends on threads" % lines)
        name = "`report`, {:,} segments of {} systems".format(lines, SYSTEMS)
        jobs.append((name, report(ref, systems, page, 2), None, 2))
        sizes[name] = len(made[0])
    print("answers: the pages are equal on one and on two threads")
    return jobs, sizes


def starts(short):
    """Returns a job for each program, which must print the same."""
    programs = {"`score`, 3,000 segments": e2e.MTGAUGE}
    if os.access(STATIC, os.X_OK):
        programs["`score`, 3,000 segments, the static program"] = STATIC
    commands = {name: [program, *e2e.mtgauge(*short, 2)[1:]] for name, program in programs.items()}
    printed = {e2e.output(command) for command in commands.values()}
    if len(printed) != 1:
        sys.exit("error: the programs print different scores")
    return [(name, command, None, 2) for name, command in commands.items()]


def main():
    arguments = e2e.parser_of("small", rounds=15).parse_args()
    with tempfile.TemporaryDirectory(prefix="mtgauge-small-") as folder:
        whole = e2e.generate(folder, "whole", max(SIZES), e2e.real_lines(folder))
        short = tuple(e2e.head(path, e2e.SHORT, path + ".short") for path in whole)
        jobs, sizes = pages(folder, whole)
        times = e2e.measure(starts(short) + jobs, arguments.rounds)
    for name, taken in times.items():
        taken["page_bytes"] = sizes.get(name)
        print("%-55s wall %8.4f s, processor %8.4f s" % (name, taken["wall_s"], taken["cpu_s"]))
    e2e.write_result({"small_jobs": times}, arguments)


if __name__ == "__main__":
    main()
