/**
 * Shop fixture for tests over HTTP: goods, members with balances and coupons, and buying actions.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { fulfilmentListener } from "@yunjing/server/domain/orders/actions";
import {
  grantBalances,
  itemsOf,
  type StartingBalances,
  offer,
} from "@yunjing/server/domain/orders/shop.fixture";
import type { ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";

type Quoted = Output<"buying", "quote">;
type Placed = Output<"buying", "place">;
export type Buyer = { readonly memberId: string; readonly token: string };
export type QuoteRequest = Input<"buying", "quote">;

const seedShop = async (db: HttpTestEnv["db"]): Promise<void> => {
  await offer(db, { id: "card", delivery: "card", priceFen: 1_000 });
  await offer(db, { id: "scarce", delivery: "card", priceFen: 1_000, stock: 1 });
  await offer(db, { id: "daily", delivery: "card", perDay: 1 });
  await offer(db, { id: "dear", delivery: "card", priceFen: 30_000 });
  await offer(db, { id: "far", delivery: "card", cities: ["440100"] });
  await offer(db, { id: "golden", delivery: "card", gradeMin: 3 });
  await offer(db, { id: "topup", delivery: "topup" });
  await offer(db, { id: "none", delivery: "topup", stock: 0 });
};

/** Issues a coupon of 5 元 off any item, from a new campaign. */
async function issueFiveOffCoupon({ context, db }: HttpTestEnv, memberId: string): Promise<string> {
  const id = context.ids.next();
  await queryWithoutTriggers(
    db.$client,
    `INSERT INTO coupon_template (template_id, status, title, looks, rules, validity, limits, maker_id, created_at)
     VALUES ($1, 'active', '立减券', $2, $3, $4, $5, $6, now())`,
    [
      id,
      { look: "plain", scopeText: "", tips: [], useAt: {} },
      { type: "amount", valueFen: 500 },
      { mode: "claim", days: 7 },
      { perMember: 1 },
      memberId,
    ],
  );
  for (const [table, column] of [
    ["campaign_stock", "total"],
    ["campaign_spend", "budget_fen"],
  ] as const) {
    const row = `INSERT INTO ${table} (template_id, bucket, ${column}) VALUES ($1, 0, NULL)`;
    await db.$client.query(row, [id]);
  }
  await db.$client.query("SELECT coupons_grant($1, $2, $3, 'grant', $4, $5)", [
    memberId,
    id,
    id,
    id,
    context.clock.sql(),
  ]);
  return id;
}

export async function openShopFixture(testEnv: HttpTestEnv, exchange: ExchangeFixture) {
  const { context, db } = testEnv;
  await seedShop(db);
  let phones = 0;

  const one = (skuId: string, more: Partial<QuoteRequest> = {}): QuoteRequest => ({
    items: [{ skuId, quantity: 1 }],
    ...more,
  });
  const quote = (buyer: Buyer, request: QuoteRequest) =>
    exchange.call<"buying", "quote", Quoted>("buying", "quote", request, buyer);
  const place = (buyer: Buyer, quoteToken: string) =>
    exchange.call<"buying", "place", Placed>("buying", "place", { quoteToken }, buyer);

  return {
    one,
    quote,
    place,
    async buyer(means: StartingBalances = {}): Promise<Buyer> {
      const phone = `1350000${String(++phones).padStart(4, "0")}`;
      const { memberId, token } = await testEnv.logIn(phone);
      await grantBalances(context, db, memberId, means);
      return { memberId, token };
    },
    /** Creates a member with all operator permissions. */
    async operator(means: StartingBalances = {}): Promise<Buyer & Pick<Login, "consoleToken">> {
      const phone = `1350001${String(++phones).padStart(4, "0")}`;
      const { memberId, token, consoleToken } = await testEnv.logIn(phone, operatorPermissions);
      await grantBalances(context, db, memberId, means);
      return { memberId, token, consoleToken };
    },
    coupon: ({ memberId }: Buyer) => issueFiveOffCoupon(testEnv, memberId),
    /** Requests a quote that must succeed, and returns its token. */
    async token(buyer: Buyer, request: QuoteRequest): Promise<string> {
      const { code, data } = await quote(buyer, request);
      if (code !== "DONE") throw new Error(`no quote: ${code}`);
      return data.quoteToken;
    },
    /** Places an order that must succeed, and returns its number. */
    async order(buyer: Buyer, request: QuoteRequest): Promise<string> {
      const { code, data } = await place(buyer, await this.token(buyer, request));
      if (code !== "DONE") throw new Error(`no order: ${code}`);
      return data.orderNo;
    },
    pay: (buyer: Buyer, orderNo: string, channel: "wechat" | "balance" | "none") =>
      exchange.call("buying", "pay", { orderNo, channel }, buyer),
    /** The supplier delivers the order's card. */
    async deliver(orderNo: string): Promise<void> {
      const codes = { returnCode: () => Promise.resolve("returned" as const) };
      const refunds = { refundItem: () => Promise.resolve() };
      const listener = fulfilmentListener(context, { codes, refunds });
      for (const { state: _, ...item } of await itemsOf(db, orderNo)) {
        const card = { code: "C1", secret: "S1" };
        const issued = { ...item, supplierId: "cards", costFen: 0, codes: [card] };
        await transaction(db, (tx) => listener.onIssued(tx, issued));
      }
    },
    cancel: (buyer: Buyer, orderNo: string) =>
      exchange.call("buying", "cancel", { orderNo }, buyer),
  };
}
export type ShopFixture = Awaited<ReturnType<typeof openShopFixture>>;
