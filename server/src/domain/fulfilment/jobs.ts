/** The agents of fulfilment: the courier that places orders, and the poller that looks after them. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import {
  type FulfilmentDeps,
  updateSupplierStats,
  placeOrder,
  pollDueOrders,
  monitorSuppliers,
  cancelAtSupplier,
} from "./actions.ts";

const POLL_MS = 1_000;
/** A poller that died must not keep supplier orders waiting; overlapping runs are harmless. */
const LEASE_MS = 30_000;

function idOf(payload: Readonly<Record<string, unknown>>): string {
  const id = payload["supplierOrderId"];
  invariant(typeof id === "string", "a message to a supplier names its supplier order");
  return id;
}

/** The couriers of `supplier.place` and `supplier.withdraw`. */
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

/** Looks after orders without an answer, until none is due. */
export const supplierPollJob = (context: Context, db: Db, deps: FulfilmentDeps): Job => ({
  name: "supplier-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await pollDueOrders(context, db, deps)) > 0);
  },
});

const WATCH_MS = 10 * 60_000;

/** Watches what is left of the money paid to suppliers beforehand. */
export const supplierMonitorJob = (context: Context, db: Db): Job => ({
  name: "supplier-watcher",
  every: WATCH_MS,
  run: () => monitorSuppliers(context, db),
});

const LEARN_MS = 10_000;

/** Learns how suppliers do, for routes and for the schedule of questions. */
export const supplierStatsJob = (context: Context, db: Db): Job => ({
  name: "supplier-learner",
  every: LEARN_MS,
  run: () => updateSupplierStats(context, db),
});
