/**
 * Runs before every test file: a request for a pool connection waits as long as one for a lock. The
 * server refuses after some seconds, so that a caller does not wait in vain; in tests on a stalled
 * machine, many callers would be refused for that reason alone.
 */
import pg from "pg";

const WAIT_MS = 50_000;

const { connect } = pg.Pool.prototype;
// Test files that share a worker share this class too.
if (connect.name !== "connectPatiently") {
  function connectPatiently(this: pg.Pool, ...rest: Parameters<typeof connect>) {
    this.options.connectionTimeoutMillis = WAIT_MS;
    return connect.apply(this, rest);
  }
  Object.assign(pg.Pool.prototype, { connect: connectPatiently });
}
