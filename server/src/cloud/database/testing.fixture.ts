/**
 * Test environment for commands: two members with rows in every collection, and a way to send
 * commands as each of them.
 */
import { createShop } from "../../domain/catalog/actions.ts";
import { createTestOffer } from "../../domain/catalog/testing.ts";
import { type CouponTestEnv, createTestEnv } from "../../domain/coupons/testing.ts";
import { receiptTokenOf } from "../../domain/orders/actions.ts";
import { generateOrderNos } from "../../domain/orders/model.ts";
import { creditPoints } from "../../domain/points/actions.ts";
import { loadRegions } from "../../domain/regions/load-regions.ts";
import { creditedTopUp } from "../../domain/wallet/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { hashToken } from "../../platform/secrets.ts";
import { type DatabaseCaller, type DatabaseParts, runDatabaseCommand } from "./command.ts";

export const ADDRESS = {
  name: "张三",
  phone: "13700000001",
  detail: "科技园 1 号",
  regionCodes: ["440000", "440300", "440305"],
};

async function placeOrder({ context, ask }: CouponTestEnv, memberId: string, title: string) {
  const id = context.ids.next();
  const order = {
    id,
    orderNos: generateOrderNos(context),
    kind: "meal",
    title,
    source: "code",
    artwork: "burger",
    itemsText: "汉堡 × 1",
    snapshot: { lines: [], rules: [] },
    orderState: "ACTIVE",
    fulfilState: "QUEUED",
    pickupTo: context.clock.now().toISOString(),
  };
  return ask<string>("SELECT orders_open($1, $2::jsonb, NULL, NULL, $3, $4, $5)", [
    memberId,
    JSON.stringify(order),
    hashToken(receiptTokenOf(context, id)),
    context.ids.next(),
    context.clock.now(),
  ]);
}

/**
 * Creates two orders, a coupon, points, a balance and an address. Returns the number of the older
 * order.
 */
async function createMemberData(testEnv: CouponTestEnv, memberId: string): Promise<string> {
  const { context, db } = testEnv;
  const orderNo = await placeOrder(testEnv, memberId, "早餐套餐");
  context.clock.advance(1_000);
  await placeOrder(testEnv, memberId, "100%_下午茶");
  await testEnv.grant(memberId, await testEnv.template(), "claim", `claim:${memberId}`);
  const points = { kind: "code_redeem", ref: memberId, points: 200, actor: "system" } as const;
  await transaction(db, (tx) => creditPoints(context, tx, { memberId, ...points }));
  await creditedTopUp(context, db, { memberId, amountFen: 10_000, bonusFen: 500 });
  return orderNo;
}

export type Stage = readonly [string, ...unknown[]];
export type Answer = Readonly<Record<string, unknown>>;

/** Returns the body of a command with these stages. */
export const wire = (...stages: readonly Stage[]) => ({
  command: { $db: stages.map(([$method, ...$param]) => ({ $method, $param })) },
});

export type CommandTestEnv = Awaited<ReturnType<typeof openCommandTestEnv>>;

/** Opens a test environment; each test file has its own. */
export async function openCommandTestEnv() {
  const testEnv = await createTestEnv(4);
  const { context, db } = testEnv;
  const regions = loadRegions();
  const parts: DatabaseParts = {
    context,
    db,
    regions,
    shop: createShop(context, db, regions.byCode),
  };
  const send = async (caller: DatabaseCaller, body: unknown): Promise<Answer> => ({
    ...(await runDatabaseCommand(parts, caller, body)),
  });
  const run = (memberId: string | undefined, ...stages: readonly Stage[]) =>
    send({ memberId }, wire(...stages));
  await db.$client.query(
    "INSERT INTO brand (code, name, artwork, tint, aliases, sort) VALUES ('luckin', '瑞幸咖啡', 'coffee', 'sea', '{}', 0)",
  );
  await createTestOffer(db, { id: "latte", title: "生椰拿铁", brand: "luckin", priceFen: 890 });
  await createTestOffer(db, { id: "americano", title: "冰美式", brand: "luckin", priceFen: 690 });
  const [ann, ben] = [await testEnv.member(1), await testEnv.member(2)];
  const orderNo = await createMemberData(testEnv, ann);
  await createMemberData(testEnv, ben);
  for (const memberId of [ann, ben]) {
    await run(memberId, ["collection", "addresses"], ["add", ADDRESS]);
  }
  return {
    ann,
    ben,
    orderNo,
    send,
    run,
    close: testEnv.close,
    /** Returns the rows that a reading chain finds for a member, or for an anonymous caller. */
    async rowsOf(memberId: string | undefined, ...stages: readonly Stage[]): Promise<Answer[]> {
      const { data } = await run(memberId, ...stages, ["get"]);
      return Array.isArray(data) ? data : [];
    },
  };
}
