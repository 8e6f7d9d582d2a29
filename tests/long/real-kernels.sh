#!/bin/bash
# Kernels of real projects, from the distribution's packages: they are read without a crash, nearly all parse, what is kept is
# timed on PoCL. Prints tables (comments of the TAP output), which docs/results/ publishes. HASHCAT_FILES: how many of
# hashcat's 1,239 files are taken (each includes 2.4 MB).
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
hashcat_files=${HASHCAT_FILES:-32}

# tap COMMAND...: numbers the TAP lines that the command prints
tap() {
    local line
    while IFS= read -r line; do
        case $line in
        ok\ *) t_ok "${line#ok }" ;;
        not\ ok\ *) t_fail "${line#not ok }" "see the comments below" ;;
        *) echo "$line" ;;
        esac
    done < <("$@" 2>&1)
}

# sums: what the unpacked files hold, to see that nothing was changed
sums() {
    (cd "$T/files" && find . -type f -print0 | sort -z | xargs -0 sha256sum) | sha256sum
}

mkdir "$T/debs" "$T/files"
for package in python3-silx python3-pyfai darktable hashcat-data; do
    if ! (cd "$T/debs" && apt-get download -q "$package") >"$T/out" 2>&1; then
        t_skip "real kernels" "$package cannot be downloaded"
        echo "1..$t_count"
        exit 0
    fi
    dpkg -x "$T"/debs/"$package"_*.deb "$T/files/$package"
done
before=$(sums)
cd "$T/files"

tap python3 "$ROOT/tests/long/real-kernels.py" table "$BUILD/llmperf-analyze" "$T/table.md" silx=python3-silx pyFAI=python3-pyfai \
    darktable=darktable "hashcat=hashcat-data:$hashcat_files"
sed 's/^/# /' "$T/table.md"

cat >"$T/real.yaml" <<YAML
name: real-kernels
seed: 5
corpus: {paths: [files/python3-silx, files/python3-pyfai]}
target: {compute_units: 2, max_work_group: 1024, local_mem_bytes: 49152}
launch: {per_kernel: 4, local_sizes: [32, 64, 128], locals_per_kernel: 2, global_max: 65536}
buffers: {bytes_max: 16777216}
YAML
t_run "silx and pyFAI go into a database" 0 "$BUILD/llmperf-analyze" -q --db "$T/real.db" python3-silx python3-pyfai
t_run "a small campaign is planned" 0 "$BUILD/llmperf-gen" -q --config "$T/real.yaml" --db "$T/real.db"
t_run "and timed" 0 timeout 900 "$BUILD/llmperf-profile" -q --db "$T/real.db" --device cpu
t_check "the database is consistent" "$T/real.db"
tap python3 "$ROOT/tests/long/real-kernels.py" timed "$T/real.db" "$T/timed.md"
sed 's/^/# /' "$T/timed.md"
t_eq "no file of the packages was changed or added" "$before" "$(sums)"
echo "1..$t_count"
