"""Writes the list of what each file of a release contains (SPDX 2.3, JSON), from release/sources.txt, and
for wheels from the versions of release/wheels.sh:

    sbom.py OUT.json VERSION EPOCH ARTEFACT...
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Which kinds of files contain a part, if not all kinds do.
KINDS = {"mimalloc": {"program"}, "libtomlplusplus-dev": {"program", "wheel"}}


def kind(path):
    name = os.path.basename(path)
    if name.endswith(".whl"):
        return "wheel"
    if name.endswith("-library.tar.gz"):
        return "library"
    return "program" if re.search(r"-linux-|\.deb$|-oci\.tar$", name) else "source"


def sha256(path):
    with open(path, "rb") as file:
        return {"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read()).hexdigest()}


def installed(package):
    """The version of a package of this machine."""
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, capture_output=True, text=True).stdout


def package(name, version, licence, **more):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


def parts():
    with open(os.path.join(HERE, "sources.txt")) as pins:
        rows = [line.split(None, 4) for line in pins if not line.startswith("#")]
    for source, version, digest, notice, licence in rows:
        pinned = digest != "-"
        more = {"checksums": [{"algorithm": "SHA256", "checksumValue": digest}]} if pinned else {}
        found = package(source, version if pinned else installed(notice), licence.strip(), **more)
        yield found, KINDS.get(source, {"program", "wheel", "library"})
    # The tables of core/text.
    for source, version, licence in (("Unicode Character Database", "14.0 to 18.0", "Unicode-3.0"),
                                     ("openai-whisper, english.json", "20250625", "MIT")):
        yield package(source, version, licence), {"program", "wheel", "library", "source"}


def binding(wheel):
    """What the wheel of a Python contains besides."""
    with open(os.path.join(HERE, "wheels.sh")) as script:
        newest, of_39 = re.findall(r"nanobind==([0-9.]+)", script.read())
    version = of_39 if "-cp39-" in wheel else newest
    return [package(f"nanobind {version}", version, "BSD-3-Clause"), package("robin-map", "NOASSERTION", "MIT")]


def main():
    out, version, epoch, *artefacts = sys.argv[1:]
    made = [package(os.path.basename(each), version, "Apache-2.0", checksums=[sha256(each)]) for each in artefacts]
    listed = list(parts())
    inside = {part["SPDXID"]: part for part, _ in listed}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", each["SPDXID"]) for each in made]
    for artefact, each in zip(artefacts, made):
        contents = [part for part, kinds in listed if kind(artefact) in kinds]
        if kind(artefact) == "wheel":
            contents += binding(artefact)
        inside.update({part["SPDXID"]: part for part in contents})
        relations += [(each["SPDXID"], "CONTAINS", part["SPDXID"]) for part in contents]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"mtgauge-{version}",
        "documentNamespace": f"urn:mtgauge:{version}:" + hashlib.sha256("".join(
            each["checksums"][0]["checksumValue"] for each in made).encode()).hexdigest(),
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: The mtgauge authors", "Tool: release/sbom.py"],
        },
        "hasExtractedLicensingInfos": [
            {"licenseId": "LicenseRef-public-domain", "extractedText": "liblzma is in the public domain."}
        ],
        "packages": made + list(inside.values()),
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations
        ],
    }
    with open(out, "w") as file:
        json.dump(document, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
