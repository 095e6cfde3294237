"""Writes a container image of the static programs as an OCI layout in a tar file, without a registry:

    oci.py OUT.tar VERSION EPOCH ARCH=FOLDER...

A folder is an unpacked archive. One manifest for each architecture. The same input gives the same bytes.
"""

import gzip
import hashlib
import io
import json
import os
import sys
import tarfile

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
NOBODY = "65532"
# What an image has, from which file of the archive.
FILES = {
    "usr/bin/mtgauge": ("bin/mtgauge", 0o755),
    "usr/share/doc/mtgauge/LICENSE": ("LICENSE", 0o644),
    "usr/share/doc/mtgauge/third-party-notices.txt": ("third-party-notices.txt", 0o644),
}


def folder(tar, name, epoch, mode=0o755):
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, mode, epoch
    tar.addfile(entry)


def file(tar, name, content, epoch, mode=0o644):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(content), mode, epoch
    tar.addfile(entry, io.BytesIO(content))


def tarred(fill):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        fill(tar)
    return raw.getvalue()


class Image:
    def __init__(self, epoch):
        self.epoch = epoch
        self.blobs = {}

    def put(self, content, kind, **more):
        digest = hashlib.sha256(content).hexdigest()
        self.blobs[digest] = content
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content), **more}

    def put_json(self, value, kind, **more):
        return self.put(as_json(value), kind, **more)

    def program(self, path, version, arch):
        """Adds the manifest of one program, in a root with its licences and nothing else."""

        def fill(tar):
            folder(tar, "tmp", self.epoch, 0o1777)
            for name in ("usr", "usr/bin", "usr/share", "usr/share/doc", "usr/share/doc/mtgauge"):
                folder(tar, name, self.epoch)
            for name, (source, mode) in FILES.items():
                with open(os.path.join(path, source), "rb") as content:
                    file(tar, name, content.read(), self.epoch, mode)

        layer = tarred(fill)
        config = {
            "architecture": ARCHITECTURES[arch],
            "os": "linux",
            "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]},
            "config": {
                "Entrypoint": ["/usr/bin/mtgauge"],
                "Env": ["PATH=/usr/bin", "LC_ALL=C.UTF-8"],
                "User": NOBODY,
                "WorkingDir": "/tmp",
                "Labels": {
                    "org.opencontainers.image.version": version,
                    "org.opencontainers.image.licenses": "Apache-2.0",
                },
            },
        }
        manifest = {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": self.put_json(config, "config.v1+json"),
            "layers": [self.put(gzip.compress(layer, mtime=0), "layer.v1.tar+gzip")],
        }
        return self.put_json(manifest, "manifest.v1+json", platform={"architecture": ARCHITECTURES[arch], "os": "linux"})

    def write(self, path, version, manifests):
        index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": manifests}
        # A runtime looks for the tag in index.json; the tag points at the list of architectures.
        listing = self.put_json(index, "index.v1+json", annotations={"org.opencontainers.image.ref.name": version})

        def fill(tar):
            file(tar, "oci-layout", b'{"imageLayoutVersion":"1.0.0"}', self.epoch)
            file(tar, "index.json", as_json({"schemaVersion": 2, "manifests": [listing]}), self.epoch)
            folder(tar, "blobs", self.epoch)
            folder(tar, "blobs/sha256", self.epoch)
            for digest in sorted(self.blobs):
                file(tar, f"blobs/sha256/{digest}", self.blobs[digest], self.epoch)

        with open(path, "wb") as out:
            out.write(tarred(fill))


def as_json(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def main():
    out, version, epoch, *programs = sys.argv[1:]
    image = Image(int(epoch))
    manifests = []
    for program in programs:
        arch, path = program.split("=", 1)
        if arch not in ARCHITECTURES:
            sys.exit(f"oci.py: the architecture {arch} is unknown; use one of: {' '.join(ARCHITECTURES)}")
        manifests.append(image.program(path, version, arch))
    image.write(out, version, manifests)


if __name__ == "__main__":
    main()
