#!/bin/bash
# A Debian package of what is built: scripts/deb.sh BUILD VERSION RELEASED LLVM
#
# Makes BUILD/llmperf_VERSION_ARCH.deb for the distribution it runs on, without debhelper: a staged install, stripped, with
# dependencies from dpkg-shlibdeps and from what is loaded at run time. The same build and commit give the same bytes
# (SOURCE_DATE_EPOCH, else the time of the commit, else the day of the release). DEB_MAINTAINER: name and address.
set -euo pipefail
umask 022
export LC_ALL=C
usage="usage: scripts/deb.sh BUILD VERSION RELEASED LLVM"
build=${1:?$usage} version=${2:?$usage} released=${3:?$usage} llvm=${4:?$usage}
maintainer=${DEB_MAINTAINER:-llmperf developers <developers@llmperf.invalid>}
cd "$(dirname "$0")/.."
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture; do
    command -v "$tool" >/dev/null || { echo "deb: $tool is missing; a package can be made on Debian and Ubuntu (package dpkg-dev)" >&2 && exit 1; }
done
arch=$(dpkg-architecture -qDEB_HOST_ARCH)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -ud "$released" +%s)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
doc=$root/usr/share/doc/llmperf
mkdir "$root"
"${MAKE:-make}" --no-print-directory install-files BUILD="$build" DESTDIR="$root" PREFIX=/usr LIBDIR="/usr/lib/$triplet"

# ---- as Debian wants it ----
rm "$root/usr/share/llmperf/manifest" "$doc/LICENSE" # dpkg keeps the list; the licence is in copyright
strip --strip-unneeded --remove-section=.comment --remove-section=.note --remove-section=.note.gnu.build-id "$root"/usr/bin/* "$root/usr/lib/$triplet"/libllmperf.so.0
strip --strip-debug --enable-deterministic-archives "$root/usr/lib/$triplet/libllmperf.a"
chmod 644 "$root/usr/lib/$triplet"/libllmperf.*
find "$root/usr/share/man" -type f -exec gzip -9n {} +
{
    cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: llmperf

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)
License: Expat
END
    sed -n '/^Permission is hereby/,$p' LICENSE | sed -e 's/^$/./' -e 's/^/ /'
} >"$doc/copyright"
cat >"$doc/changelog" <<END
llmperf ($version) unstable; urgency=medium

  * The state of commit $(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown).

 -- $maintainer  $(date -uRd "@$SOURCE_DATE_EPOCH")
END
gzip -9n "$doc/changelog"

# ---- what it needs ----
# The C header of OpenCL's own types, which libclang reads from its folder of resources, is in no package that a library asks for.
header=$(find "/usr/lib/llvm-$llvm/lib/clang/" -name opencl-c-base.h | head -n 1)
[ -n "$header" ] || { echo "deb: opencl-c-base.h of LLVM $llvm is not installed" >&2 && exit 1; }
resources=$(dpkg-query -S "$(readlink -f "$header")" | sed 's/:.*//')
mkdir "$work/debian"
printf 'Source: llmperf\n\nPackage: llmperf\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root"/usr/bin/* "$root/usr/lib/$triplet/libllmperf.so.0" 2>"$work/log" |
    sed -n 's/^shlibs:Depends=//p') || { cat "$work/log" >&2 && exit 1; }

mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: llmperf
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, $resources
Recommends: gnuplot-nox | gnuplot, pocl-opencl-icd | opencl-icd
Suggests: bash-completion, xz-utils
Section: science
Priority: optional
Description: run times of OpenCL kernels, from their source
 Predicts how long an OpenCL kernel takes on a GPU from its source text,
 argument sizes and launch configuration, without running it; and makes the
 data for that: kernels are analysed, launches planned, timed on any OpenCL
 device, balanced, split and exported.
 .
 With a trained model, a corpus of kernels, campaigns, and a library for C.
 An OpenCL driver is needed for timing only, gnuplot for reports only.
END
echo "libllmperf 0 llmperf (>= $version)" >"$root/DEBIAN/shlibs"
echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"

find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
package=$build/llmperf_${version}_$arch.deb
dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$root" "$work/made.deb" >/dev/null
mv "$work/made.deb" "$package"
echo "$package: $(du -k --apparent-size "$package" | cut -f1) KiB, installed $(sed -n 's/^Installed-Size: //p' "$root/DEBIAN/control") KiB"
