/** A shop with refunds and a scripted issuer of invoices, for tests. */
import { openRefundEnv } from "../refunds/test-env.fixture.ts";
import {
  cancelInvoice,
  decideInvoice,
  invoiceOfOrder,
  invoiceSubscriber,
  pageOfInvoices,
  pollDueInvoices,
  requestInvoice,
} from "./actions.ts";
import type { InvoiceIssuer, IssuerAnswer } from "./port.ts";

/**
 * How the issuer takes one call: `well`; `unheard`: done, but without an answer; `lost`: never
 * arrived; `refused`: for good.
 */
export type IssuerStep = "well" | "unheard" | "lost" | "refused";

type Known = { readonly amountFen: number; readonly answer: IssuerAnswer };

/** Takes the steps of `script` one by one, and `well` after the last. */
export function scriptedIssuer() {
  const script: IssuerStep[] = [];
  const known = new Map<string, Known>();
  const calls: string[] = [];
  const endOf = (step: IssuerStep, before: number): IssuerAnswer =>
    step === "refused"
      ? { state: "refused", reason: "抬头未通过校验" }
      : { state: "issued", officialNo: String(26_312_000 * 1e4 + before) };
  const unknown = { state: "unknown", reason: "no answer" } as const;
  const take = (what: string, requestNo: string, amountFen: number): IssuerAnswer => {
    calls.push(what);
    const step = known.has(requestNo) ? "well" : (script.shift() ?? "well");
    if (step === "lost") return unknown;
    const answer = known.get(requestNo)?.answer ?? endOf(step, known.size);
    known.set(requestNo, { amountFen, answer });
    return step === "unheard" ? unknown : answer;
  };
  const issuer: InvoiceIssuer = {
    issue: async ({ requestNo, amountFen }) => take("issue", requestNo, amountFen),
    reverse: async ({ requestNo, amountFen }) => take("reverse", requestNo, -amountFen),
    query: async (requestNo) => {
      calls.push("query");
      return known.get(requestNo)?.answer ?? { state: "absent" };
    },
    file: async (requestNo) => Buffer.from(`%PDF-${requestNo}`),
  };
  return {
    issuer,
    script,
    calls,
    known,
    /** The sum of what was issued and not reversed, in fen. */
    standingFen: () =>
      [...known.values()]
        .filter(({ answer }) => answer.state === "issued")
        .reduce((sum, { amountFen }) => sum + amountFen, 0),
  };
}

export const PERSON = { titleType: "person", title: "张三" } as const;
export const COMPANY = {
  titleType: "company",
  title: "深圳市某某计算机系统有限公司",
  taxNo: "9144 0300 7084 6113 6t",
  email: "books@example.com",
} as const;

export type InvoiceEnv = Awaited<ReturnType<typeof openInvoiceEnv>>;

/** `size` is the number of connections. */
export async function openInvoiceEnv(size = 8) {
  const shop = await openRefundEnv(size);
  const { context, db } = shop;
  const scripted = scriptedIssuer();
  const files = new Map<string, Buffer>();
  const store = {
    put: async (key: string, bytes: Uint8Array) => void files.set(key, Buffer.from(bytes)),
  };
  const deps = { issuer: scripted.issuer, store };
  const named = { namesOf: async () => () => "林知远" };
  const receive = invoiceSubscriber(context, db);
  let buyers = 0;
  return {
    ...shop,
    issuerOf: scripted,
    files,
    deps,
    isIssuing: true,
    /**
     * Creates a member with a delivered order of `units` cards: paid by coupon, points, balance and
     * cash.
     */
    async completedOrder(units: number) {
      const memberId = await shop.buyer(++buyers, { points: 700, principalFen: 500 });
      const orderNo = await shop.mixedOrder(memberId, units);
      await shop.deliverCards(orderNo, units);
      return { memberId, orderNo };
    },
    request: (
      memberId: string,
      orderNo: string,
      buyer: typeof PERSON | typeof COMPANY = PERSON,
      key = shop.nextKey(),
    ) => requestInvoice(context, db, { memberId, orderNo, key, isIssuing: true, ...buyer }),
    decide: (
      invoiceId: string,
      event: "agree" | "reject" | "reverse" = "agree",
      operatorId?: string,
    ) =>
      decideInvoice(context, db, named, {
        invoiceId,
        event,
        operatorId: operatorId ?? context.ids.next(),
        reason: "抬头写错了",
        key: shop.nextKey(),
      }),
    cancel: (memberId: string, invoiceId: string) =>
      cancelInvoice(context, db, { memberId, invoiceId, key: shop.nextKey() }),
    ofOrder: (memberId: string, orderNo: string) =>
      invoiceOfOrder(context, db, { memberId, orderNo, isIssuing: true }),
    list: async (memberId: string) => (await pageOfInvoices(context, db, { memberId })).list,
    /** Runs the poller, an hour later each time. */
    async pollInvoices(times = 1): Promise<void> {
      for (let n = 0; n < times; n++) {
        await pollDueInvoices(context, db, deps);
        context.clock.advance(3_600_000);
      }
    },
    /** Refunds units of an order, and delivers the event of the refund. */
    async refundUnits(memberId: string, orderNo: string, quantity: number): Promise<void> {
      const [item] = await shop.itemsOf(orderNo);
      if (!item) throw new Error("no such order");
      await shop.apply(memberId, orderNo, [{ itemId: item.itemId, quantity }]);
      const [refund] = (await shop.sheet(memberId, orderNo)).refunds;
      await shop.ask(refund?.refundNo ?? "");
      await shop.decide(refund?.refundNo ?? "", "success");
      await receive({ memberId, kind: "order.refunded", ref: item.orderId });
    },
  };
}
