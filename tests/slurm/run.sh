#!/usr/bin/env bash
# Runs the job arrays of docs/clusters.md on a real Slurm: first the page, then larger texts with a
# task that is requeued while it writes, one that runs twice at the same time and one that is
# killed. Everything must have the bytes of a single run.
# Usage: run.sh MTGAUGE
# Slurm has a controller and two nodes on the loopback interface. Everything is in a temporary
# folder, needs no root, systemd or cgroups, and is removed at the end, however the test ends. Exits
# with 77 and a reason if Slurm is not installed (bash cmake/setup.sh long) or cannot start here.
set -euo pipefail
seconds=600  # enough for a machine that has other work
if [ -z "${MTGAUGE_SLURM_BOUNDED:-}" ]; then
  MTGAUGE_SLURM_BOUNDED=1 exec timeout --kill-after=20 "$seconds" bash "$0" "$@"
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
mtgauge=$(realpath "$1")
PATH=$(dirname "$mtgauge"):$PATH:/usr/sbin:/sbin
export LC_ALL=C.UTF-8

skip() {
  echo "slurm: skipped, $1"
  exit 77
}
for program in python3 munged slurmctld slurmd sbatch scontrol squeue sinfo; do
  command -v "$program" > /dev/null || skip "$program is not installed; run: bash cmake/setup.sh long"
done

work=$(mktemp -d /tmp/mtgauge-slurm.XXXXXX)  # a short path, since sockets lie in it
chmod 711 "$work"  # munge wants all to reach its socket
export SLURM_CONF=$work/slurm.conf
doing="starting Slurm"

# Prints the processes of this test's Slurm: all that were started with its SLURM_CONF. (This shell
# was not.)
ours() {
  env -u SLURM_CONF grep -lzsx "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ | cut -d / -f 3 || true
}

# end_all SIGNAL: sends it to all of them, and waits a little. Returns 0 if none is left.
end_all() {
  local pids
  for _ in {1..100}; do
    mapfile -t pids < <(ours)
    [ ${#pids[@]} -gt 0 ] || return 0
    kill "-$1" "${pids[@]}" 2> /dev/null || true
    sleep 0.1
  done
  return 1
}

finish() {
  local code=$?
  trap - EXIT
  trap '' TERM INT HUP
  if [ $code -ne 0 ] && [ $code -ne 77 ]; then
    echo "slurm: failed while $doing" >&2
    tail -n 15 "$work"/*/slurm-*.out "$work"/log/* >&2 || true
  fi
  if ! end_all TERM && ! end_all KILL; then
    echo "slurm: processes are left: $(ours | xargs)" >&2
    code=1
  fi
  rm -rf "$work"
  exit $code
}
trap finish EXIT
trap 'echo "slurm: stopped, or longer than $seconds s" >&2; exit 124' TERM INT HUP

# until_true SECONDS COMMAND...: repeats the command until it succeeds.
until_true() {
  local end=$((SECONDS + $1))
  until "${@:2}"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.1
  done
}

# --- Slurm ---
free_ports() {
  python3 -c '
import socket
taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
print(*[each.getsockname()[1] for each in taken])'
}

# A requeued job waits for the lifetime of credentials (2 minutes by default), so they live 5
# seconds here. An empty folder in place of the cgroups keeps the nodes from using the machine's
# cgroups.
configure() {
  local user host ports
  user=$(id -un) host=$(uname -n | cut -d . -f 1)
  read -r -a ports <<< "$(free_ports)"
  mkdir "$work/state" "$work/log" "$work/spool.node1" "$work/spool.node2" "$work/cgroup"
  cat > "$SLURM_CONF" << EOF
ClusterName=mtgauge
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=$user
SlurmdUser=$user
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0,batch_sched_delay=0
SlurmdParameters=config_overrides
KillWait=2
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=4
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=4
PartitionName=all Nodes=node1,node2 Default=YES State=UP
EOF
  printf '%s\n' CgroupPlugin=cgroup/v1 "CgroupMountpoint=$work/cgroup" CgroupAutomount=no > "$work/cgroup.conf"
}

nodes_are_idle() {
  [ "$(sinfo -h -t idle -o %D 2> /dev/null)" = 2 ]
}

# daemon NAME COMMAND...: starts it; its log is log/NAME.
daemon() {
  "${@:2}" > "$work/log/$1" 2>&1 &
  disown
}

start() {
  head -c 128 /dev/urandom > "$work/munge.key"
  chmod 600 "$work/munge.key"
  daemon munged munged --foreground --key-file="$work/munge.key" --socket="$work/munge.socket" \
    --pid-file="$work/munge.pid" --seed-file="$work/munge.seed" --log-file="$work/munge.log"
  until_true 60 test -S "$work/munge.socket" || skip "munged does not start: $(tail -n 1 "$work/log/munged")"
  daemon slurmctld slurmctld -D
  local controller=$!
  daemon node1 slurmd -D -N node1
  daemon node2 slurmd -D -N node2
  until_true 60 nodes_are_idle && return
  kill -0 "$controller" 2> /dev/null || skip "slurmctld does not start: $(tail -n 1 "$work/log/slurmctld")"
  skip "no two nodes come up: $(cat "$work"/log/node* | grep error: | tail -n 1)"
}

# --- Queries ---
# state JOB: prints PENDING, COMPLETED etc.
state() {
  scontrol -o show job "$1" | sed -E 's/.* JobState=(\w+).*/\1/'
}

ended() {
  local states
  states=$(squeue -h -t all -o %T -j "$1")
  ! grep -qvE 'COMPLETED|FAILED|CANCELLED' <<< "$states"
}

# ends_as STATE JOB: waits until all tasks of the job have ended, and checks their states.
ends_as() {
  until_true 240 ended "$2" || { echo "slurm: job $2 does not end: $(squeue -h -j "$2")" >&2; exit 1; }
  local states
  states=$(squeue -h -t all -o %T -j "$2" | sort -u)
  [ "$states" = "$1" ] || { echo "slurm: job $2 is $(xargs <<< "$states"), not $1" >&2; exit 1; }
}

expect() {
  "$@" || { echo "slurm: it is not so that $*" >&2; exit 1; }
}

waits_for_dependency() {
  [ "$(squeue -h -o %r -j "$1")" = "$2" ]
}

# Succeeds once the mtgauge of task 2 of job $1 has written a part of its file; sets `writer`.
is_writing() {
  local pid fd at
  for pid in $(ours); do
    [ "$(readlink "/proc/$pid/exe")" = "$mtgauge" ] || continue
    grep -qzsx "SLURM_ARRAY_JOB_ID=$1" "/proc/$pid/environ" || continue
    grep -qzsx SLURM_ARRAY_TASK_ID=2 "/proc/$pid/environ" || continue
    for fd in "/proc/$pid/fd"/*; do
      [[ $(readlink "$fd") == "$work"/*parts/* ]] || continue
      read -r _ at < "/proc/$pid/fdinfo/${fd##*/}" && [ "$at" -gt 0 ] && writer=$pid && return 0
    done
  done 2> /dev/null
  return 1
}

# --- Texts ---
# Makes 40,000 segments of invented words and two outputs. One segment of the second quarter keeps
# TER busy for seconds, so that task 2 can be caught while it writes.
make_texts() {
  awk 'BEGIN {
    srand(7)
    n = split("a the river bridge train morning old green walks sees near under quiet lamp station boat small " \
              "garden bread wind over with letter street early late house blue winter carries opens slowly", words, " ")
    for (i = 1; i <= 40000; ++i) {
      ref = fluent = hasty = "so"
      for (j = i == 19000 ? 520 : 6 + int(rand() * 15); j > 0; --j) {
        word = words[1 + int(rand() * n)]
        other = words[1 + int(rand() * n)]
        ref = ref " " word
        fluent = fluent " " (i == 19000 || rand() < 0.2 ? other : word)
        if (i != 19000 && rand() < 0.8) hasty = hasty " " (rand() < 0.3 ? other : word)
      }
      print ref > "ref.txt"
      print fluent > "fluent.txt"
      print hasty > "hasty.txt"
    }
  }'
}

