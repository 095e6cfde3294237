"""Draws the chart of README.md: times beside sacreBLEU. bench/readme.py calls this. Standard library only."""

WIDTH, LONGEST, GROUP, BAR = 560, 425, 68, 15  # pixels
COLOURS = {"light": {"ink": "#1f2328", "theirs": "#afb8c1", "ours": "#0969da"},
           "dark": {"ink": "#e6edf3", "theirs": "#6e7681", "ours": "#4493f8"}}


def times(jobs, colours):
    """Returns an SVG with two bars for each job, a (title, their ms, our ms); all bars have one scale."""
    scale = LONGEST / max(ms for _, *both in jobs for ms in both)
    height = GROUP * len(jobs)
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"' % (
                 WIDTH, height, WIDTH, height),
             '  font-family="-apple-system,Segoe UI,Helvetica,Arial,sans-serif" font-size="13" fill="%s">' % colours["ink"]]
    for index, (title, theirs, ours) in enumerate(jobs):
        top = GROUP * index + 22
        lines.append('<text y="%d"><tspan font-weight="600">%s</tspan>, %.0f times as fast</text>' % (
            top - 8, title, theirs / ours))
        for y, name, ms in ((top, "theirs", theirs), (top + BAR + 2, "ours", ours)):
            lines.append('<rect y="%d" width="%.1f" height="%d" fill="%s"/>' % (y, ms * scale, BAR, colours[name]))
            lines.append('<text x="%.0f" y="%d">%s, %s ms</text>' % (
                ms * scale + 6, y + 12, {"theirs": "sacreBLEU", "ours": "mtgauge"}[name], "{:,.0f}".format(ms)))
    return "\n".join(lines + ["</svg>", ""])
