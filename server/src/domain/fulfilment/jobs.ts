/**
 * The jobs of fulfilment: the outbox handlers that place and cancel orders, the poller, and
 * supplier monitoring.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import {
  deleteExpiredExchanges,
  type FulfilmentDeps,
  updateSupplierStats,
  placeOrder,
  pollDueOrders,
  monitorSuppliers,
  cancelAtSupplier,
} from "./actions.ts";

const POLL_MS = 1_000;
/** A poller that died must not delay supplier orders for long; overlapping runs are harmless. */
const LEASE_MS = 30_000;

function idOf(payload: Readonly<Record<string, unknown>>): string {
  const id = payload["supplierOrderId"];
  invariant(typeof id === "string", "a message to a supplier names its supplier order");
  return id;
}

/** The outbox handlers of `supplier.place` and `supplier.withdraw`. */
export const fulfilmentOutboxHandlers = (
  context: Context,
  db: Db,
  deps: FulfilmentDeps,
): OutboxHandlers => ({
  "supplier.place": ({ memberId, payload }) =>
    placeOrder(context, db, deps, { ownerId: memberId, id: idOf(payload) }),
  "supplier.withdraw": ({ memberId, payload }) =>
    cancelAtSupplier(context, db, deps, { ownerId: memberId, id: idOf(payload) }),
});

/** Polls orders without an answer, until none is due. */
export const supplierPollJob = (context: Context, db: Db, deps: FulfilmentDeps): Job => ({
  name: "supplier-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await pollDueOrders(context, db, deps)) > 0);
  },
});

const WATCH_MS = 10 * 60_000;

/** Monitors the prepaid balances at suppliers. */
export const supplierMonitorJob = (context: Context, db: Db): Job => ({
  name: "supplier-watcher",
  every: WATCH_MS,
  run: () => monitorSuppliers(context, db),
});

const LEARN_MS = 10_000;

/** Updates the supplier statistics, for routes and for the query schedule. */
export const supplierStatsJob = (context: Context, db: Db): Job => ({
  name: "supplier-learner",
  every: LEARN_MS,
  run: () => updateSupplierStats(context, db),
});

const DELETE_MS = 60 * 60_000;

/** Deletes exchanges with suppliers that are older than `supplierExchangeKeepMs`. */
export const exchangeDeletionJob = (context: Context, db: Db): Job => ({
  name: "supplier-exchange-pruner",
  every: DELETE_MS,
  run: () => deleteExpiredExchanges(context, db),
});
