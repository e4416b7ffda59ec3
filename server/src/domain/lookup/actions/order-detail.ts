/** The operators' page of one order, and one exchange with a supplier; both are audited. */
import type { Output } from "@yunjing/contract/operations";
import type {
  OperatorOrderDetail,
  OrderAction,
} from "@yunjing/contract/schemas/operators/order-views";
import { readArchivedEvents } from "../../../platform/archived-events.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import { type Call, memberOf } from "../../../platform/http/call.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";
import { auditRead } from "../../audit/actions.ts";
import { exchangeKeyOf, exchangeRef } from "../exchange-ref.ts";
import {
  archivedEventsOf,
  findOrderByNo,
  type MemberFigures,
  type OrderEventData,
  type OrderHead,
  type OrderKey,
  readDeliveries,
  readEvents,
  readExchange,
  readHolds,
  readItems,
  readMemberFigures,
  readMessages,
  readOrderHead,
  readPayments,
  readPostings,
  readRefunds,
  readSupplierOrders,
  type SupplierOrderData,
} from "../store/order-detail.ts";
import { orderRowOf, type OrderRowDeps } from "./order-list.ts";

type Detail = OperatorOrderDetail;
type Permissions = Pick<NonNullable<Call["member"]>, "roles" | "permissions">;

const nameOf = (name: string | undefined): string => name ?? "";

function eventOf({ actorId, actorName, ...event }: OrderEventData): Detail["events"][number] {
  return {
    ...event,
    ...(actorId === undefined ? {} : { actor: { id: actorId, name: nameOf(actorName) } }),
  };
}

function supplierOrderOf(
  { settings, clock }: Context,
  { ownerId }: OrderKey,
  data: SupplierOrderData,
): Detail["supplierOrders"][number] {
  const { id: _, claimedById, claimedByName, claimedUntil, exchanges, ...rest } = data;
  const { queriesThatDay, lastQueryDay, ...shown } = rest;
  const now = clock.now().getTime();
  const isClaimed = claimedById !== undefined && (claimedUntil ?? 0) > now;
  const isOpen = shown.endedAt === undefined;
  return {
    ...shown,
    queriesToday: lastQueryDay === shanghaiDay(now) ? queriesThatDay : 0,
    ...(isClaimed
      ? {
          claimedBy: { id: claimedById, name: nameOf(claimedByName) },
          claimedUntil: claimedUntil ?? 0,
        }
      : {}),
    ...(isOpen && shown.manualAt !== undefined
      ? { dueAt: shown.manualAt + settings.deskSlaMs }
      : {}),
    exchanges: exchanges.map(({ id: exchangeId, ...exchange }) => ({
      ...exchange,
      ref: exchangeRef({ ownerId, id: exchangeId }),
    })),
  };
}

/**
 * What suppliers charge for an order, in fen; failed supplier orders cost nothing. Before the first
 * supplier order: what its items are expected to cost.
 */
function costOf(supplierOrders: readonly SupplierOrderData[], items: Detail["items"]): number {
  if (supplierOrders.length > 0) {
    const charged = supplierOrders.filter(({ state }) => state !== "FAILED");
    return charged.reduce((sum, { costFen }) => sum + costFen, 0);
  }
  return items.reduce((sum, { costFen }) => sum + costFen, 0);
}

/** What the postings of the order leave on the clearing account, in fen. */
const clearingOf = (postings: Detail["postings"]): number =>
  postings
    .filter(({ asset }) => asset === "CNY")
    .reduce((sum, { debit, credit, amount }) => {
      if (credit === "clearing") return sum + amount;
      return debit === "clearing" ? sum - amount : sum;
    }, 0);

const UNDECIDED: ReadonlySet<string> = new Set(["SENT", "ACCEPTED", "UNKNOWN"]);
const REFUNDABLE: ReadonlySet<string> = new Set(["DONE", "FAILED"]);

type Facts = {
  readonly head: OrderHead;
  readonly items: Detail["items"];
  readonly supplierOrders: Detail["supplierOrders"];
  readonly messages: Detail["messages"];
};

/** The actions that the order's state allows, with the permission of each. */
function possibleActions({
  head,
  items,
  supplierOrders,
  messages,
}: Facts): [OrderAction, string][] {
  const open = supplierOrders.filter(({ endedAt }) => endedAt === undefined);
  const isPaid = head.payState === "PAID" || head.payState === "PART_REFUNDED";
  const hasUnits = items.some(
    ({ state, quantity, refundedQuantity }) => REFUNDABLE.has(state) && refundedQuantity < quantity,
  );
  const isStuck =
    head.orderState === "ACTIVE" && head.fulfilState === "MANUAL" && open.length === 0;
  const conditions: readonly (readonly [OrderAction, string, boolean])[] = [
    ["ask", "orders:handle", open.some(({ state }) => UNDECIDED.has(state))],
    ["cancelAtSupplier", "orders:handle", open.some(({ state }) => UNDECIDED.has(state))],
    ["toDesk", "orders:handle", open.some(({ manualAt }) => manualAt === undefined)],
    [
      "claim",
      "orders:handle",
      open.some(({ manualAt, claimedBy }) => manualAt !== undefined && claimedBy === undefined),
    ],
    ["close", "orders:handle", head.orderState === "WAIT_PAY"],
    [
      "resend",
      "orders:handle",
      messages.some(({ channels }) => channels.some(({ state }) => state === "DEAD")),
    ],
    ["note", "orders:handle", true],
    ["reroute", "orders:handle", isStuck && supplierOrders.at(-1)?.state === "FAILED"],
    ["refund", "orders:refund", head.source === "shop" && isPaid && hasUnits],
    ["compensate", "campaigns:give", !head.isGuest],
  ];
  return conditions.flatMap(([action, permission, isPossible]) =>
    isPossible ? [[action, permission] as [OrderAction, string]] : [],
  );
}

