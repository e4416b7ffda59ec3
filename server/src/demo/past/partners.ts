/**
 * The partners of the demo's past, in this process: a payment channel and suppliers that do at once
 * what they are asked, and bill each day exactly what they did.
 */
import { createHash } from "node:crypto";
import { demoBenefits } from "../data/benefits.ts";
import { OWN_STOCK } from "../../domain/fulfilment/actions.ts";
import type {
  Delivered,
  StatementAnswer,
  StatementLine,
  Supplier,
  SupplierAnswer,
  SupplierOrder,
} from "../../domain/fulfilment/port.ts";
import type { Screener } from "../../domain/moderation/port.ts";
import type { ChannelRefundRequest, PayChannel } from "../../domain/payments/port.ts";
import type { BillSource } from "../../domain/reconciliation/port.ts";
import type { Context } from "../../platform/context.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";
import type { PastPartners } from "./port.ts";

/** The sandbox's merchant account, so that later refunds of these payments are about our money. */
const ACCOUNT = { appId: "wx5eaf00d0a11ce000", merchantId: "1900000109" } as const;
const DAY_MS = 86_400_000;
/** Of 10,000; the channel's usual share, as setting `wechatPayFeeShare`. */
const FEE_SHARE = 60;

/** As long as the longest promise of the demo's contracts. */
const CARD_DAYS = 180;

/** The channel rounds to the nearest fen. */
const feeOf = (fen: number): number => Math.floor((fen * FEE_SHARE + 5_000) / 10_000);

const digitsOf = (text: string, count: number): string =>
  createHash("sha256")
    .update(text)
    .digest("hex")
    .replace(/\D/g, "")
    .padEnd(count, "7")
    .slice(0, count);

export const transactionOf = (outTradeNo: string): string => `42000${digitsOf(outTradeNo, 23)}`;

/** Collects the lines of each day, and returns a day's bill as the partner's statement. */
function createBills(): {
  add(line: StatementLine): void;
  statement(day: string): Promise<StatementAnswer>;
} {
  const days = new Map<string, StatementLine[]>();
  return {
    add(line) {
      const day = shanghaiDay(line.at.getTime());
      days.set(day, [...(days.get(day) ?? []), line]);
    },
    statement: async (day) => {
      const lines = days.get(day);
      if (lines === undefined) return { state: "none" };
      return {
        state: "statement",
        digest: createHash("sha256").update(JSON.stringify(lines)).digest("hex"),
        lines: async function* () {
          yield* lines;
        },
        discard: async () => undefined,
      };
    },
  };
}

function createChannel(context: Context): {
  payChannel: PayChannel;
  payBills: BillSource;
  paid: PartnersOfPast["paid"];
  addPayment: PartnersOfPast["addPayment"];
} {
  const bills = createBills();
  const refunds = new Map<string, ChannelRefundRequest>();
  const updateOf = ({ refundNo, outTradeNo, refundFen, paidFen }: ChannelRefundRequest) => ({
    refundNo,
    outTradeNo,
    refundFen,
    paidFen,
    merchantId: ACCOUNT.merchantId,
    channelRefundNo: `50300${digitsOf(refundNo, 23)}`,
    state: "success" as const,
  });
  const payChannel: PayChannel = {
    account: ACCOUNT,
    prepare: async ({ outTradeNo }) => ({ state: "prepared", prepayId: `wx${outTradeNo}` }),
    sign: (prepayId) => ({
      appId: ACCOUNT.appId,
      timeStamp: String(Math.floor(context.clock.now().getTime() / 1_000)),
      nonceStr: digitsOf(prepayId, 16),
      package: `prepay_id=${prepayId}`,
      signType: "RSA",
      paySign: "past",
    }),
    query: async () => ({ state: "absent" }),
    close: async () => ({ state: "closed" }),
    refund: async (order) => {
      const update = updateOf(order);
      if (!refunds.has(order.refundNo))
        bills.add({
          kind: "refund",
          outNo: order.refundNo,
          channelNo: update.channelRefundNo,
          ofNo: order.outTradeNo,
          amountFen: order.refundFen,
          feeFen: -feeOf(order.refundFen),
          state: "SUCCESS",
          at: context.clock.now(),
        });
      refunds.set(order.refundNo, order);
      return { state: "known", update };
    },
    queryRefund: async (refundNo) => {
      const order = refunds.get(refundNo);
      return order ? { state: "known", update: updateOf(order) } : { state: "absent" };
    },
  };
  const addPayment: PartnersOfPast["addPayment"] = (line) =>
    bills.add({ kind: "payment", feeFen: feeOf(line.amountFen), state: "SUCCESS", ...line });
  const paid = (outNo: string, amountFen: number) =>
    addPayment({ outNo, channelNo: transactionOf(outNo), amountFen, at: context.clock.now() });
  const payBills = { source: "wechatpay", statement: bills.statement };
  return { payChannel, payBills, paid, addPayment };
}

/** What a supplier does with the order that is placed now. */
export type SupplyOutcome =
  | { readonly state: "issued" }
  /** Delivered by a callback later. */
  | { readonly state: "accepted" }
  | { readonly state: "failed"; readonly reason: string };

