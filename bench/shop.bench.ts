/**
 * Buying and browsing: a purchase of three calls (quote, order, pay from the balance with a coupon), and the list of
 * benefits, beside plain HTTP in the same run. The peers' figures are of other software on the same machine
 * (performance.md), so read them as an order of magnitude.
 */
import { openCampaign } from "@yunjing/server/domain/coupons/actions";
import { post } from "@yunjing/server/domain/ledger/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { compare, tell, type Way } from "./compare.ts";
import { type Member, openWorld, seatMembers } from "./world.ts";

const MEMBERS = 200;
const ROUNDS = 3;
const SKU = "bench-pack";
const TEMPLATE = "bench-off";
const LANES = [1, 8, 32];
const PRINCIPAL_FEN = 900_000;
const DAY_MS = 86_400_000;
const count = (lanes: number): number => (lanes === 1 ? 150 : 600);

const world = await openWorld("demo");
const { context, db } = world;
const members = await seatMembers(world, MEMBERS);
const query = (text: string, values: readonly unknown[] = []) =>
  db.$client.query(text, [...values]);

/** A pack without limits: what is measured is the order, not a supplier. */
async function layOut(): Promise<void> {
  const makerId = members[0]?.memberId ?? "";
  await openCampaign(context, db, {
    ...{ actorId: makerId, checkerId: members[1]?.memberId ?? "" },
    draft: {
      ...{ templateId: TEMPLATE, title: "立减券", isListed: false, sort: 0, audience: {} },
      looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
      rules: { type: "amount", valueFen: 100, withLevelPrice: true },
      ...{ validity: { mode: "claim", days: 7 }, limits: { perMember: 10_000 } },
    },
  });
  await query(
    `INSERT INTO fulfilment_contract (contract_id, delivery, used_in, sla_seconds, refund_rule)
     VALUES ('bench', 'coupons', 'order', 60, 'never')`,
  );
  await query(
    `INSERT INTO benefit (benefit_id, kind, title, brand_code, category_code, artwork, tint, status, contract_id,
                          coupon_template_ids)
     SELECT $1, 'coupon', '券包', brand_code, category_code, artwork, tint, 'on', 'bench', ARRAY[$2]
     FROM benefit LIMIT 1`,
    [SKU, TEMPLATE],
  );
  await query("INSERT INTO sku (sku_id, benefit_id, stock_mode) VALUES ($1, $1, 'unlimited')", [
    SKU,
  ]);
  await query(
    `INSERT INTO sku_price (sku_id, version, market_fen, price_fen, cost_fen, starts_at, made_by, made_at)
     VALUES ($1, 1, 1000, 900, 0, '2020-01-01', 'bench', now())`,
    [SKU],
  );
}

/** So much balance that nobody runs out, and a first coupon; each pack brings the next one. */
async function equip({ memberId }: Member): Promise<void> {
  const given = { debit: "expense", credit: "principal", party: "adjust" } as const;
  await transaction(db, (tx) =>
    post(context, tx, {
      ...{ memberId, actor: "system", kind: "adjust", ref: `bench-${memberId}` },
      transfers: [{ asset: "CNY", ...given, amount: PRINCIPAL_FEN }],
    }),
  );
  for (let n = 0; n < 4; n++) {
    await query("SELECT coupons_grant($1, $2, $3, 'grant', $4, NULL)", [
      ...[memberId, context.ids.next(), TEMPLATE, `bench-${n}`],
    ]);
  }
}

await layOut();
for (const member of members) await equip(member);

let bought = 0;
const memberAt = (at: number): Member => {
  const member = members[at % MEMBERS];
  if (!member) throw new Error("nobody is seated");
  return member;
};
const run = `${Date.now() % DAY_MS}`;
const purchases: Way = {
  name: "ours",
  job: (lanes, n) => ({
    ...{ lanes, origin: world.origin },
    purchases: Array.from({ length: n }, () => {
      bought += 1;
      const { token } = memberAt(bought);
      return { skuId: SKU, key: `${run}-${bought}`, headers: { authorization: token } };
    }),
  }),
};
const calls = (name: string, path: string, each: number): Way => ({
  name,
  job: (lanes, n) => ({
    ...{ lanes, origin: world.origin },
    calls: Array.from({ length: n * each }, () => ({ method: "GET" as const, path, headers: {} })),
  }),
});

const plan = { lanes: LANES, rounds: ROUNDS, count };
const buying = await compare([purchases, calls("HTTP alone, 3 calls", "/version", 3)], plan);
const perPurchase = buying.map((row) =>
  row.way === "ours" ? row : { ...row, perSecond: row.perSecond / 3 },
);
tell("Quote, order and pay with a coupon, from the balance (medians)", perPurchase, [
  "G5: ≥ 50 × Vendure (12.7 /s at 8 connections) and ≥ 250 × Medusa (2.1 /s), p99 ≤ 1/20 of theirs",
]);
const benefits = calls("ours", "/api/benefits?pageSize=20", 1);
const lists = await compare([benefits, calls("HTTP alone", "/version", 1)], {
  ...plan,
  count: (lanes) => (lanes === 1 ? 300 : 2_000),
});
tell("Twenty benefits of the shop, for anybody (medians)", lists, [
  "G6: ≥ 10 × Vendure's search index (340 /s at 8 connections)",
]);
await world.close();
process.exit(0);
