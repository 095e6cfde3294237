#!/usr/bin/env python3
"""Stems the words of tests/golden/data/meteor_stems.tsv with the stemmers of METEOR 1.5's jar. A line
is a language, a word and its stem. To add a word, write its line without a stem.

    python3 tests/golden/regen_meteor_stems.py "$(bash tests/meteor_jar.sh)"

A change of any stem is a change of contract: explain it in CHANGELOG.md.
"""

import os
import subprocess
import sys
import tempfile

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "meteor_stems.tsv")
JAVA = """
import java.io.*;
public class Stems {
  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    for (String line; (line = in.readLine()) != null; ) {
      String[] fields = line.split("\\t");
      org.tartarus.snowball.SnowballStemmer stemmer = (org.tartarus.snowball.SnowballStemmer)
          Class.forName("org.tartarus.snowball.ext." + fields[0] + "Stemmer").getDeclaredConstructor().newInstance();
      stemmer.setCurrent(fields[1]);
      stemmer.stem();
      out.print(line.substring(0, fields[0].length() + fields[1].length() + 1)
          + "\\t" + stemmer.getCurrent() + "\\n");
    }
    out.flush();
  }
}
"""


def main():
    jar = os.path.join(sys.argv[1], "meteor-1.5.jar")
    with open(DATA, encoding="utf-8") as file:
        words = file.read()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "Stems.java")
        with open(source, "w", encoding="utf-8") as file:
            file.write(JAVA)
        stems = subprocess.run(["java", "-cp", jar, source], input=words.encode("utf-8"),
                               stdout=subprocess.PIPE, check=True).stdout
    with open(DATA, "wb") as file:
        file.write(stems)


if __name__ == "__main__":
    main()