const costs = new Map(
  demoBenefits.flatMap(({ skus }) =>
    skus.flatMap(({ id, routes }) =>
      routes.map(({ supplier, cost }) => [`${supplier}:${id}`, cost] as const),
    ),
  ),
);

const costOf = (supplierId: string, order: SupplierOrder): number =>
  order.kind === "meal"
    ? order.totalFen
    : (costs.get(`${supplierId}:${order.product}`) ?? 0) * order.quantity;

const codesOf = (order: SupplierOrder, now: Date): Delivered[] => {
  if (order.kind === "topup") return [];
  if (order.kind === "meal") return [{ code: digitsOf(order.outNo, 6) }];
  const validUntil = new Date(now.getTime() + CARD_DAYS * DAY_MS).toISOString();
  return Array.from({ length: order.quantity }, (_, n) => ({
    code: digitsOf(`${order.outNo}:${n}`, 12),
    validUntil,
  }));
};

export type PastSupplier = Supplier & {
  /** Delivers an accepted order now; returns the event that the supplier reports. */
  deliver(outNo: string): SupplierAnswer;
  /** Accepts the next order and leaves it on its way, until `deliver` is called. */
  keepNext(): void;
  /** Adds a line to the bill of its day. */
  bill(line: StatementLine): void;
};

function createSupplier(
  context: Context,
  supplierId: string,
  outcomeOf: SupplierBehaviour["outcomeOf"],
): PastSupplier {
  const bills = createBills();
  const orders = new Map<string, { order: SupplierOrder; answer: SupplierAnswer }>();
  const noOf = (outNo: string) => `${supplierId.slice(0, 1).toUpperCase()}${digitsOf(outNo, 15)}`;
  const issue = (order: SupplierOrder): SupplierAnswer => {
    const now = context.clock.now();
    const supplierNo = noOf(order.outNo);
    const amountFen = costOf(supplierId, order);
    const line = { kind: "supply", outNo: order.outNo, channelNo: supplierNo } as const;
    bills.add({ ...line, amountFen, state: "issued", at: now });
    return { state: "issued", supplierNo, codes: codesOf(order, now) };
  };
  let keepsNext = false;
  const answerTo = (order: SupplierOrder): SupplierAnswer => {
    if (keepsNext) {
      keepsNext = false;
      return { state: "accepted", supplierNo: noOf(order.outNo) };
    }
    const outcome = outcomeOf(supplierId, context.clock.now());
    if (outcome.state === "issued") return issue(order);
    if (outcome.state === "accepted") return { state: "accepted", supplierNo: noOf(order.outNo) };
    return outcome;
  };
  return {
    place: async (order) => {
      const known = orders.get(order.outNo)?.answer ?? answerTo(order);
      orders.set(order.outNo, { order, answer: known });
      return known;
    },
    query: async (outNo) => orders.get(outNo)?.answer ?? { state: "absent" },
    cancel: async (outNo) => orders.get(outNo)?.answer ?? { state: "failed", reason: "已取消" },
    statement: bills.statement,
    bill: bills.add,
    keepNext: () => {
      keepsNext = true;
    },
    deliver: (outNo) => {
      const found = orders.get(outNo);
      if (found?.answer.state !== "accepted") throw new Error(`${outNo} is not on its way`);
      const answer = issue(found.order);
      orders.set(outNo, { order: found.order, answer });
      return answer;
    },
  };
}

/** How well the suppliers work, by supplier and instant: the same instant gives the same answer. */
export type SupplierBehaviour = {
  outcomeOf(supplierId: string, at: Date): SupplyOutcome;
  /** ms from an accepted order to its delivery. */
  deliveryMs(supplierId: string, at: Date): number;
};

export type PartnersOfPast = PastPartners & {
  readonly suppliers: Readonly<Record<string, PastSupplier>>;
  readonly deliveryMs: SupplierBehaviour["deliveryMs"];
  /** Records that the payer has paid now; the caller then receives the channel's notification. */
  readonly paid: (outTradeNo: string, amountFen: number) => void;
  /** Adds a payment to the channel's bill of its day. */
  readonly addPayment: (
    line: Pick<StatementLine, "outNo" | "channelNo" | "amountFen" | "at">,
  ) => void;
};

/** A nickname that the provider of the past leaves to a person. */
export const DOUBTFUL_NAMES: ReadonlySet<string> = new Set(["低价代充看主页", "兼职日结加薇"]);

const screener: Screener = {
  screen: async (_requestNo, subject) =>
    subject.kind === "text" && DOUBTFUL_NAMES.has(subject.text)
      ? { state: "review", label: "疑似广告或冒充" }
      : { state: "pass" },
};

/** The ids are those of the demo's routes, without our own stock. */
export function createPastPartners(
  context: Context,
  { outcomeOf, deliveryMs }: SupplierBehaviour,
): PartnersOfPast {
  const ids = new Set(
    demoBenefits.flatMap(({ skus }) => skus.flatMap(({ routes }) => routes.map((r) => r.supplier))),
  );
  ids.delete(OWN_STOCK);
  const suppliers = Object.fromEntries(
    ["dining", ...ids].map((id) => [id, createSupplier(context, id, outcomeOf)]),
  );
  return { ...createChannel(context), suppliers, deliveryMs, screener };
}
