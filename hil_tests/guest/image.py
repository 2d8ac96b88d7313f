"""The kernel and the first files of the guest machine, made from Debian's own packages and kept in a folder.

    python -m hil_tests.guest.image FOLDER

What is missing on this computer is named with the packages that bring it; nothing is installed here. How the
machine is started is in machine.py.
"""

import lzma
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from msgspec import Struct

META: Final = "linux-image-amd64"
QEMU: Final = "qemu-system-x86_64"
NEEDED: Final = {
    QEMU: "qemu-system-x86",
    "busybox": "busybox-static",
    "cpio": "cpio",
    "modprobe": "kmod",
    "udevadm": "udev",
    "dpkg-deb": "dpkg",
    "apt-get": "apt",
}
"""Programs, and Debian's packages that bring them."""
_MODULES: Final = (
    "virtio_pci",
    "virtio_net",
    "9pnet_virtio",
    "9p",
    "overlay",
    "xhci_pci",
    "cdc_acm",
    "usbhid",
    "hid_generic",
)
_APPLETS: Final = (
    "sh",
    "mount",
    "modprobe",
    "mkdir",
    "chroot",
    "poweroff",
    "echo",
    "cut",
    "ifconfig",
    "sync",
)
_FOLDERS: Final = ("bin", "proc", "sys", "dev", "host", "root", "layer")
_XZ: Final = b"\xfd7zXZ\x00"
_SBIN: Final = os.pathsep.join(("/usr/sbin", "/sbin"))
_TOLD: Final = 400


class CannotMake(RuntimeError):
    """The image cannot be made; the message says what is missing, or what failed."""


class Image(Struct, frozen=True):
    """What is booted: the kernel as an ELF file, and the first files."""

    kernel: Path
    files: Path


def find(program: str) -> str | None:
    """Where that program is; system folders count that a user's path may lack."""
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), _SBIN)))


def missing() -> str:
    """What this computer lacks for a guest machine, with the remedy; "" for nothing."""
    packages = [package for program, package in NEEDED.items() if find(program) is None]
    return f"install {' '.join(packages)} (apt-get install)" if packages else ""


def make(folder: Path) -> Image:
    """The image in that folder, made where it is not there yet. CannotMake."""
    lacks = missing()
    if lacks:
        raise CannotMake(f"a guest machine needs more than is installed here: {lacks}")
    folder.mkdir(parents=True, exist_ok=True)
    package = _newest()
    release = package.removeprefix("linux-image-")
    image = Image(folder / f"kernel-{release}", folder / f"files-{release}")
    if image.kernel.exists() and image.files.exists():
        _pack(folder / f"modules-{release}", release, image.files)  # `init` may be another one by now
        return image
    with tempfile.TemporaryDirectory(dir=folder) as work:
        _unpack(package, Path(work))
        shutil.rmtree(folder / f"modules-{release}", ignore_errors=True)
        shutil.move(Path(work) / "lib" / "modules", folder / f"modules-{release}")
        _pack(folder / f"modules-{release}", release, image.files)
        # Last: where the kernel is there, everything is.
        image.kernel.write_bytes(_elf(Path(work) / "boot" / f"vmlinuz-{release}"))
    return image


def _run(*line: str, cwd: Path | None = None, data: bytes = b"") -> bytes:
    program = find(line[0])
    assert program is not None
    done = subprocess.run((program, *line[1:]), cwd=cwd, input=data, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()[-_TOLD:]
        raise CannotMake(f"{' '.join(line[:3])} failed: {said}")
    return done.stdout


def _newest() -> str:
    """The package that Debian's own kernel for this release is."""
    for line in _run("apt-cache", "depends", META).decode().splitlines():
        kind, _, word = line.strip().partition(": ")
        if kind == "Depends" and word.startswith("linux-image-"):
            return word
    raise CannotMake(f"no package {META} is known here: run apt-get update")


def _unpack(package: str, work: Path) -> None:
    """The kernel and its modules, without installing them."""
    _run("apt-get", "-q", "download", package, cwd=work)
    (found,) = work.glob("*.deb")
    archive = _run("dpkg-deb", "--fsys-tarfile", str(found))
    _run("tar", "-x", "--wildcards", "./boot/vmlinuz-*", "./lib/modules/*", cwd=work, data=archive)
    found.unlink()


def _elf(kernel: Path) -> bytes:
    """The kernel unpacked: it starts in half the time."""
    data = kernel.read_bytes()
    at = data.find(_XZ)
    if at < 0:
        raise CannotMake(f"{kernel.name} is not packed as it was expected (xz)")
    return lzma.LZMADecompressor().decompress(data[at:])


def _pack(modules: Path, release: str, target: Path) -> None:
    """A tree with a shell, the modules that are loaded and what they need, and `init`; as one archive."""
    with tempfile.TemporaryDirectory() as work:
        tree = Path(work)
        for name in _FOLDERS:
            (tree / name).mkdir()
        busybox = find("busybox")
        assert busybox is not None
        shutil.copy(busybox, tree / "bin" / "busybox")
        for name in _APPLETS:
            (tree / "bin" / name).symlink_to("busybox")
        shutil.copy(Path(__file__).with_name("init"), tree / "init")
        (tree / "init").chmod(0o755)
        _copy_modules(modules, release, tree)
        names = "".join(f"{path.relative_to(tree)}\n" for path in sorted(tree.rglob("*")))
        archive = _run("cpio", "-o", "-H", "newc", "--quiet", cwd=tree, data=names.encode())
        fresh = target.with_name(f"{target.name}.new")
        fresh.write_bytes(archive)
        fresh.replace(target)


def _copy_modules(modules: Path, release: str, tree: Path) -> None:
    """`modules` is what lies in /lib/modules."""
    with tempfile.TemporaryDirectory() as work:
        base = Path(work)
        (base / "lib").mkdir()
        (base / "lib" / "modules").symlink_to(modules)
        _run("depmod", "-b", str(base), release)
        wanted: set[Path] = set()
        for name in _MODULES:
            said = _run("modprobe", "-d", str(base), "-S", release, "--show-depends", name).decode()
            wanted |= {Path(line.split()[1]) for line in said.splitlines() if line.startswith("insmod ")}
        inside = tree / "lib" / "modules" / release
        for path in wanted:
            place = inside / path.relative_to(base / "lib" / "modules" / release)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
        for name in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
            if (modules / release / name).exists():
                shutil.copy(modules / release / name, inside / name)
    _run("depmod", "-b", str(tree), release)


def main() -> int:
    """The command line."""
    if len(sys.argv) != 2:
        print(f"usage: python -m {__spec__.name} FOLDER", file=sys.stderr)
        return 2
    try:
        image = make(Path(sys.argv[1]).absolute())
    except CannotMake as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{image.kernel}\n{image.files}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
