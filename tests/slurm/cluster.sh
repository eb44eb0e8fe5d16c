# shellcheck shell=sh
# A Slurm cluster of one node on loopback, of the test's own: start_cluster DIR, stop_cluster DIR. Everything is in DIR,
# and processes are stopped by their pid files. Needs root.

free_port() {
  port=$1
  while grep -qi ":$(printf %04X "$port") " /proc/net/tcp /proc/net/tcp6 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

start_cluster() {
  cluster=$1
  mkdir -p "$cluster/state" "$cluster/spool" "$cluster/munge"
  chmod 700 "$cluster/munge"
  dd if=/dev/urandom of="$cluster/munge/key" bs=1024 count=1 2>/dev/null
  chmod 400 "$cluster/munge/key"
  munged --force --socket="$cluster/munge/socket" --key-file="$cluster/munge/key" --pid-file="$cluster/munge/pid" \
    --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed" || return 1
  host=$(hostname)
  control=$(free_port $((20000 + $$ % 10000)))
  node=$(free_port $((control + 1)))
  memory=$(awk '/MemTotal/ { print int($2 * 0.9 / 1024) }' /proc/meminfo)
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=heddle
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=1
MinJobAge=2
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  SLURM_CONF=$cluster/slurm.conf
  export SLURM_CONF
  slurmctld -c >"$cluster/slurmctld.out" 2>&1 && slurmd >"$cluster/slurmd.out" 2>&1 || return 1
  tries=0
  until sinfo -h -o %T 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || return 1
    sleep 0.1
  done
}

stop_cluster() {
  for pid in slurmd.pid slurmctld.pid munge/pid; do
    [ ! -s "$1/$pid" ] || kill "$(cat "$1/$pid")" 2>/dev/null
  done
}
