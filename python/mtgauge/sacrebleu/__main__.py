"""`python -m mtgauge.sacrebleu` runs sacreBLEU's command line."""

from .sacrebleu import main

if __name__ == "__main__":
    main()
