/**
 * Settings of the embedded PostgreSQL: for two cores and a few hundred megabytes, without losing an
 * acknowledged write.
 */

const always = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: "64MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  effective_cache_size: "512MB",
  // Statements are short; parallel workers for one statement cost more than they save on two cores.
  max_worker_processes: "4",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "2",
  jit: "off",
  // Version 18 would run three reader processes; the data fit in memory.
  io_method: "sync",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] %a ",
  log_min_duration_statement: "1000",
  // No value of a row may appear in PostgreSQL's log, neither as a parameter nor in an error's
  // detail. Client errors are in our log.
  log_parameter_max_length: "0",
  log_error_verbosity: "terse",
  log_min_messages: "log",
};

const durable = {
  max_connections: "60",
  // A purchase locks 180 tables and indexes; up to this many are locked without the shared table of locks.
  max_locks_per_transaction: "256",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_wal_senders: "4",
  max_wal_size: "512MB",
  checkpoint_timeout: "10min",
};

/** For tests only: a cluster that may lose everything, and is faster for it. */
const nonDurable = {
  // Three workers, each with a race and its mutant: two pools of 64, and the pools of other files.
  max_connections: "500",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  checkpoint_timeout: "1h",
  autovacuum: "off",
};

/** Returns the settings as arguments of `postgres`. */
export function settingArguments(isDurable: boolean, socketDir: string): string[] {
  const all = {
    ...always,
    ...(isDurable ? durable : nonDurable),
    unix_socket_directories: socketDir,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
