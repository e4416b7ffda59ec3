/** Provokes each refusal of buying over HTTP. */
import { Client } from "pg";
import { Refusal } from "@yunjing/server/platform/refusal";
import type { ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
};

const UNKNOWN_NUMBER = "20260101000000000000";
const RICH = { principalFen: 100_000 };

/** Freezes this asset as an operator does. */
const freeze = (at: RefusalContext, memberId: string, asset: "CNY" | "PTS") =>
  at.testEnv.db.$client.query("SELECT ledger_freeze($1, $2, '核查', 'operator:1', NULL)", [
    memberId,
    asset,
  ]);

/** Starts the cooling-off period of a changed phone. */
const startCoolingOff = (at: RefusalContext, memberId: string) =>
  at.testEnv.db.$client.query(
    "UPDATE member SET money_cools_until = now() + interval '1 day' WHERE member_id = $1",
    [memberId],
  );

function quoteRefusalCases(given: () => RefusalContext): RefusalCases[string] {
  const ask = async (...args: Parameters<ShopFixture["one"]>) => {
    const { shop } = given();
    return shop.quote(await shop.buyer(), shop.one(...args));
  };
  return {
    NOT_FOUND: () => ask("nothing"),
    SOLD_OUT: async () => {
      await given().testEnv.db.$client.query(
        "UPDATE sku SET is_supplier_out = true WHERE sku_id = 'far'",
      );
      return ask("far");
    },
    REGION_UNAVAILABLE: () => ask("far", { regionCode: "310100" }),
    INPUT_INVALID: () => ask("topup"),
    LIMIT_REACHED: () => ask("card", { items: [{ skuId: "card", quantity: 99 }] }),
    LEVEL_NEEDED: () => ask("golden"),
    COUPON_UNUSABLE: () => ask("card", { couponIds: ["AAAAAAAA"] }),
    ACCOUNT_FROZEN: async () => {
      const { shop } = given();
      const buyer = await shop.buyer({ points: 500 });
      await freeze(given(), buyer.memberId, "PTS");
      return shop.quote(buyer, shop.one("card", { usePoints: true }));
    },
  };
}

/** The page of a benefit asks for its price before anything is filled in. */
function estimateRefusalCases(given: () => RefusalContext): RefusalCases[string] {
  const ask = async (skuId: string, more: { quantity?: number; regionCode?: string } = {}) => {
    const { exchange, shop } = given();
    const input = { skuId, quantity: 1, ...more };
    return exchange.call("buying", "estimate", input, await shop.buyer());
  };
  return {
    NOT_FOUND: () => ask("nothing"),
    SOLD_OUT: async () => {
      await given().testEnv.db.$client.query(
        "UPDATE sku SET is_supplier_out = true WHERE sku_id = 'far'",
      );
      return ask("far");
    },
    REGION_UNAVAILABLE: () => ask("far", { regionCode: "310100" }),
    LIMIT_REACHED: () => ask("card", { quantity: 99 }),
    LEVEL_NEEDED: () => ask("golden"),
  };
}

/** Places a quote for a member grade that the member has lost since. */
async function outgrown({ testEnv, shop }: RefusalContext): PendingResult {
  const buyer = await shop.buyer();
  const toGrade = async (grade: number) => {
    const owner = new Client({ connectionString: testEnv.ownerUrl });
    await owner.connect();
    await owner.query(
      `INSERT INTO member_level (member_id, grade, kept_until) VALUES ($1, $2, now() + interval '1 day')
       ON CONFLICT (member_id) DO UPDATE SET grade = excluded.grade`,
      [buyer.memberId, grade],
    );
    await owner.end();
  };
  await toGrade(3);
  const token = await shop.token(buyer, shop.one("golden"));
  await toGrade(2);
  return shop.place(buyer, token);
}

/** Places a quote whose points were frozen since. */
async function placingFrozen(at: RefusalContext): PendingResult {
  const buyer = await at.shop.buyer({ points: 500 });
  const token = await at.shop.token(buyer, at.shop.one("card", { usePoints: true }));
  await freeze(at, buyer.memberId, "PTS");
  return at.shop.place(buyer, token);
}

