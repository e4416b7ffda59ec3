/** Dealer actions: a dealer's terms, the remaining monthly quota, and the amount owed. */
import type { DealerStatement, DealerView, OwnDealer } from "@yunjing/contract/schemas/dealers";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { exchangeStatementFen } from "../../../sql/exchange.ts";
import { nameOf } from "../../members/actions.ts";
import { shownBatch } from "../batches/read.ts";
import { dealerBatches } from "../batches/store.ts";
import { firstDay, monthOf, pointsWorth, type Terms } from "./model.ts";
import { findTerms, listTerms, quotaUsedIn, writeTerms } from "./store.ts";

async function viewOf(context: Context, db: Db, terms: Terms): Promise<DealerView> {
  const { priceBp, priceFen, ...shown } = terms;
  const month = monthOf(context.clock.now());
  const used = await quotaUsedIn(db, terms.memberId, month);
  return {
    ...shown,
    month,
    used,
    ...(priceBp === null ? {} : { priceBp }),
    ...(priceFen === null ? {} : { priceFen }),
  };
}

/** Returns every dealer with this month's usage so far. */
export async function dealersView(context: Context, db: Db): Promise<DealerView[]> {
  const all = await listTerms(db);
  return Promise.all(all.map((terms) => viewOf(context, db, terms)));
}

/** Returns the caller's own terms, or `undefined` when the caller is not a dealer. */
export async function ownTerms(
  context: Context,
  db: Db,
  memberId: string,
): Promise<OwnDealer | undefined> {
  const terms = await findTerms(db, memberId);
  return terms && { ...(await viewOf(context, db, terms)), points: pointsWorth(context.settings) };
}

/**
 * Batches that were already charged to a month keep their price. Refuses NOT_FOUND, INPUT_INVALID,
 * STATE_CHANGED.
 */
export async function setDealer(context: Context, db: Db, wanted: Terms): Promise<number> {
  if ((wanted.priceBp === null) === (wanted.priceFen === null))
    throw new Refusal("INPUT_INVALID", {
      field: "priceBp",
      text: "面值比例和每张价格，请填一项，也只填一项",
    });
  if ((await nameOf(db, wanted.memberId)) === undefined) throw new Refusal("NOT_FOUND");
  const isWritten = await writeTerms(db, wanted, context.clock.sql());
  if (!isWritten) throw new Refusal("STATE_CHANGED");
  return wanted.version + 1;
}

/** Returns what a dealer made in a month, batch by batch in its current state. */
async function linesOf(
  context: Context,
  db: Db | Tx,
  { memberId, month }: DealerMonth,
): Promise<DealerStatement["list"]> {
  const rows = await dealerBatches(db, { memberId, month: firstDay(month) });
  return rows.map((row) => {
    const { name, state, count, made, asleep, live, frozen, redeemed, expired, dealer, ...batch } =
      shownBatch(context, row);
    const figures = { count, made, asleep, live, frozen, redeemed, expired, void: batch.void };
    const { priceFen = 0, owedFen = 0 } = dealer ?? {};
    return { batchId: row.batchId, name, state, ...figures, priceFen, owedFen };
  });
}

/** A month is written `2026-11`. */
type DealerMonth = { readonly memberId: string; readonly month: string };

/** Returns what a dealer owes for a month by now, in fen. */
export const owedOf = (db: Db | Tx, { memberId, month }: DealerMonth): Promise<number> =>
  exchangeStatementFen(db, { member: memberId, month: firstDay(month) });

/**
 * Returns what a dealer made in a month, in its current state, and the amount owed. Refuses
 * NOT_FOUND for a member who is not a dealer.
 */
export async function dealerStatement(
  context: Context,
  db: Db | Tx,
  dealer: DealerMonth,
): Promise<DealerStatement> {
  if (!(await findTerms(db, dealer.memberId))) throw new Refusal("NOT_FOUND");
  const list = await linesOf(context, db, dealer);
  return {
    month: dealer.month,
    list,
    owedFen: list.reduce((sum, { owedFen }) => sum + owedFen, 0),
  };
}
