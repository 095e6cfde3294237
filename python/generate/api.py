"""Prints a page of Markdown on the functions and classes of the installed package: their docstrings and
their options."""

import inspect

import mtgauge


def options_of(name):
    try:
        return mtgauge.options(name)
    except ValueError:  # no function with options
        return []


def main():
    print("# Python functions\n\nThis is what `help()` shows, and the options that each function takes.\n")
    for name in mtgauge.__all__:
        item = getattr(mtgauge, name)
        if not callable(item):
            continue
        print("## mtgauge.%s\n\n```text\n%s\n```\n" % (name, inspect.getdoc(item)))
        options = options_of(name)
        if options:
            print("| keyword | meaning |\n|---|---|")
        for option in options:
            print("| `%s` | %s |" % (option["name"], option["help"].replace("|", "\\|")))
        print()


if __name__ == "__main__":
    main()
