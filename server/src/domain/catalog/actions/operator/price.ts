/** Operators change a price: it becomes a new version; existing orders keep their version. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import type { NamesOf } from "../../../../platform/person-names.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import type { LevelPrices } from "../../model.ts";
import { plannedPrices, sqlPriceStart, withdrawRow } from "../../store/prices.ts";
import { isBelowCost } from "./publishable.ts";
import { recordOperatorChange } from "./change-history.ts";

export type NewPrice = {
  readonly skuId: string;
  readonly operatorId: string;
  /** The newest version that the operator has seen. */
  readonly sinceVersion: number;
  readonly marketFen: number;
  readonly priceFen: number;
  readonly levels: LevelPrices;
  readonly pointsPrice?: number;
  readonly pointsCashFen?: number;
  readonly costFen: number;
  /** Start time; immediately when absent or past. */
  readonly startsAt?: Date;
  /** End time; then the price that began before applies again. Without it the price has no end. */
  readonly endsAt?: Date;
  /** The second person who approved selling below cost. */
  readonly lossApprovedBy?: string;
  readonly reason?: string;
};

type Fault = { readonly field: string; readonly text: string };

/** Returns what is wrong with a price by itself, with the field of the input; undefined if nothing. */
function faultOf(price: NewPrice, now: Date): Fault | undefined {
  const { marketFen, priceFen, costFen, levels, pointsPrice, pointsCashFen, startsAt, endsAt } =
    price;
  const isFen = (fen: number) => Number.isInteger(fen) && fen >= 0;
  const isLevel = ([grade, fen]: [string, number]) =>
    Number(grade) > 0 && isFen(fen) && fen <= priceFen;
  if (![marketFen, priceFen, costFen].every(isFen))
    return { field: "priceFen", text: "请填写正确的金额" };
  if (!Object.entries(levels).every(isLevel))
    return { field: "levels", text: "等级价不能高于售价" };
  if (pointsPrice === undefined ? pointsCashFen !== undefined : pointsPrice <= 0)
    return { field: "pointsPrice", text: "积分价不完整，请填写积分" };
  const begin = startsAt === undefined || startsAt < now ? now : startsAt;
  return endsAt === undefined || begin < endsAt
    ? undefined
    : { field: "endsAt", text: "结束时间要晚于开始时间和现在" };
}

/**
 * Returns the new version. Refuses INPUT_INVALID for invalid figures, NOT_FOUND, STATE_CHANGED when
 * another version was created meanwhile, TWO_PERSONS, and PUBLISH_DENIED below cost without another
 * person's approval.
 */
export async function changePrice(context: Context, db: Db, price: NewPrice): Promise<number> {
  const { skuId, operatorId, sinceVersion, lossApprovedBy } = price;
  const now = context.clock.now();
  const fault = faultOf(price, now);
  if (fault) throw new Refusal("INPUT_INVALID", fault);
  if (lossApprovedBy === operatorId) throw new Refusal("TWO_PERSONS");
  if (
    isBelowCost({ ...price, pointsPrice: undefined, pointsCashFen: undefined }) &&
    !lossApprovedBy
  )
    throw new Refusal("PUBLISH_DENIED", {
      reason: "售价低于成本，需审批",
      field: "priceFen",
      text: "售价低于成本：请改价，或在草稿里改价后提交审批",
    });
  const version = sinceVersion + 1;
  await transaction(db, async (tx) => {
    const known = await tx.execute<{ newest: number | null }>(sql`
      SELECT (SELECT max(version) FROM sku_price p WHERE p.sku_id = s.sku_id) AS newest
      FROM sku s WHERE s.sku_id = ${skuId}`);
    const [row] = known.rows;
    if (!row) throw new Refusal("NOT_FOUND");
    if ((row.newest ?? 0) !== sinceVersion) throw new Refusal("STATE_CHANGED");
    const made = await tx.execute(sql`
      INSERT INTO sku_price (sku_id, version, market_fen, price_fen, level_fen, points_price, points_cash_fen, cost_fen,
                             starts_at, ends_at, made_by, made_at)
      VALUES (${skuId}, ${version}, ${price.marketFen}, ${price.priceFen}, ${JSON.stringify(price.levels)}::jsonb,
              ${price.pointsPrice ?? null}, ${price.pointsCashFen ?? null}, ${price.costFen}, greatest(${price.startsAt ?? null}::timestamptz, ${sqlPriceStart(context.clock.sql())}),
              ${price.endsAt ?? null}, ${operatorId}, ${now})
      ON CONFLICT (sku_id, version) DO NOTHING RETURNING version`);
    if (made.rows.length === 0) throw new Refusal("STATE_CHANGED");
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "sku",
      name: skuId,
      event: "priced",
      from: `v${sinceVersion}`,
      to: `v${version}`,
      ...(price.reason === undefined ? {} : { reason: price.reason }),
      data: {
        priceFen: price.priceFen,
        costFen: price.costFen,
        levels: price.levels,
        ...(price.startsAt === undefined ? {} : { startsAt: price.startsAt.getTime() }),
        ...(price.endsAt === undefined ? {} : { endsAt: price.endsAt.getTime() }),
        ...(lossApprovedBy === undefined ? {} : { lossApprovedBy }),
      },
    });
  });
  return version;
}

export type PriceWithdrawal = {
  readonly skuId: string;
  readonly version: number;
  readonly operatorId: string;
  readonly reason: string;
};

/**
 * Withdraws a price before it begins. Refuses NOT_FOUND for an unknown one, STATE_CHANGED for one
 * that has begun or was withdrawn.
 */
export async function withdrawPrice(
  context: Context,
  db: Db,
  price: PriceWithdrawal,
): Promise<void> {
  const { skuId, version, operatorId, reason } = price;
  await transaction(db, async (tx) => {
    if (!(await withdrawRow(tx, { ...price, now: context.clock.sql() }))) {
      const known = await tx.execute(
        sql`SELECT 1 FROM sku_price WHERE sku_id = ${skuId} AND version = ${version}`,
      );
      throw new Refusal(known.rows.length === 0 ? "NOT_FOUND" : "STATE_CHANGED");
    }
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "sku",
      name: skuId,
      event: "price_withdrawn",
      reason,
      data: { version },
    });
  });
}

const PERSON = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Returns a benefit's prices that begin or end later, with who made them; instants in ms. */
export async function scheduledPrices(
  context: Context,
  db: Db,
  { benefitId, namesOf }: { readonly benefitId: string; readonly namesOf: NamesOf },
) {
  const rows = await plannedPrices(db, benefitId, context.clock.sql());
  // The demo and imports make prices under a name of their own.
  const people = rows.map(({ madeBy }) => madeBy).filter((id) => PERSON.test(id));
  const nameOf = await namesOf(db, [...new Set(people)]);
  return rows.map(({ pointsPrice, pointsCashFen, endsAt, madeBy, levels, ...row }) => ({
    ...row,
    levels: { ...levels },
    madeBy: PERSON.test(madeBy) ? nameOf(madeBy) : madeBy,
    ...(pointsPrice === null ? {} : { pointsPrice }),
    ...(pointsCashFen === null ? {} : { pointsCashFen }),
    ...(endsAt === null ? {} : { endsAt }),
  }));
}
