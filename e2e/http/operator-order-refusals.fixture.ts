/** Provokes each refusal of the `operatorOrders` operations. */
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";
import { asOwner } from "./backdate.fixture.ts";
import type { CallResult } from "./exchange.fixture.ts";
import type { Buyer } from "./shop.fixture.ts";
import type { RefusalContext } from "./supply-refusals.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;

const reason = "与供应商核实";
const NO_ORDER = "20260101000000000000";
const NO_ITEM = "00000000-0000-7000-8000-000000000000";
const REF = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Creates an order by this buyer; a paid one waits for its supplier. */
async function ordered(at: RefusalContext, isPaid: boolean, of?: Buyer): Promise<string> {
  const buyer = of ?? (await at.shop.buyer({ principalFen: 5_000 }));
  const orderNo = await at.shop.order(buyer, at.shop.one("card"));
  if (isPaid) await at.shop.pay(buyer, orderNo, "balance");
  return orderNo;
}

/** Returns the id of the order's only item. */
async function itemOf({ testEnv }: RefusalContext, orderNo: string): Promise<string> {
  const { rows } = await testEnv.db.$client.query<{ id: string }>(
    `SELECT i.id FROM order_item i JOIN orders o ON o.member_id = i.member_id AND o.id = i.order_id
     WHERE o.order_no = $1`,
    [orderNo],
  );
  return rows[0]?.id ?? "";
}

/** Creates a paid order whose card was delivered, and returns its number and its item. */
async function delivered(at: RefusalContext, of?: Buyer) {
  const orderNo = await ordered(at, true, of);
  const itemId = await itemOf(at, orderNo);
  const text = "UPDATE order_item SET fulfil_state = 'DONE' WHERE id = $1";
  await queryWithoutTriggers(at.testEnv.db.$client, text, [itemId]);
  return { orderNo, itemId };
}

/** Creates a refund of two delivered cards; it waits for an operator, or has this state. */
async function applied(at: RefusalContext, state = "APPLIED") {
  const buyer = await at.shop.buyer({ principalFen: 5_000 });
  const orderNo = await at.shop.order(
    buyer,
    at.shop.one("card", { items: [{ skuId: "card", quantity: 2 }] }),
  );
  await at.shop.pay(buyer, orderNo, "balance");
  const itemId = await itemOf(at, orderNo);
  const { $client } = at.testEnv.db;
  await queryWithoutTriggers(
    $client,
    `UPDATE order_item SET fulfil_state = 'DONE', snapshot = snapshot || '{"refundRule": "manual"}'
     WHERE id = $1`,
    [itemId],
  );
  await at.exchange.call("refunds", "apply", { orderNo, reason }, buyer);
  const { rows } = await $client.query<{ refundNo: string }>(
    `SELECT r.refund_no AS "refundNo" FROM refund r
     JOIN refund_item i ON i.member_id = r.member_id AND i.refund_id = r.id WHERE i.item_id = $1`,
    [itemId],
  );
  const { refundNo = "" } = rows[0] ?? {};
  const text = "UPDATE refund SET state = $2, ended_at = now() WHERE refund_no = $1";
  if (state !== "APPLIED") await queryWithoutTriggers($client, text, [refundNo, state]);
  return { orderNo, itemId, refundNo };
}

/** Approves one of two units for another amount than the preview's; the item has this state. */
export async function approveOneOfTwo(at: RefusalContext, itemState: string) {
  const { itemId, refundNo } = await applied(at);
  const text = "UPDATE order_item SET fulfil_state = $2 WHERE id = $1";
  await queryWithoutTriggers(at.testEnv.db.$client, text, [itemId, itemState]);
  const input = { refundNo, reason, items: [{ itemId, quantity: 1 }], expectedFen: 1 };
  const { consoleToken: token } = at.operators[0];
  return at.exchange.call("operatorRefunds", "approve", input, { token });
}

