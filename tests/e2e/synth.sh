#!/bin/sh
# Synthesised kernels: the same bytes for the same seed, all kept by analyze in one family a template, all probe clean; a campaign
# that asks for some gets them. SYNTH: how many kernels, SEED: which.
. "$(dirname "$0")/../lib.sh"
n=${SYNTH:-50}
seed=${SEED:-1}

t_run "kernels are written" 0 "$BUILD/llmperf" gen --synth "$n" --seed "$seed" --out "$T/kernels"
t_eq "as many as asked for" "$n" "$(find "$T/kernels" -name 'synth-*.cl' | wc -l)"
t_run "and again" 0 "$BUILD/llmperf" gen -q --synth "$n" --seed "$seed" --out "$T/again"
t_true "they have the same bytes" diff -r "$T/kernels" "$T/again"
touch "$T/again/mine.cl"
t_run "fewer" 0 "$BUILD/llmperf" gen -q --synth 3 --seed "$seed" --out "$T/again"
t_eq "what is too much goes, what is not of ours stays" "mine.cl synth-000000.cl synth-000001.cl synth-000002.cl" \
    "$(cd "$T/again" && echo *)"

for bad in "--synth 0" "--synth 5 --seed -4" "--synth 5 --siblings 0" "--seed 4" "--synth 5 --db x"; do
    # shellcheck disable=SC2086 # words
    t_run "refused: $bad" 2 "$BUILD/llmperf" gen $bad --out "$T/bad"
done
t_true "and nothing is written" test ! -e "$T/bad"

db=$T/synth.db
t_run "analyze reads them" 0 "$BUILD/llmperf" analyze -q --db "$db" "$T/kernels"
t_eq "and keeps all" "$n 0" "$(t_sql "$db" "SELECT sum(status = 'ok') || ' ' || sum(status <> 'ok') FROM kernel")"
t_eq "without a guess" 0 "$(t_sql "$db" "SELECT count(guesses) FROM kernel")"
t_eq "siblings are one family" 0 "$(t_sql "$db" "SELECT count(*) FROM (SELECT template FROM kernel GROUP BY template
    HAVING count(DISTINCT family) > 1 OR template IS NULL)")"
t_true "templates are different families, nearly all" test "$(t_sql "$db" "SELECT count(DISTINCT family) * 10 >=
    count(DISTINCT template) * 9 FROM kernel")" = 1

sed "s,paths: \[corpus\],paths: [$ROOT/tests/fixtures/corpus],; s/per_kernel: 3/per_kernel: 1/
    s/max_work_group: 128/max_work_group: 256/; s/local_sizes: \[32\]/local_sizes: [32, 64, 128, 256]/; /work_max/d" "$ROOT/tests/fixtures/tiny.yaml" >"$T/c.yaml"
t_run "they can be planned" 0 "$BUILD/llmperf" gen -q --config "$T/c.yaml" --db "$db"
t_eq "each of them" "$n" "$(t_sql "$db" "SELECT count(DISTINCT kernel_id) FROM probe_sample")"
t_run "and probed" 0 "$BUILD/llmperf" profile -q --db "$db" --probe-only
aborted=0
t_driver_aborts && aborted=$(t_sql "$db" "SELECT count(*) FROM probe WHERE reason = 'probe-crash' AND detail LIKE '%signal 6 %'")
t_eq "all probe clean" "$((n - aborted))" "$(t_sql "$db" "SELECT count(*) FROM probe WHERE status = 'clean'")"
t_sql "$db" "SELECT k.path, p.status, p.reason, p.detail FROM probe p JOIN kernel k ON k.id = p.kernel_id WHERE p.status <> 'clean'" | sed 's/^/# /'

printf 'synthesis: {count: 4, seed: 9, shares: {stencil: 0, reduction: 0}}\n' >>"$T/c.yaml"
t_run "a campaign makes some" 0 "$BUILD/llmperf" run -q "$T/c.yaml" --out "$T/run"
t_eq "which are timed along with the corpus" 4 "$(t_sql "$T/run/campaign.db" "SELECT count(DISTINCT kernel_id) FROM timing t JOIN sample s
    ON s.id = t.sample_id JOIN kernel k ON k.id = s.kernel_id WHERE k.template IS NOT NULL")"
echo "1..$t_count"
