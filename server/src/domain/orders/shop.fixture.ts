/**
 * A small shop for tests: one benefit of each delivery type, members with points, balance and
 * coupons.
 */
import { sql } from "drizzle-orm";
import type { Input } from "@yunjing/contract/operations";
import type { Delivery } from "@yunjing/contract/schemas/benefit";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { Refusal } from "../../platform/refusal.ts";
import { createTestEnv } from "../coupons/testing.ts";
import { deliveryKinds } from "../catalog/model/delivery-kinds.ts";
import type { Delivered } from "../fulfilment/port.ts";
import { post } from "../ledger/actions.ts";
import { type PaymentDeps } from "../payments/actions.ts";
import { fakePayers } from "../payments/payers.ts";
import { scriptedChannel } from "../payments/testing.ts";
import { creditPoints } from "../points/actions.ts";
import { fulfilmentListener, paymentListener, payOrder, placeOrder } from "./actions.ts";
import { quoteBasket } from "./actions/quote.ts";
import type { CodeRedeemer, ItemRefunder } from "./port.ts";

export const PHONE = "13900001234";
const PHONE_FIELD = {
  name: "account",
  label: "充值账号",
  kind: "phone",
  placeholder: "手机号",
  lengthMax: 11,
  pattern: "1[3-9]\\d{9}",
  wrongText: "请输入正确的手机号",
};

export type Offered = {
  readonly id: string;
  readonly delivery: Exclude<Delivery, "meal">;
  readonly priceFen?: number;
  readonly levels?: Readonly<Record<string, number>>;
  /** The number of pieces in our own stock; without it the supplier's stock is used. */
  readonly stock?: number;
  readonly perDay?: number;
  readonly perOrder?: number;
  readonly perMonth?: number;
  readonly gradeMin?: number;
  /** The price of one in points, and in money on top of them. */
  readonly points?: number;
  readonly pointsCashFen?: number;
  readonly cities?: readonly string[];
  readonly templates?: readonly string[];
  /** The promised days of its fulfilment contract. */
  readonly validDays?: number;
};

