#!/bin/bash
# The Debian package in a minimal system of its own: its dependencies are enough for what it does, what it recommends for the rest, and
# removing it leaves nothing. Needs root, debootstrap and the mirror that apt uses here.
. "$(dirname "$0")/../lib.sh"

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    t_skip "the package" "needs root and debootstrap"
    exit 0
fi
. /etc/os-release
mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' | sed -n "s/^${VERSION_CODENAME:-} //p" | head -n 1)
if [ -z "$mirror" ]; then
    t_skip "the package" "apt knows no mirror of ${VERSION_CODENAME:-this distribution}"
    exit 0
fi
root=$T/root
share=/usr/share/llmperf

leave() {
    for at in proc sys; do
        mountpoint -q "$root/$at" && umount "$root/$at"
    done
    rm -rf --one-file-system "$T"
}
trap leave EXIT

# inside COMMAND...
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
# names: everything of the system that is called llmperf, or lies in what is called so
names() {
    (cd "$root" && find . -path ./proc -prune -o -path ./sys -prune -o -path ./var/log -prune -o -path '*llmperf*' -print | sort)
}

# ---- the package, as `make deb` makes it of what is built ----
version=$(sed -n 's/^VERSION := //p' "$ROOT/Makefile")
released=$(sed -n 's/^RELEASED := //p' "$ROOT/Makefile")
llvm=$(ldd "$BUILD/llmperf-analyze" | sed -n 's/^.*libclang-\([0-9]*\)\.so.*=>.*/\1/p')
make_deb() {
    env -u MAKEFLAGS "$ROOT/scripts/deb.sh" "$BUILD" "$version" "$released" "$llvm"
}
t_run "it is made" 0 make_deb
sed 's/^/# /' "$T/out"
deb=$(sed 's/: .*//' "$T/out")
cp "$deb" "$T/first.deb"
t_run "made again" 0 make_deb
t_true "made again: the same bytes" cmp "$T/first.deb" "$deb"
dpkg-deb --fsys-tarfile "$deb" | tar -t >"$T/files"
t_eq "no file is left out of md5sums" "$(grep -vc '/$' <"$T/files")" \
    "$(($(dpkg-deb --info "$deb" md5sums | wc -l) + $(dpkg-deb --fsys-tarfile "$deb" | tar -tv | grep -c '^l')))"
t_eq "programs are stripped" "" "$(dpkg-deb -x "$deb" "$T/x" && file "$T"/x/usr/bin/* | grep 'not stripped')"

# ---- a minimal system ----
begun=$SECONDS
t_run "debootstrap" 0 debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror"
[ "$t_passed" = yes ] || exit 1
echo "# a minimal system: $((SECONDS - begun)) s"
cp /etc/resolv.conf "$root/etc/"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/sys" || mount -t sysfs sysfs "$root/sys" # PoCL counts the processors there
cp "$deb" "$root/root/"
names >"$T/before"
begun=$SECONDS
t_run "apt installs it and what it depends on" 0 inside apt-get install -qy --no-install-recommends "/root/$(basename "$deb")"
echo "# installed with what it depends on: $((SECONDS - begun)) s, $(grep -o 'After this operation, .* of additional' "$T/out")"
t_run "its files are whole" 0 inside dpkg --verify llmperf
t_run "--version" 0 inside llmperf --version
t_eq "--version: no program is missing" "" "$(grep missing "$T/out")"
t_grep "--version: of this commit" "^llmperf $version \(commit $(sed -n 's/.*GIT_REV "\(.*\)"/\1/p' "$BUILD/version_gen.h")\)$" "$T/out"
t_run "analyze: a kernel" 0 inside llmperf analyze "$share/kernels-corpus/benchmarks/triad.cl"
t_grep "analyze: a kernel is kept" '^1 files, 1 kernels: 1 kept' "$T/out"
t_run "predict, with the model that ships" 0 inside llmperf predict "$share/kernels-corpus/benchmarks/triad.cl" --global 1048576 --local 256
t_grep "predict: a time" '^ +time +[0-9.]+ us$' "$T/out"
t_run "config check" 0 inside llmperf config check "$share/configs/smoke.yaml"
t_run "devices: none, and it says so" 1 inside llmperf devices
t_true "the man page is there" inside test -s /usr/share/man/man1/llmperf.1.gz
t_true "the library is found" inside sh -c 'ldconfig -p | grep -q libllmperf.so.0'
t_run "a campaign without a device: one line" 1 inside sh -c "cd /root && llmperf run -q $share/configs/smoke.yaml"
inside rm -rf /root/out

# ---- with what it recommends ----
begun=$SECONDS
t_run "apt installs what it recommends" 0 inside apt-get install -qy --no-install-recommends gnuplot-nox pocl-opencl-icd man-db
echo "# installed with what it recommends: $((SECONDS - begun)) s, $(grep -o 'After this operation, .* of additional' "$T/out")"
t_run "man finds the page" 0 inside man -w llmperf
t_run "devices: PoCL" 0 inside llmperf devices
t_run "a campaign on PoCL" 0 inside sh -c "cd /root && llmperf run $share/configs/smoke.yaml"
t_eq "a campaign on PoCL: its data set" 32 "$(wc -l <"$root/root/out/smoke/dataset.jsonl")"
t_run "a report of it" 0 inside llmperf report --db /root/out/smoke/campaign.db --out /root/pages
t_true "a report of it: pages" test -s "$root/root/pages/index.html"

# ---- gone again ----
rm -rf "$root/root/out" "$root/root/pages" "$root/root/.cache"
t_run "apt removes it" 0 inside apt-get purge -qy llmperf
names >"$T/after"
t_true "nothing of it is left" diff "$T/before" "$T/after"
