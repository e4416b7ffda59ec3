/**
 * The pulse of the console: the badge and the newest id of each queue that an operator may read, the
 * open alerts, and who else has the same thing open. Every read is bounded.
 */
import { latestOpenAlertIds } from "../../../platform/alert-handling.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { latestDeadIds } from "../../../platform/jobs/dead-messages.ts";
import { countInbox, type InboxDeps, readHandovers } from "../../approvals/actions.ts";
import type { HandoverNotice } from "../../approvals/model.ts";
import { latestManualOrders } from "../../fulfilment/actions.ts";
import { latestRequestedInvoices } from "../../invoices/actions.ts";
import { latestHeldRewards } from "../../invitations/actions.ts";
import { latestOpenCases } from "../../reconciliation/actions.ts";
import { latestWaitingRefunds } from "../../refunds/actions.ts";
import { latestRiskCases } from "../../risk/actions.ts";
import { latestOwnTickets } from "../../tickets/actions.ts";
import { latestWaitingWithdrawals } from "../../withdrawals/actions.ts";
import { BADGE_MAX, may, type OperatorRights, readableAlerts } from "../model.ts";
import { markPresence } from "../store.ts";
import { keepWaiting } from "./handed.ts";

/** How long a place counts as open after a pulse; the console sends one every 15 s. */
const PRESENCE_MS = 40_000;

/** A notice of a handover is shown this long, unless its work ends before. */
const HANDED_MS = 3_600_000;
const HANDED_MAX = 5;
/** So many are read, because some of them may have ended. */
const HANDED_READ_MAX = 10;

export type PulseDeps = { readonly inbox: InboxDeps };

type QueueName =
  | "desk"
  | "refunds"
  | "withdrawals"
  | "invoices"
  | "cases"
  | "held"
  | "tickets"
  | "risk"
  | "dead";
/** Ids of what waits, of all operators or of one, the latest first. */
type LatestIds = (db: Db, limit: number, operatorId: string) => Promise<string[]>;

const queues: Readonly<
  Record<QueueName, { readonly permissions: readonly string[]; readonly latest: LatestIds }>
> = {
  desk: { permissions: ["orders:handle"], latest: latestManualOrders },
  refunds: { permissions: ["orders:refund"], latest: latestWaitingRefunds },
  withdrawals: { permissions: ["withdrawals:review"], latest: latestWaitingWithdrawals },
  invoices: { permissions: ["invoices:handle"], latest: latestRequestedInvoices },
  cases: { permissions: ["ledger:read"], latest: latestOpenCases },
  held: { permissions: ["invitations:review"], latest: latestHeldRewards },
  tickets: { permissions: ["tickets:handle"], latest: latestOwnTickets },
  risk: { permissions: ["risk:read", "risk:edit"], latest: latestRiskCases },
  dead: { permissions: ["jobs:read", "jobs:manage"], latest: latestDeadIds },
};
const names = Object.keys(queues) as QueueName[];

export type Pulse = {
  /** Up to `BADGE_MAX` each; a queue that the operator may not read is absent. */
  readonly counts: Partial<Record<QueueName | "approvals", number>>;
  readonly newest: Partial<Record<QueueName | "alerts", string>>;
  readonly alerts: number;
  /** Ids of the other operators who have `place` open. */
  readonly others: readonly string[];
  /** What others handed to this operator, or to a role for which this operator may act. */
  readonly handed: readonly HandoverNotice[];
};

export async function readPulse(
  context: Context,
  db: Db,
  { inbox }: PulseDeps,
  { operator, place }: { readonly operator: OperatorRights; readonly place: string | undefined },
): Promise<Pulse> {
  const visible = names.filter((name) => may(operator, ...queues[name].permissions));
  const alertKinds = readableAlerts(operator);
  const now = context.clock.sql();
  const presence = { operatorId: operator.memberId, leaseMs: PRESENCE_MS, now };
  const [approvals, alerts, others, handed, ...found] = await Promise.all([
    countInbox(context, db, inbox, { reader: operator, limit: BADGE_MAX }),
    alertKinds.length > 0 ? latestOpenAlertIds(db, alertKinds, BADGE_MAX) : [],
    place === undefined ? [] : markPresence(db, { ...presence, place }),
    // Only tickets are handed to a role.
    readHandovers(db, {
      operatorId: operator.memberId,
      ofRoles: may(operator, ...queues.tickets.permissions),
      sinceMs: HANDED_MS,
      limit: HANDED_READ_MAX,
      now,
    }).then((notices) => keepWaiting(context, db, { inbox, operator }, notices)),
    ...visible.map((name) => queues[name].latest(db, BADGE_MAX, operator.memberId)),
  ]);
  const counts: Pulse["counts"] = approvals === undefined ? {} : { approvals };
  const newest: Pulse["newest"] = alerts[0] === undefined ? {} : { alerts: alerts[0] };
  for (const [at, name] of visible.entries()) {
    const ids = found[at] ?? [];
    counts[name] = ids.length;
    if (ids[0] !== undefined) newest[name] = ids[0];
  }
  return { counts, newest, alerts: alerts.length, others, handed: handed.slice(0, HANDED_MAX) };
}