/** Creates an order that waits for an operator after its supplier failed, and asks for another. */
async function stuck(at: RefusalContext) {
  const orderNo = await ordered(at, true);
  await queryWithoutTriggers(
    at.testEnv.db.$client,
    `WITH held AS (
       UPDATE orders SET fulfil_state = 'MANUAL' WHERE order_no = $1 RETURNING member_id, id),
     item AS (
       UPDATE order_item i SET fulfil_state = 'MANUAL' FROM held
       WHERE i.member_id = held.member_id AND i.order_id = held.id)
     UPDATE supplier_order s SET state = 'FAILED', ended_at = now(), next_look_at = NULL FROM held
     WHERE s.member_id = held.member_id AND s.order_id = held.id`,
    [orderNo],
  );
  const { rows } = await at.testEnv.db.$client.query<{ out_no: string }>(
    `SELECT s.out_no FROM supplier_order s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
     WHERE o.order_no = $1`,
    [orderNo],
  );
  return { orderNo, outNo: rows[0]?.out_no ?? "", supplierId: "nobody", reason };
}

const interventions = ["ask", "cancelAtSupplier", "toDesk", "close"] as const;

/** Cases by operation and refusal code. */
export const operatorOrderRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const by = () => ({ token: given().operators[0].consoleToken });
  const own = async () => given().shop.operator({ principalFen: 5_000 });
  const act = (name: (typeof interventions)[number], orderNo: string, token = by().token) =>
    given().exchange.call("operatorOrders", name, { orderNo, reason }, { token });
  const intervention = (name: (typeof interventions)[number], isPaid: boolean) => ({
    NOT_FOUND: () => act(name, NO_ORDER),
    STATE_CHANGED: async () => act(name, await ordered(given(), isPaid)),
    OWN_ACCOUNT: async () => {
      const operator = await own();
      return act(name, await ordered(given(), true, operator), operator.consoleToken);
    },
  });
  const reroute = (orderNo: string, token = by().token) => {
    const input = { orderNo, outNo: "D0000000", supplierId: "cards", reason };
    return given().exchange.call("operatorOrders", "reroute", input, { token });
  };
  const refundInput = (orderNo: string, itemId: string, expectedFen = 1_000) => ({
    orderNo,
    items: [{ itemId, quantity: 1 }],
    reason,
    expectedFen,
  });
  const refund = (orderNo: string, itemId: string, expectedFen?: number) =>
    given().exchange.call(
      "operatorOrders",
      "refund",
      refundInput(orderNo, itemId, expectedFen),
      by(),
    );
  const preview = (orderNo: string, itemId: string) =>
    given().exchange.call(
      "operatorOrders",
      "refundPreview",
      { orderNo, items: [{ itemId, quantity: 1 }] },
      by(),
    );
  const onItem = async (isPaid: boolean, run: typeof preview) => {
    const orderNo = await ordered(given(), isPaid);
    return run(orderNo, await itemOf(given(), orderNo));
  };
  const compensate = (input: object, orderNo: string, token = by().token) =>
    given().exchange.call(
      "operatorOrders",
      "compensate",
      { orderNo, kind: "points", points: 1, reason, ...input },
      { token },
    );
  return {
    "operatorOrders.list": {
      INPUT_INVALID: () =>
        given().exchange.call("operatorOrders", "list", { from: 2, to: 1 }, by()),
    },
    "operatorPayments.list": {
      INPUT_INVALID: () => {
        const unmatched = { kind: "refund", stage: "unmatched" } as const;
        return given().exchange.call("operatorPayments", "list", unmatched, by());
      },
    },
    "operatorPayments.notices": {
      INPUT_INVALID: () =>
        given().exchange.call("operatorPayments", "notices", { from: 2, to: 1 }, by()),
    },
    "operatorOrders.detail": {
      NOT_FOUND: () =>
        given().exchange.call("operatorOrders", "detail", { orderNo: NO_ORDER }, by()),
    },
    "operatorOrders.exchange": {
      NOT_FOUND: () => given().exchange.call("operatorOrders", "exchange", { ref: REF }, by()),
    },
    "operatorOrders.ask": intervention("ask", false),
    "operatorOrders.cancelAtSupplier": intervention("cancelAtSupplier", false),
    "operatorOrders.toDesk": intervention("toDesk", false),
    "operatorOrders.close": {
      ...intervention("close", true),
      PAY_PENDING: async () => {
        const buyer = await given().shop.buyer();
        const orderNo = await ordered(given(), false, buyer);
        await given().shop.pay(buyer, orderNo, "wechat");
        return act("close", orderNo);
      },
    },
    "operatorOrders.resend": {
      NOT_FOUND: () =>
        given().exchange.call("operatorOrders", "resend", { orderNo: NO_ORDER, reason }, by()),
      STATE_CHANGED: async () => {
        const orderNo = await ordered(given(), false);
        return given().exchange.call("operatorOrders", "resend", { orderNo, reason }, by());
      },
    },
    "operatorOrders.note": {
      NOT_FOUND: () =>
        given().exchange.call("operatorOrders", "note", { orderNo: NO_ORDER, text: reason }, by()),
    },
    "operatorOrders.reroute": {
      NOT_FOUND: () => reroute(NO_ORDER),
      STATE_CHANGED: async () => reroute(await ordered(given(), true)),
      INPUT_INVALID: async () =>
        given().exchange.call("operatorOrders", "reroute", await stuck(given()), by()),
      OWN_ACCOUNT: async () => {
        const operator = await own();
        return reroute(await ordered(given(), true, operator), operator.consoleToken);
      },
    },
    "operatorOrders.refundPreview": {
      NOT_FOUND: () => preview(NO_ORDER, NO_ITEM),
      ORDER_STATE: () => onItem(false, preview),
      REFUND_DENIED: () => onItem(true, preview),
      STATE_CHANGED: async () => {
        const { orderNo, itemId, refundNo } = await applied(given(), "REJECTED");
        const input = { orderNo, items: [{ itemId, quantity: 1 }], refundNo };
        return given().exchange.call("operatorOrders", "refundPreview", input, by());
      },
    },
    "operatorOrders.refund": {
      NOT_FOUND: () => refund(NO_ORDER, NO_ITEM),
      ORDER_STATE: () => onItem(false, refund),
      REFUND_DENIED: () => onItem(true, refund),
      REFUND_CHANGED: async () => {
        const { orderNo, itemId } = await delivered(given());
        return refund(orderNo, itemId, 1);
      },
      OWN_ACCOUNT: async () => {
        const operator = await own();
        const { orderNo, itemId } = await delivered(given(), operator);
        const token = operator.consoleToken;
        return given().exchange.call("operatorOrders", "refund", refundInput(orderNo, itemId), {
          token,
        });
      },
    },
    "operatorOrders.compensate": {
      NOT_FOUND: () => compensate({}, NO_ORDER),
      INPUT_INVALID: async () => compensate({ kind: "coupon" }, await ordered(given(), false)),
      ADJUST_LIMIT: async () => compensate({ points: 1_000_000 }, await ordered(given(), false)),
      CLAIM_OVER: async () => {
        const templateId = await given().exchange.campaign(0);
        return compensate({ kind: "coupon", templateId }, await ordered(given(), false));
      },
      OWN_ACCOUNT: async () => {
        const operator = await own();
        return compensate({}, await ordered(given(), false, operator), operator.consoleToken);
      },
      STATE_CHANGED: async () => {
        const buyer = await given().shop.buyer({ principalFen: 5_000 });
        const orderNo = await ordered(given(), false, buyer);
        const text = "UPDATE member SET status = 'GUEST' WHERE member_id = $1";
        await asOwner(given().testEnv, text, [buyer.memberId]);
        return compensate({}, orderNo);
      },
    },
  };
};
