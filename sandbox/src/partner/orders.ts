/**
 * Orders of the sandbox partners: placed, paid, cancelled and settled; each change has a later time
 * than the previous one.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { brands, type PartnerId } from "./brands.ts";

export type State = "ordered" | "paid" | "settled" | "void";
export type PartnerOrder = {
  partnerId: PartnerId;
  orderNo: string;
  sid?: string;
  state: State;
  title: string;
  amountFen: number;
  isRisk: boolean;
  orderedAt: number;
  updatedAt: number;
};

/** Returns the order in the format sent to our server. */
export function wireOf(order: PartnerOrder) {
  const { partnerId, orderNo, sid, state, title, amountFen, isRisk, orderedAt, updatedAt } = order;
  const fen = Math.floor((amountFen * brands[partnerId].commissionShare) / 10_000);
  const commission = {
    ordered: { state: "none", amountFen: 0 },
    paid: { state: "estimated", amountFen: fen },
    settled: { state: "settled", amountFen: fen },
    void: { state: "void", amountFen: 0 },
  }[state];
  return {
    orderNo,
    state,
    commission,
    title,
    amountFen,
    isRisk,
    orderedAt,
    updatedAt,
    ...(sid === undefined ? {} : { sid }),
  };
}

const moves: Readonly<Record<State, readonly State[]>> = {
  ordered: ["paid", "void"],
  paid: ["settled", "void"],
  settled: ["void"],
  void: [],
};
export const canMove = (from: State, to: State): boolean => moves[from].includes(to);

export type NewOrder = {
  partnerId: PartnerId;
  sid?: string;
  title: string;
  amountFen: number;
  isRisk: boolean;
  /** How long ago it was placed, in ms; only scripts set it. */
  agoMs: number;
};

/** `changed` is called on every change, with the previous version of the order. */
export function createOrders(
  journal: Journal<PartnerOrder>,
  clock: Clock,
  changed: (order: PartnerOrder, before: PartnerOrder | undefined) => void,
) {
  const put = (order: PartnerOrder): PartnerOrder => {
    const before = journal.get(order.orderNo);
    journal.put(order.orderNo, order);
    changed(order, before);
    return order;
  };
  return {
    place({ agoMs, ...wanted }: NewOrder): PartnerOrder {
      const at = clock.now().getTime() - agoMs;
      const orderNo = `${wanted.partnerId.toUpperCase()}${at}${randomBytes(3).toString("hex")}`;
      return put({ ...wanted, orderNo, state: "ordered", orderedAt: at, updatedAt: at });
    },
    /** Does nothing when the order cannot move to that state. */
    move(orderNo: string, to: State): PartnerOrder | undefined {
      const order = journal.get(orderNo);
      if (!order || !canMove(order.state, to)) return order;
      const updatedAt = Math.max(clock.now().getTime(), order.updatedAt + 1);
      return put({ ...order, state: to, updatedAt });
    },
    get: (orderNo: string) => journal.get(orderNo),
    of: (partnerId: PartnerId) => journal.values().filter((order) => order.partnerId === partnerId),
  };
}
export type Orders = ReturnType<typeof createOrders>;