# --- The tests ---
# Makes a folder with the texts and the documented scripts.
enter() {
  mkdir "$work/$1"
  cd "$work/$1"
  cp "$work"/texts/*.txt "$root"/cli/demo/{rows,compare}.sbatch .
}

same_as_one_run() {
  expect cmp all.mtr "$work/texts/one.mtr"
  expect cmp compared.txt "$work/texts/compared"
}

requeued_and_twice() {
  local rows compare again other
  enter requeued
  doing="requeueing a task that writes"
  rows=$(sbatch --parsable rows.sbatch "${more[@]}")
  compare=$(sbatch --parsable --dependency="afterok:$rows" compare.sbatch)
  expect until_true 60 is_writing "$rows"
  scontrol requeue "${rows}_2"
  expect until_true 60 waits_for_dependency "${rows}_2" BeginTime
  expect test ! -e parts/2.mtr
  expect waits_for_dependency "$compare" Dependency
  doing="running a task twice at once"
  again=$(sbatch --parsable --array=1 rows.sbatch "${more[@]}" --shard 1/4)
  other=$(sbatch --parsable --array=1 rows.sbatch "${more[@]}" --shard 1/4)
  ends_as COMPLETED "$again"
  ends_as COMPLETED "$other"
  doing="waiting for the requeued task"
  ends_as COMPLETED "$compare"
  expect grep -q 'Restarts=1' <(scontrol -o show job "${rows}_2")
  expect test "$(ls -A parts | xargs)" = "1.mtr 2.mtr 3.mtr 4.mtr"
  same_as_one_run
}

killed_and_missing() {
  local rows compare
  enter killed
  doing="killing a task that writes"
  rows=$(sbatch --parsable rows.sbatch "${more[@]}")
  compare=$(sbatch --parsable --dependency="afterok:$rows" compare.sbatch)
  expect until_true 60 is_writing "$rows"
  kill -KILL "$writer"
  ends_as CANCELLED "$compare"
  expect test "$(state "${rows}_2")" = FAILED
  expect test ! -e parts/2.mtr
  doing="merging without a shard"
  compare=$(sbatch --parsable compare.sbatch)
  ends_as FAILED "$compare"
  expect grep -q 'shard 2 of 4 is missing' "slurm-$compare.out"
  expect test ! -e all.mtr -a ! -e compared.txt
  doing="running the missing task alone"
  rows=$(sbatch --parsable --array=2 rows.sbatch "${more[@]}" --shard 2/4)
  compare=$(sbatch --parsable --dependency="afterok:$rows" compare.sbatch)
  ends_as COMPLETED "$compare"
  same_as_one_run
}

configure
start

doing="running docs/clusters.md"
python3 "$root/tests/docs/run_docs.py" --slurm "$mtgauge" "$root/docs/clusters.md"

doing="making texts"
more=(-m ter:dialect=tercom -q)
mkdir "$work/texts"
cd "$work/texts"
make_texts
mtgauge rows ref.txt -i fluent.txt hasty.txt -m bleu chrf "${more[@]}" -o one.mtr
mtgauge compare ref.txt -i fluent.txt hasty.txt -m bleu chrf "${more[@]}" > compared

requeued_and_twice
killed_and_missing
echo "slurm: arrays on $(slurmctld -V) have the bytes of one run; $SECONDS s"