/** Creates a benefit with one SKU of the same id. */
export async function offer(db: Db, it: Offered): Promise<void> {
  const { id, delivery, priceFen = 1_000, stock, levels = {} } = it;
  const contractId = `of-${delivery}${it.validDays ?? ""}`;
  const form = delivery === "topup" || delivery === "movie" ? [PHONE_FIELD] : [];
  await db.execute(sql`
    INSERT INTO brand (code, name, artwork, tint) VALUES ('brand', '品牌', 'bag', 'ice') ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO category (code, name, artwork, tint) VALUES ('things', '好物', 'bag', 'ice')
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO fulfilment_contract (contract_id, delivery, used_in, form, sla_seconds, refund_rule, valid_days)
    VALUES (${contractId}, ${delivery}, 'online', ${JSON.stringify(form)}::jsonb, 60, 'unused_auto',
            ${it.validDays ?? null})
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO benefit (benefit_id, kind, title, brand_code, category_code, artwork, tint, region_codes, status,
                         contract_id, coupon_template_ids, per_day, per_order, per_month, grade_min)
    VALUES (${id}, ${it.points === undefined ? deliveryKinds[delivery].orderKind : "points_mall"}, ${id}, 'brand', 'things', 'bag', 'ice',
            ${sql.param([...(it.cities ?? [])])}::text[], 'on', ${contractId},
            ${sql.param([...(it.templates ?? [])])}::text[], ${it.perDay ?? null}, ${it.perOrder ?? null},
            ${it.perMonth ?? null}, ${it.gradeMin ?? null})`);
  await db.execute(sql`
    INSERT INTO sku (sku_id, benefit_id, stock_mode, face_fen)
    VALUES (${id}, ${id}, ${stock === undefined ? "supplier" : "own"}, 1000)`);
  await db.execute(sql`
    INSERT INTO sku_price (sku_id, version, market_fen, price_fen, level_fen, points_price, points_cash_fen, cost_fen,
                           starts_at, made_by, made_at)
    VALUES (${id}, 1, ${priceFen * 2}, ${priceFen}, ${JSON.stringify(levels)}::jsonb, ${it.points ?? null},
            ${it.pointsCashFen ?? null}, ${priceFen >> 1}, '2020-01-01', 'test', '2020-01-01')`);
  await db.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen) VALUES (${id}, 'cards', ${id}, ${priceFen >> 1})`);
  if (stock !== undefined) {
    await db.execute(sql`
      INSERT INTO sku_stock (sku_id, bucket, total)
      SELECT ${id}, b, ${stock}::int / 8 + (b < ${stock}::int % 8)::int FROM generate_series(0, 7) b`);
  }
}

export type StartingBalances = { readonly points?: number; readonly principalFen?: number };

/** Gives a member points and principal. */
export const grantBalances = (
  context: Context,
  db: Db,
  memberId: string,
  means: StartingBalances,
): Promise<void> =>
  transaction(db, async (tx) => {
    const { points = 0, principalFen = 0 } = means;
    const why = { memberId, actor: "system", kind: "adjust" } as const;
    if (points > 0) await creditPoints(context, tx, { ...why, ref: `points-${memberId}`, points });
    if (principalFen === 0) return;
    const given = { debit: "expense", credit: "principal", amount: principalFen } as const;
    const transfers = [{ asset: "CNY", ...given, party: "adjust" } as const];
    await post(context, tx, { ...why, ref: `balance-${memberId}`, transfers });
  });

type ItemSeen = { ownerId: string; orderId: string; itemId: string; state: string };

/** Returns the items of an order, in sequence. */
export async function itemsOf(db: Db, orderNo: string): Promise<ItemSeen[]> {
  const { rows } = await db.$client.query<ItemSeen>(
    `SELECT i.member_id AS "ownerId", i.order_id AS "orderId", i.id AS "itemId", i.fulfil_state AS state
     FROM order_item i JOIN orders o ON o.member_id = i.member_id AND o.id = i.order_id
     WHERE o.order_no = $1 ORDER BY i.seq`,
    [orderNo],
  );
  return rows;
}

/** No order in these tests uses an exchange code. */
const noCodes: CodeRedeemer = {
  redeem: () => Promise.reject(new Error("no code is taken here")),
  receive: () => Promise.reject(new Error("no code is paid here")),
  release: () => Promise.reject(new Error("no code is released here")),
};

type Channel = "balance" | "none" | "wechat";

export type ShopEnv = Awaited<ReturnType<typeof openShop>>;

/** `size` is the number of connections. */
export async function openShop(size = 8, settings: Readonly<Record<string, unknown>> = {}) {
  const testEnv = await createTestEnv(size, settings);
  const { context, db } = testEnv;
  const scripted = scriptedChannel();
  const payments: PaymentDeps = {
    channel: scripted.channel,
    payers: fakePayers(scripted.channel.account.appId),
    listener: paymentListener(context, { codes: noCodes }),
    refundListener: { onRefundUpdate: () => Promise.resolve() },
  };
  const refunded: string[] = [];
  const refunds: ItemRefunder = {
    refundItem: async (_tx, { itemId = "all" }) => void refunded.push(itemId),
  };
  const codes = { returnCode: () => Promise.resolve("returned" as const) };
  const listener = fulfilmentListener(context, { codes, refunds });
  const deps = { payments, wake: () => Promise.resolve(), codes: noCodes };
  let keys = 0;
  const nextKey = () => `key-${++keys}`;
  const quote = (memberId: string, input: Input<"buying", "quote">) =>
    quoteBasket(context, db, memberId, input);
  const place = (memberId: string, quoteToken: string, key = nextKey()) =>
    placeOrder(context, db, { memberId, key, quoteToken });

  return {
    ...testEnv,
    scripted,
    payments,
    refunded,
    listener,
    deps,
    quote,
    place,
    nextKey,
    offer: (it: Offered) => offer(db, it),
    /** Creates a member with points and principal. */
    async buyer(last: number, means: StartingBalances = {}): Promise<string> {
      const memberId = await testEnv.member(last);
      await grantBalances(context, db, memberId, means);
      return memberId;
    },
    /** Grants this member a coupon of 5 off. */
    async coupon(memberId: string, valueFen = 500): Promise<string> {
      const template = await testEnv.template({ rules: { type: "amount", valueFen } });
      const id = context.ids.next();
      await testEnv.grant(memberId, template, "grant", id, id);
      return id;
    },
    pay: (memberId: string, orderNo: string, channel: Channel, key = nextKey(), stepUp?: string) =>
      payOrder(context, db, deps, {
        memberId,
        key,
        address: "10.0.0.1",
        input: { orderNo, channel, ...(stepUp === undefined ? {} : { stepUp }) },
      }),
    /** Quotes and places an order, and returns it. */
    async order(memberId: string, input: Input<"buying", "quote">) {
      return place(memberId, (await quote(memberId, input)).quoteToken);
    },
    itemsOf: (orderNo: string) => itemsOf(db, orderNo),
    /** The supplier delivers every item of an order. */
    async deliver(orderNo: string, cards: readonly Delivered[] = []): Promise<void> {
      for (const { state: _, ...item } of await itemsOf(db, orderNo)) {
        await transaction(db, (tx) =>
          listener.onIssued(tx, { ...item, supplierId: "cards", costFen: 0, codes: [...cards] }),
        );
      }
    },
  };
}

/** Returns a refusal's code, or `done`; anything else is thrown. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      const raised = raisedRefusal(error);
      if (raised) return raised.code;
      throw error;
    },
  );

/** Counts the statements that an action needs. */
export async function statements(db: Db, act: () => Promise<unknown>): Promise<number> {
  const { $client } = db;
  const before = $client.query.bind($client);
  let count = 0;
  Object.assign($client, {
    query: (...args: Parameters<typeof before>) => {
      count++;
      return before(...args);
    },
  });
  await act();
  Object.assign($client, { query: before });
  return count;
}