function placeRefusalCases(given: () => RefusalContext): RefusalCases[string] {
  /**
   * Requests two quotes for the same items, places the first, and returns the result of the second.
   */
  const second = async (
    buyer: Awaited<ReturnType<ShopFixture["buyer"]>>,
    ...args: Parameters<ShopFixture["one"]>
  ): PendingResult => {
    const { shop } = given();
    const tokens = [
      await shop.token(buyer, shop.one(...args)),
      await shop.token(buyer, shop.one(...args)),
    ];
    await shop.place(buyer, tokens[0] ?? "");
    return shop.place(buyer, tokens[1] ?? "");
  };
  const sql = (statement: string, values: unknown[] = []) =>
    given().testEnv.db.$client.query(statement, values);
  return {
    QUOTE_EXPIRED: async () => {
      const { shop } = given();
      const buyer = await shop.buyer();
      return shop.place(buyer, await shop.token(await shop.buyer(), shop.one("card")));
    },
    PRICE_CHANGED: async () => {
      const { shop } = given();
      const buyer = await shop.buyer();
      const token = await shop.token(buyer, shop.one("dear"));
      await sql(`INSERT INTO sku_price SELECT sku_id, version + 1, market_fen, price_fen, level_fen, points_price,
        points_cash_fen, cost_fen, starts_at, ends_at, made_by, made_at FROM sku_price WHERE sku_id = 'dear'`);
      return shop.place(buyer, token);
    },
    SOLD_OUT: async () => second(await given().shop.buyer(), "scarce"),
    LIMIT_REACHED: async () => second(await given().shop.buyer(), "daily"),
    LEVEL_NEEDED: () => outgrown(given()),
    UNPAID_MANY: async () => {
      const { shop } = given();
      const buyer = await shop.buyer();
      for (let n = 0; n < 5; n++) await shop.order(buyer, shop.one("card"));
      return shop.place(buyer, await shop.token(buyer, shop.one("card")));
    },
    COUPON_UNUSABLE: async () => {
      const { shop } = given();
      const buyer = await shop.buyer();
      const couponId = await shop.coupon(buyer);
      const token = await shop.token(buyer, shop.one("card", { couponIds: [couponId] }));
      await sql("UPDATE member_coupon SET state = 'VOID' WHERE id = $1", [couponId]);
      return shop.place(buyer, token);
    },
    COUPON_LOCKED: async () => {
      const { shop } = given();
      const buyer = await shop.buyer();
      await shop.coupon(buyer);
      return second(buyer, "card");
    },
    POINTS_SHORT: async () =>
      second(await given().shop.buyer({ points: 500 }), "card", { usePoints: true }),
    BALANCE_SHORT: async () =>
      second(await given().shop.buyer({ principalFen: 1_000 }), "card", { useBalance: true }),
    ACCOUNT_FROZEN: () => placingFrozen(given()),
  };
}

function payRefusalCases(given: () => RefusalContext): RefusalCases[string] {
  const ordered = async (means: Parameters<ShopFixture["buyer"]>[0], skuId = "card") => {
    const { shop } = given();
    const buyer = await shop.buyer(means);
    return { shop, buyer, orderNo: await shop.order(buyer, shop.one(skuId)) };
  };
  return {
    NOT_FOUND: async () => {
      const { shop } = given();
      return shop.pay(await shop.buyer(), UNKNOWN_NUMBER, "balance");
    },
    ORDER_STATE: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH);
      await shop.pay(buyer, orderNo, "balance");
      return shop.pay(buyer, orderNo, "balance");
    },
    ORDER_CLOSED: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH);
      await shop.cancel(buyer, orderNo);
      return shop.pay(buyer, orderNo, "balance");
    },
    BALANCE_SHORT: async () => {
      const { shop, buyer, orderNo } = await ordered({});
      return shop.pay(buyer, orderNo, "balance");
    },
    ACCOUNT_FROZEN: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH);
      await freeze(given(), buyer.memberId, "CNY");
      return shop.pay(buyer, orderNo, "balance");
    },
    STEP_UP_NEEDED: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH, "dear");
      return shop.pay(buyer, orderNo, "balance");
    },
    PHONE_COOLING: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH, "dear");
      await startCoolingOff(given(), buyer.memberId);
      return shop.pay(buyer, orderNo, "balance");
    },
    // No external partner answers in these tests.
    PARTNER_DOWN: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH);
      return shop.pay(buyer, orderNo, "wechat");
    },
    PAY_PENDING: async () => {
      const { shop, buyer, orderNo } = await ordered(RICH);
      await shop.pay(buyer, orderNo, "wechat");
      return shop.pay(buyer, orderNo, "balance");
    },
    WECHAT_NEEDED: async () => {
      const { shop, buyer, orderNo } = await ordered({});
      const { payers } = given().testEnv.app.gateways;
      const { openidOf } = payers;
      payers.openidOf = () => Promise.reject(new Refusal("WECHAT_NEEDED"));
      return shop.pay(buyer, orderNo, "wechat").finally(() => {
        payers.openidOf = openidOf;
      });
    },
  };
}

function cancelRefusalCases(given: () => RefusalContext): RefusalCases[string] {
  return {
    NOT_FOUND: async () => {
      const { shop } = given();
      return shop.cancel(await shop.buyer(), UNKNOWN_NUMBER);
    },
    ORDER_STATE: async () => {
      const { shop } = given();
      const buyer = await shop.buyer(RICH);
      const orderNo = await shop.order(buyer, shop.one("card"));
      await shop.pay(buyer, orderNo, "balance");
      return shop.cancel(buyer, orderNo);
    },
    PAY_PENDING: async () => {
      const { shop } = given();
      const buyer = await shop.buyer();
      const orderNo = await shop.order(buyer, shop.one("card"));
      await shop.pay(buyer, orderNo, "wechat");
      return shop.cancel(buyer, orderNo);
    },
  };
}

export const buyingRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "buying.quote": quoteRefusalCases(given),
  "buying.estimate": estimateRefusalCases(given),
  "buying.couponBenefits": {
    NOT_FOUND: async () => {
      const { exchange, shop } = given();
      const couponId = "01890000-0000-7000-8000-000000000000";
      return exchange.call("buying", "couponBenefits", { couponId }, await shop.buyer());
    },
  },
  "buying.place": placeRefusalCases(given),
  "buying.pay": payRefusalCases(given),
  "buying.payment": {
    NOT_FOUND: async () => {
      const { shop, exchange } = given();
      return exchange.call("buying", "payment", { orderNo: UNKNOWN_NUMBER }, await shop.buyer());
    },
  },
  "buying.cancel": cancelRefusalCases(given),
});
