/** Provokes each refusal of refunds over HTTP. */
import type { Buyer, ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = { readonly exchange: ExchangeFixture; readonly shop: ShopFixture };

const UNKNOWN_NUMBER = "20260101000000000000";
const GONE = "cloud://env-1/2026/11/00000000-0000-7000-8000-000000000000/1.jpg";
const reason = "不想要了";

/** Creates an order: unpaid, or paid and still in fulfilment. */
async function ordered(
  { shop }: RefusalContext,
  isPaid: boolean,
): Promise<Buyer & { orderNo: string }> {
  const buyer = await shop.buyer({ principalFen: 5_000 });
  const orderNo = await shop.order(buyer, shop.one("card"));
  if (isPaid) await shop.pay(buyer, orderNo, "balance");
  return { ...buyer, orderNo };
}

export const refundRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "refunds.sheet": {
    NOT_FOUND: async () => {
      const { exchange, shop } = given();
      return exchange.call("refunds", "sheet", { orderNo: UNKNOWN_NUMBER }, await shop.buyer());
    },
  },
  "refunds.apply": {
    NOT_FOUND: async () => {
      const { exchange, shop } = given();
      return exchange.call(
        "refunds",
        "apply",
        { orderNo: UNKNOWN_NUMBER, reason },
        await shop.buyer(),
      );
    },
    ORDER_STATE: async () => {
      const { orderNo, ...buyer } = await ordered(given(), false);
      return given().exchange.call("refunds", "apply", { orderNo, reason }, buyer);
    },
    FILE_GONE: async () => {
      const { orderNo, ...buyer } = await ordered(given(), true);
      const evidence = [GONE];
      return given().exchange.call("refunds", "apply", { orderNo, reason, evidence }, buyer);
    },
    REFUND_DENIED: async () => {
      const { orderNo, ...buyer } = await ordered(given(), true);
      const items = [{ itemId: UNKNOWN_NUMBER, quantity: 1 }];
      const { code } = await given().exchange.call(
        "refunds",
        "apply",
        { orderNo, reason, items },
        buyer,
      );
      // An item of another order is not found; this order's own item is in fulfilment.
      if (code !== "NOT_FOUND") throw new Error(`another's item: ${code}`);
      return given().exchange.call("refunds", "apply", { orderNo, reason }, buyer);
    },
  },
  "refunds.withdraw": {
    NOT_FOUND: async () => {
      const { exchange, shop } = given();
      return exchange.call("refunds", "withdraw", { orderNo: UNKNOWN_NUMBER }, await shop.buyer());
    },
    ORDER_STATE: async () => {
      const { orderNo, ...buyer } = await ordered(given(), true);
      return given().exchange.call("refunds", "withdraw", { orderNo }, buyer);
    },
  },
});
