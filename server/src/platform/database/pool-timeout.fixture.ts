/**
 * Before every test file: whoever queues for a connection of a pool waits as patiently as for a lock. A server refuses
 * after some seconds, so that nobody waits for nothing; a crowd on a machine that stalls would be told so too.
 */
import pg from "pg";

const WAIT_MS = 50_000;

const { connect } = pg.Pool.prototype;
Object.assign(pg.Pool.prototype, {
  connect(this: pg.Pool, ...rest: Parameters<typeof connect>) {
    this.options.connectionTimeoutMillis = WAIT_MS;
    return connect.apply(this, rest);
  },
});
