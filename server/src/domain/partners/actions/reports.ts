/**
 * Partners' orders: applies updates, pulls them by time with an overlap, and shows them in a
 * member's order list.
 */
import type { OrderCard } from "@yunjing/contract/schemas/orders";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { ExternalOrders } from "../../orders/port.ts";
import { stateTexts } from "../model.ts";
import type { PartnerGateway, PartnerState, PartnerOrderUpdate } from "../port.ts";
import {
  callReport,
  countOfMember,
  type ListedRow,
  listOfMember,
  storePullState,
  readPullStates,
} from "../store/reports.ts";

export type UpdateCounts = { readonly seen: number; readonly changed: number };

/** Applies updates one by one; a known update changes nothing. */
export async function applyOrderUpdates(
  context: Context,
  db: Db,
  partnerId: string,
  updates: readonly PartnerOrderUpdate[],
): Promise<UpdateCounts> {
  let changed = 0;
  for (const update of updates) {
    const report = { ...update, orderId: context.ids.next() };
    const { change } = await callReport(db, partnerId, report, context.clock.sql());
    if (change !== "same") changed += 1;
  }
  return { seen: updates.length, changed };
}

/**
 * More pages than any partner has for one pull; above it the next pull continues from the same
 * mark.
 */
const PAGES_MAX = 200;

/**
 * Pulls everything that changed since the last pull, and for some time before it: the partner's
 * clock differs from our clock, and a late change may carry an earlier time. Only a complete pull
 * moves the mark.
 */
export async function pullOrders(
  context: Context,
  db: Db,
  { partnerId, gate }: { readonly partnerId: string; readonly gate: PartnerGateway },
): Promise<UpdateCounts> {
  const { partnerPullFirstMs, partnerPullOverlapMs } = context.settings;
  const to = context.clock.now().getTime();
  const known = (await readPullStates(db)).find((pull) => pull.partnerId === partnerId);
  const from = known ? known.pulledTo - partnerPullOverlapMs : to - partnerPullFirstMs;
  const total = { seen: 0, changed: 0 };
  let cursor: string | undefined;
  let failure: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const pulled = await gate.pull({ from, to, ...(cursor === undefined ? {} : { cursor }) });
    if (!pulled.isAvailable) {
      failure = pulled.reason;
      break;
    }
    const { seen, changed } = await applyOrderUpdates(context, db, partnerId, pulled.updates);
    total.seen += seen;
    total.changed += changed;
    cursor = pulled.next;
    if (cursor === undefined) break;
  }
  if (failure === null && cursor !== undefined) failure = "more pages than are read at once";
  const pulledTo = failure === null ? to : (known?.pulledTo ?? from + partnerPullOverlapMs);
  if (failure !== null) context.log.warn({ partnerId, failure }, "a pull of orders is incomplete");
  await storePullState(db, { partnerId, pulledTo, failure }, context.clock.sql());
  return total;
}

const displays: Readonly<Record<PartnerState, OrderCard["display"]>> = {
  ORDERED: "wait_pay",
  PAID: "issuing",
  SETTLED: "done",
  VOID: "closed",
};

/**
 * A partner order as one of the member's orders; the money was paid to the partner, and none of it
 * to us.
 */
const cardOf = (row: ListedRow): OrderCard => ({
  orderNo: row.partnerNo,
  kind: "ride",
  source: "partner",
  title: row.title,
  quantity: 1,
  brandName: row.brandName,
  artwork: row.artwork,
  itemsText: row.title,
  codes: [],
  display: displays[row.state],
  displayText: stateTexts[row.state],
  amounts: {
    goodsFen: row.amountFen,
    voucherFen: 0,
    differenceFen: 0,
    paidFen: row.amountFen,
  },
  createdAt: row.createdAt,
  partner: {
    orderId: row.id,
    name: row.partnerName,
    linkId: row.linkId,
    changedAt: row.changedAt,
  },
});

/**
 * Lists partner orders among a member's own: under 全部 and 出行外卖. The state filters are for our own
 * fulfilment and match none of them.
 */
export const partnersOrders = (db: Db): ExternalOrders => ({
  list: async (memberId, { filter, limit, after }) => {
    const { kind = "all", state, keyword } = filter;
    if (state !== undefined || (kind !== "all" && kind !== "ride")) return [];
    const rows = await listOfMember(db, memberId, { limit, keyword, after });
    return rows.map((row) => ({ micros: row.micros, id: row.id, card: cardOf(row) }));
  },
  count: async (memberId) => ({ kind: "ride", count: await countOfMember(db, memberId) }),
});