const actionsOf = (facts: Facts, { roles, permissions }: Permissions): OrderAction[] =>
  possibleActions(facts)
    .filter(([, permission]) => roles.includes("admin") || permissions.includes(permission))
    .map(([action]) => action);

function memberCardOf(head: OrderHead, figures: MemberFigures): Pick<Detail, "member"> {
  const { isGuest, memberNo, nickname, phoneMask, memberStatus, grade, levelName } = head;
  if (isGuest || memberNo === null || memberStatus === null || grade === null) return {};
  const level = { grade, levelName: levelName ?? "" };
  const { inviteScore, ...sums } = figures;
  const person = { memberNo, nickname, phoneMask, status: memberStatus };
  return { member: { ...person, ...level, ...sums, ...withoutNulls({ inviteScore }) } };
}

function orderOf(
  context: Context,
  head: OrderHead,
  parts: {
    readonly supplierOrders: readonly SupplierOrderData[];
    readonly items: Detail["items"];
  } & OrderRowDeps,
): Detail["order"] {
  const { orderState, payState, fulfilState, refundState, closedReason } = head;
  const { goodsFen, payableFen, paidFen, refundedFen, voucherFen, source } = head;
  const costFen = costOf(parts.supplierOrders, parts.items);
  const takenFen = payableFen + (source === "code" ? voucherFen : 0) - refundedFen;
  const optional = {
    closedReason,
    paidAt: head.paidAt,
    expiresAt: head.expiresAt,
    finishedAt: head.finishedAt,
    store: head.store,
    pickupFrom: head.pickupFrom,
    pickupTo: head.pickupTo,
  };
  return {
    ...orderRowOf(context, head, parts),
    orderState,
    payState,
    fulfilState,
    refundState,
    goodsFen,
    payableFen,
    paidFen,
    refundedFen,
    costFen,
    marginFen: takenFen - costFen,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

/** Returns the key of an order by its number. Refuses NOT_FOUND. */
export async function orderKeyByNo(db: Db, orderNo: string): Promise<OrderKey> {
  const key = await findOrderByNo(db, orderNo);
  if (!key) throw new Refusal("NOT_FOUND");
  return key;
}

/**
 * Returns everything about one order in a number of statements that does not depend on it, and
 * records the read. `store` has the files of archived history. Refuses NOT_FOUND.
 */
export async function operatorOrderDetail(
  context: Context,
  db: Db,
  request: {
    readonly orderNo: string;
    readonly call: Call;
    readonly store: FileStore;
  } & OrderRowDeps,
): Promise<Output<"operatorOrders", "detail">> {
  const { orderNo, call, store, ...deps } = request;
  const operator = memberOf(call);
  const key = await orderKeyByNo(db, orderNo);
  await auditRead(context, db, {
    operatorId: operator.memberId,
    requestId: call.requestId,
    address: call.address,
    operation: "operatorOrders.detail",
    subject: { orderNo },
  });
  const head = await readOrderHead(db, key);
  if (!head) throw new Refusal("NOT_FOUND");
  const items = await readItems(db, key);
  const stored = await readSupplierOrders(db, key);
  const supplierOrders = stored.map((one) => supplierOrderOf(context, key, one));
  const postings = await readPostings(db, key);
  const messages = await readMessages(db, key, orderNo);
  const archived = await readArchivedEvents(context, db, { store, things: archivedEventsOf(key) });
  const events = (await readEvents(db, key, archived)).map(eventOf);
  const figures = await readMemberFigures(db, key.ownerId);
  return {
    order: orderOf(context, head, { supplierOrders: stored, items, ...deps }),
    items,
    payments: await readPayments(db, key),
    holds: await readHolds(db, key),
    supplierOrders,
    postings,
    clearingFen: clearingOf(postings),
    refunds: await readRefunds(db, key),
    deliveries: await readDeliveries(db, key),
    messages,
    events,
    ...(archived.history === undefined ? {} : { archivedHistory: archived.history }),
    notes: events.flatMap(({ entity, name, at, reason, actor }) =>
      entity === "order" && name === "note" && actor ? [{ at, text: reason ?? "", by: actor }] : [],
    ),
    ...memberCardOf(head, figures),
    may: actionsOf({ head, items, supplierOrders, messages }, operator),
  };
}

/** Returns one exchange without secrets, and records the read. Refuses NOT_FOUND. */
export async function supplierExchange(
  context: Context,
  db: Db,
  { ref, call }: { readonly ref: string; readonly call: Call },
): Promise<Output<"operatorOrders", "exchange">> {
  const key = exchangeKeyOf(ref);
  const found = key && (await readExchange(db, key));
  if (!found) throw new Refusal("NOT_FOUND");
  await auditRead(context, db, {
    operatorId: memberOf(call).memberId,
    requestId: call.requestId,
    address: call.address,
    operation: "operatorOrders.exchange",
    subject: { outNo: found.outNo },
  });
  return { ref, ...found };
}
