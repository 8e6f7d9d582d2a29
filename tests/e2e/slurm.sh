#!/bin/sh
# configs/slurm/campaign.sbatch on a real Slurm: a controller, a node and their authentication on the loopback, with ports and
# folders of their own; the system's Slurm is not touched. Four shards of a campaign, one of them requeued as at its time limit, one
# cancelled and submitted again; merged, they equal what a single run makes. Then the line for GNU parallel from docs/slurm.md.
. "$(dirname "$0")/../lib.sh"
PATH=$BUILD:$PATH
export PATH

# ---- what this machine lacks ----
missing=""
for program in slurmctld slurmd sbatch munged setpriv python3; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
reason=""
[ -z "$missing" ] || reason="no$missing (packages slurm-wlm and munge)"
[ "$(id -u)" = 0 ] || reason="the daemons of Slurm need root"
[ -n "$reason" ] || id munge >/dev/null 2>&1 || reason="no user munge"
if [ -n "$reason" ]; then
    t_skip "a campaign on Slurm" "$reason"
    exit 0
fi

# ---- a cluster of one node ----
export SLURM_CONF="$T/etc/slurm.conf"
unset SLURM_ARRAY_TASK_ID SLURM_ARRAY_JOB_ID LLMPERF_SHARD
# Everything that has our configuration in its environment, and nothing else: daemons, the steps that outlive them, jobs.
end_cluster() {
    scancel --user=root >/dev/null 2>&1
    t_await 15 eval '[ -z "$(squeue --noheader 2>&1)" ]'
    for sig in TERM KILL; do
        for f in /proc/[0-9]*/environ; do
            pid=${f#/proc/}
            pid=${pid%/environ}
            [ "$pid" != $$ ] && grep -zqxF "SLURM_CONF=$SLURM_CONF" "$f" 2>/dev/null && kill -"$sig" "$pid" 2>/dev/null
        done
        [ "$sig" = KILL ] || sleep 1
    done
    wait
    rm -rf "$T"
}
trap end_cluster EXIT

mkdir "$T/etc" "$T/state" "$T/spool" "$T/munge" "$T/node" "$T/c"
chmod 755 "$T"
head -c 128 /dev/urandom >"$T/munge/key"
chmod 400 "$T/munge/key"
chown -R munge "$T/munge"
setpriv --reuid=munge --regid=munge --clear-groups munged --foreground --force --key-file="$T/munge/key" --socket="$T/munge/socket" \
    --pid-file="$T/munge/pid" --log-file="$T/munge/log" --seed-file="$T/munge/seed" >"$T/munged.log" 2>&1 &

host=$(uname -n)
host=${host%%.*}
ports=$(python3 -c 'import socket
s = [socket.socket() for i in (0, 1)]
for x in s: x.bind(("127.0.0.1", 0))
print(*(x.getsockname()[1] for x in s))')
# cred_expire is also how long a requeued job waits. All four tasks run at once: while one waits, scancel takes its time to
# signal another.
cat >"$SLURM_CONF" <<CONF
ClusterName=llmperf
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$T/munge/socket,cred_expire=5
SlurmUser=root
SlurmdUser=root
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
SlurmctldPidFile=$T/slurmctld.pid
SlurmdPidFile=$T/slurmd.pid
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
KillWait=20
ReturnToService=2
GresTypes=gpu
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 Gres=gpu:1 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
CONF

echo "Name=gpu File=/dev/null" >"$T/etc/gres.conf" # in name only
# No version knows all words for `leave cgroups alone`: newer ones say so, older ones look for them only when a plugin asks.
start_node() {
    for cgroups in disabled cgroup/v1 autodetect; do
        echo "CgroupPlugin=$cgroups" >"$T/etc/cgroup.conf"
        slurmd -D -N "$host" >"$T/slurmd.log" 2>&1 &
        node=$!
        t_await 20 eval "! kill -0 $node || sinfo --noheader | grep -qw idle"
        kill -0 "$node" 2>/dev/null && return 0
    done
    return 1
}
t_await 10 test -S "$T/munge/socket"
slurmctld -D -c >"$T/slurmctld.log" 2>&1 &
start_node
if sinfo --noheader 2>"$T/err" | grep -qw idle; then
    t_ok "a cluster of one node is up"
else
    t_fail "a cluster of one node is up" "$(tail -n 20 "$T/err" "$T/munged.log" "$T/slurmctld.log" "$T/slurmd.log")"
    exit 1
fi

# ---- the plan, timed by one process: a kernel for each shard, slow ones, so that a task can be met at work ----
mkdir "$T/corpus"
for i in 0 1 2 3; do
    cat >"$T/corpus/slow$i.cl" <<CL
__kernel void slow$i(__global uint *x) {
    uint v = x[get_global_id(0)] + $i + 1;
    for (int i = 0; i < 250; i++) {
        v ^= v << 13;
        v ^= v >> 17;
        v ^= v << 5;
    }
    x[get_global_id(0)] = v;
}
CL
done
sed 's/per_kernel: 3/per_kernel: 8/; s/global_max: 2048/global_max: 1048576/; s/work_max: 1000000/work_max: 0/
    s/bytes_max: 1048576/bytes_max: 16777216/; s/idle: 0.2, under: 0.5, saturated: 0.3/idle: 0, under: 0, saturated: 1/' \
    "$ROOT/tests/fixtures/tiny.yaml" >"$T/slow.yaml"
export POCL_CACHE_DIR="$T/pocl" # compile once for all
llmperf analyze -q --db "$T/c/plan.db" "$T/corpus" >/dev/null
t_run "a node's device is registered" 0 srun --gres=gpu:1 llmperf profile -q --db "$T/c/plan.db" --register --device cpu
t_eq "a node's device: a row" 1 "$(t_sql "$T/c/plan.db" "SELECT count(*) FROM device")"
t_run "plan" 0 llmperf gen -q --config "$T/slow.yaml" --db "$T/c/plan.db"
t_eq "plan: eight launches of each kernel" 32 "$(t_sql "$T/c/plan.db" "SELECT count(*) FROM sample")"
[ "$t_passed" = yes ] || exit 1
cp "$T/c/plan.db" "$T/single.db"
t_run "a single run" 0 llmperf profile -q --device cpu --db "$T/single.db"
[ "$t_passed" = yes ] || exit 1
t_all_timed "a single run" "$T/single.db"

# ---- the same in an array ----
export LLMPERF_WORK="$T/node"

# submit ARRAY: prints the job's id
submit() {
    sbatch --parsable --array="$1" --cpus-per-task=1 --time=10 --chdir="$T" --output="$T/task-%a.log" \
        "$ROOT/configs/slurm/campaign.sbatch" "$T/c" --device cpu 2>"$T/err"
}
# ended JOB: nothing of it waits or runs
ended() {
    [ -z "$(squeue --noheader --job="$1" 2>/dev/null)" ]
}
# has FILE N: a database with at least N timings; sqlite3 would make the file where there is none
has() {
    test -s "$1" && t_has "$1" timing "$2"
}
# at_work SHARD: its task has timed something, and has many left
at_work() {
    has "$T"/node/llmperf-shard.*/shard-"$1"-of-4.db 1
}
job=$(submit 0-3)
t_true "submit" test -n "$job"
t_true "task 0 times something" t_await 60 at_work 0
t_true "task 1 times something" t_await 60 at_work 1
t_true "task 0: a signal as two minutes before its time limit" scancel --batch --signal=USR1 "${job}_0"
t_true "task 1: cancelled" scancel "${job}_1"
t_run "the queue is shown" 0 squeue --me --array
t_true "the array ends" t_await 240 ended "$job"
t_grep "task 0: went back into the queue" "the time limit is near: saved to .*, back into the queue" "$T/task-0.log"
t_grep "task 0: then went on with what it had" "starting .going on with .*/shard-0-of-4.db" "$T/task-0.log"
t_grep "task 0: and completed" "complete: $T/c/shard-0-of-4.db" "$T/task-0.log"
t_grep "task 1: saved what it had" "stopped with status .*: saved to $T/c/shard-1-of-4.db" "$T/task-1.log"
t_run "task 1: its shard is looked at" 0 llmperf db stats --db "$T/c/shard-1-of-4.db"
t_check "task 1: the database is in order" "$T/c/shard-1-of-4.db"
t_eq "task 1: nothing failed" 0 "$(t_sql "$T/c/shard-1-of-4.db" "SELECT count(*) FROM failure")"
again=$(submit 1)
t_true "task 1 again: submitted" test -n "$again"
t_true "task 1 again: ends" t_await 120 ended "$again"
t_grep "task 1 again: is still one of four" "shard 1/4 .*complete: " "$T/task-1.log"
t_eq "nothing is left on the node" "" "$(ls "$T/node")"

# ---- merged ----
cp "$T/c/plan.db" "$T/all.db"
t_run "merge" 0 llmperf db merge --json --db "$T/all.db" "$T"/c/shard-*-of-4.db
t_grep "merge: no conflict" '"conflicts":0' "$T/out"
t_all_timed "merge" "$T/all.db"
t_true "merge: every shard is in it" t_has "$T/all.db" "(SELECT DISTINCT shard FROM run)" 4
# what is timed, by meaning: ids differ
timed() {
    t_sql "$1" "SELECT (SELECT plan_hash FROM campaign), k.path, k.name, k.hash, s.idx, s.global_size, s.local_size, s.fill_seed, t.policy, v.name
        FROM timing t JOIN sample s ON s.id = t.sample_id JOIN kernel k ON k.id = s.kernel_id JOIN device v ON v.id = t.device_id ORDER BY 1, 2, 3, 4, 5"
}
t_eq "merge: the plan and the samples of the single run" "$(timed "$T/single.db")" "$(timed "$T/all.db")"

# ---- what the script refuses ----
refused() {
    t_refuse "$1" 2 campaign.sbatch "$2" env LLMPERF_LOCK_WAIT_S=0 "$3" bash "$ROOT/configs/slurm/campaign.sbatch" "$T/c"
}
refused "no array" "which shard" LLMPERF_SHARD=
refused "a shard beyond the last" "divided into 4 shards" LLMPERF_SHARD=4/8
t_sql "$T/c/plan.db" "UPDATE campaign SET plan_hash = '0123'"
refused "another plan" "belongs to another plan" LLMPERF_SHARD=0/4
flock "$T/c/.shard-2-of-4.db.lock" sleep 300 &
t_await 10 eval '! flock -n "$T/c/.shard-2-of-4.db.lock" true'
refused "a shard that is being timed" "another task is at work" LLMPERF_SHARD=2/4

# ---- a task whose llmperf is killed: what was timed is saved all the same ----
mkdir "$T/k"
cp "$T/all.db" "$T/k/plan.db"
t_sql "$T/k/plan.db" "DELETE FROM timing; UPDATE run SET timed = 0"
t_start env LLMPERF_SHARD=0/1 LLMPERF_SAVE_EVERY_S=1 bash "$ROOT/configs/slurm/campaign.sbatch" "$T/k" --device cpu
t_true "at work: the shard is saved now and then" t_await 60 has "$T/k/shard-0-of-1.db" 2
t_check "at work: what is saved is in order" "$T/k/shard-0-of-1.db"
saved=$(t_sql "$T/k/shard-0-of-1.db" "SELECT count(*) FROM timing")
t_await 60 has "$T"/node/llmperf-shard.*/shard-0-of-1.db $((saved + 1))
kill -9 "$(cat "$T"/node/llmperf-shard.*/shard-0-of-1.db-lock)"
t_ended "killed: the task fails" 137
t_true "killed: what came after the last save is there, too" t_has "$T/k/shard-0-of-1.db" timing $((saved + 1))
t_check "killed: the database is in order" "$T/k/shard-0-of-1.db"
t_true "killed: some is left to do" test "$(t_sql "$T/k/shard-0-of-1.db" "SELECT count(*) FROM timing")" -lt 32

# ---- GNU parallel, as documented, on this machine instead of over ssh ----
if command -v parallel >/dev/null 2>&1; then
    mkdir "$T/p"
    t_plan "$T/p/plan.db"
    line=$(python3 "$ROOT/tests/docs.py" --commands docs/slurm.md | sed -n "/^parallel /!d; s,--sshlogin [^ ]*,--sshlogin :,
        s,campaign\.sbatch,$ROOT/configs/slurm/campaign.sbatch,; s,\$FOLDER,$T/p,g; s,{0\.\.7},0 1,; s,/8,/2,; p")
    t_eq "the documentation has one line for parallel" 1 "$(printf '%s\n' "$line" | grep -c '^parallel ')"
    t_run "GNU parallel" 0 env HOME="$T" bash -c "$line"
    t_run "GNU parallel: merge" 0 llmperf db merge --db "$T/p/plan.db" "$T/p/shard-0-of-2.db" "$T/p/shard-1-of-2.db"
    t_all_timed "GNU parallel" "$T/p/plan.db"
else
    t_skip "GNU parallel" "no parallel (package parallel)"
fi
