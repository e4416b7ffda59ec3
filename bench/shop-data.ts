/**
 * Sets up a shop for the benchmarks: a pack without limits, members with balance and coupons, and
 * purchases for the load generator.
 */
import { createActiveCampaign } from "@yunjing/server/domain/coupons/actions";
import { post } from "@yunjing/server/domain/ledger/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import type { Purchase } from "./load.ts";
import { type Member, createMembers, type BenchServer } from "./bench-server.ts";

const SKU = "bench-pack";
const STOCKED = "bench-stocked";
const TEMPLATE = "bench-off";
const PRINCIPAL_FEN = 900_000;
const COUPONS_FIRST = 4;
const DAY_MS = 86_400_000;

const ask = ({ db }: BenchServer, text: string, values: readonly unknown[] = []) =>
  db.$client.query(text, [...values]);

/** Creates a pack of one coupon, so that the benchmark measures the order and not a supplier. */
async function createShop(server: BenchServer, [maker, checker]: readonly Member[]): Promise<void> {
  const { context, db } = server;
  await createActiveCampaign(context, db, {
    actorId: maker?.memberId ?? "",
    checkerId: checker?.memberId ?? "",
    draft: {
      templateId: TEMPLATE,
      title: "立减券",
      isListed: false,
      sort: 0,
      audience: {},
      looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
      rules: { type: "amount", valueFen: 100, withLevelPrice: true },
      validity: { mode: "claim", days: 7 },
      limits: { perMember: 10_000 },
    },
  });
  await ask(
    server,
    `INSERT INTO fulfilment_contract (contract_id, delivery, used_in, sla_seconds, refund_rule)
     VALUES ('bench', 'coupons', 'order', 60, 'never')`,
  );
  await ask(
    server,
    `INSERT INTO benefit (benefit_id, kind, title, brand_code, category_code, artwork, tint, status, contract_id,
                          coupon_template_ids)
     SELECT $1, 'coupon', '券包', brand_code, category_code, artwork, tint, 'on', 'bench', ARRAY[$2]
     FROM benefit LIMIT 1`,
    [SKU, TEMPLATE],
  );
  await ask(
    server,
    "INSERT INTO sku (sku_id, benefit_id, stock_mode) VALUES ($1, $1, 'unlimited')",
    [SKU],
  );
  await ask(
    server,
    `INSERT INTO sku_price (sku_id, version, market_fen, price_fen, cost_fen, starts_at, made_by, made_at)
     VALUES ($1, 1, 1000, 900, 0, '2020-01-01', 'bench', now())`,
    [SKU],
  );
}

/** Creates `count` items, each with `pieces` of own stock, that bring a coupon as the pack does. */
async function createStocked(server: BenchServer, count: number, pieces: number) {
  const skuIds = Array.from({ length: count }, (_, n) => `${STOCKED}-${n}`);
  for (const skuId of skuIds) {
    await ask(
      server,
      "INSERT INTO sku (sku_id, benefit_id, spec, stock_mode) VALUES ($1, $2, $1, 'own')",
      [skuId, SKU],
    );
    await ask(
      server,
      `INSERT INTO sku_price (sku_id, version, market_fen, price_fen, cost_fen, starts_at, made_by, made_at)
       VALUES ($1, 1, 1000, 900, 0, '2020-01-01', 'bench', now())`,
      [skuId],
    );
    await ask(server, "SELECT catalog_stock_add($1, $2, NULL)", [skuId, pieces]);
  }
  return skuIds;
}

/**
 * Grants enough balance for the whole run, and the first coupons; each pack brings the next coupon.
 */
async function fundMember(server: BenchServer, { memberId }: Member): Promise<void> {
  const { context, db } = server;
  const given = { debit: "expense", credit: "principal", party: "adjust" } as const;
  await transaction(db, (tx) =>
    post(context, tx, {
      memberId,
      actor: "system",
      kind: "adjust",
      ref: `bench-${memberId}`,
      transfers: [{ asset: "CNY", ...given, amount: PRINCIPAL_FEN }],
    }),
  );
  for (let n = 0; n < COUPONS_FIRST; n++) {
    await ask(server, "SELECT coupons_grant($1, $2, $3, 'grant', $4, NULL)", [
      memberId,
      context.ids.next(),
      TEMPLATE,
      `bench-${n}`,
    ]);
  }
}

export type BenchShop = {
  /** Returns the next `count` purchases, in turn among the members and the SKUs; the pack by default. */
  next(count: number, skuIds?: readonly string[]): Purchase[];
  readonly memberId: string;
  /** Creates items with own stock and returns their SKUs. */
  stocked(count: number, pieces: number): Promise<readonly string[]>;
};

/** Opens the shop for `memberCount` members. */
export async function openBenchShop(server: BenchServer, memberCount: number): Promise<BenchShop> {
  const members = await createMembers(server, memberCount);
  await createShop(server, members);
  for (const member of members) await fundMember(server, member);
  const run = `${Date.now() % DAY_MS}`;
  let bought = 0;
  const purchase = (skuIds: readonly string[]): Purchase => {
    bought += 1;
    const token = members[bought % members.length]?.token ?? "";
    const skuId = skuIds[bought % skuIds.length] ?? SKU;
    return { skuId, key: `${run}-${bought}`, headers: { authorization: token } };
  };
  return {
    next: (count, skuIds = [SKU]) => Array.from({ length: count }, () => purchase(skuIds)),
    memberId: members[0]?.memberId ?? "",
    stocked: (count, pieces) => createStocked(server, count, pieces),
  };
}
