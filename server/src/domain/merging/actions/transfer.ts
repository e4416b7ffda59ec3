/**
 * Transfers everything in the ledger of a merged account to the target: two postings, one per
 * ledger, in one transaction.
 */
import type { MergeContents } from "@yunjing/contract/schemas/merging";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { moveCoupons } from "../../coupons/actions.ts";
import { balancesOf, isFrozen, post, lockMemberLedgers } from "../../ledger/actions.ts";
import type { Transfer } from "../../ledger/model.ts";
import { mergeOrders } from "../../orders/actions.ts";
import { moveLotsIn, type MovedLot, repayDebt, moveLotsOut } from "../../points/actions.ts";
import { insertBonusLots, removeBonusLots } from "../../wallet/actions.ts";
import { isNothing, nextCheckAfterMs } from "../model.ts";
import { dueMerges, recordStep, lockMerge, isMerged } from "../store.ts";

const MONEY = ["principal", "bonus", "reward_cash"] as const;
const BATCH = 100;
const TITLE = "账号合并";

type Step = { readonly from: string; readonly into: string; readonly ref: string };

const sumOf = (lots: readonly MovedLot[], state: MovedLot["state"]): number =>
  lots.reduce((sum, lot) => sum + (lot.state === state ? lot.points : 0), 0);

type Side = "debit" | "credit";
const debitOrCredit = (side: Side, own: Transfer["debit"], other: Transfer["debit"]) =>
  side === "debit" ? { debit: own, credit: other } : { debit: other, credit: own };

/**
 * The transfers of one side: `debit` takes out of the ledger, `credit` adds to it; a debt moves in
 * the opposite direction.
 */
function transfersOf(side: Side, party: string, moved: Amounts): Transfer[] {
  const money = MONEY.map((purpose) => ({
    asset: "CNY",
    amount: moved[purpose],
    party,
    ...debitOrCredit(side, purpose, "suspense"),
  }));
  const points = (["available", "pending"] as const).map((purpose) => ({
    asset: "PTS",
    amount: moved[purpose],
    ...debitOrCredit(side, purpose, "points_issued"),
  }));
  const debt = {
    asset: "PTS",
    amount: moved.debt,
    ...debitOrCredit(side === "debit" ? "credit" : "debit", "debt", "points_issued"),
  };
  const all = [...money, ...points, debt] as Transfer[];
  return all.filter(({ amount }) => amount > 0);
}

type Amounts = Record<(typeof MONEY)[number] | "available" | "pending" | "debt", number>;

/** Moves money, points and their lots. The caller holds the locks on both ledgers. */
async function transferValue(
  context: Context,
  tx: Tx,
  { from, into, ref }: Step,
): Promise<Amounts> {
  const now = context.clock.sql();
  const lots = await moveLotsOut(tx, from, now);
  const bonusLots = await removeBonusLots(tx, from, now);
  const { principal, bonus, reward_cash, debt } = await balancesOf(tx, from, now);
  const amounts = {
    principal,
    bonus,
    reward_cash,
    debt,
    available: sumOf(lots, "ACTIVE"),
    pending: sumOf(lots, "PENDING"),
  };
  const party = `merge:${from}`;
  const out = transfersOf("debit", party, amounts);
  if (out.length === 0) return amounts;
  const posting = { actor: "system", title: TITLE, ref };
  await post(context, tx, { ...posting, memberId: from, kind: "merge_out", transfers: out });
  await moveLotsIn(tx, { memberId: into, ref, lots, now });
  await insertBonusLots(tx, { memberId: into, ref, lots: bonusLots, now });
  const transfers = transfersOf("credit", party, amounts);
  await post(context, tx, { ...posting, memberId: into, kind: "merge_in", transfers });
  await repayDebt(tx, { memberId: into, ref, now });
  return amounts;
}

/** Returns whether an asset of either member is frozen and cannot be moved now. */
export const isEitherFrozen = async (
  tx: Tx,
  { from, into }: Omit<Step, "ref">,
): Promise<boolean> => {
  for (const memberId of [from, into]) {
    for (const asset of ["CNY", "PTS"] as const) {
      if (await isFrozen(tx, memberId, asset)) return true;
    }
  }
  return false;
};

/**
 * Transfers what there is and records the step; `first` is what only the merge itself moves. Locks
 * the merge's row and both ledgers, so that concurrent steps have the same result. Frozen assets
 * stay until they are unfrozen.
 */
export async function transferStep(
  context: Context,
  tx: Tx,
  from: string,
  first: Pick<MergeContents, "growth" | "cards"> = { growth: 0, cards: 0 },
): Promise<MergeContents | undefined> {
  const held = await lockMerge(tx, from);
  if (!held) return undefined;
  const now = context.clock.sql();
  const step = { from, into: held.into, ref: `${from}:${held.step}` };
  await lockMemberLedgers(context, tx, [from, held.into]);
  const isHeldBack = await isEitherFrozen(tx, step);
  const value = isHeldBack ? undefined : await transferValue(context, tx, step);
  const moved: MergeContents = {
    principalFen: value?.principal ?? 0,
    bonusFen: value?.bonus ?? 0,
    rewardFen: value?.reward_cash ?? 0,
    points: value?.available ?? 0,
    pendingPoints: value?.pending ?? 0,
    debtPoints: value?.debt ?? 0,
    coupons: await moveCoupons(tx, { ...step, now }),
    orders: await mergeOrders(tx, from, held.into),
    ...first,
  };
  const at = context.clock.now().getTime();
  const nextCheckAt = new Date(at + nextCheckAfterMs(at - held.at));
  const isStep = !isNothing(moved);
  await recordStep(tx, { from, moved: isStep ? moved : undefined, nextCheckAt, now });
  return isStep ? moved : undefined;
}

/**
 * Transfers what has arrived in the ledger of a merged account; does nothing for any other member.
 * Safe to repeat.
 */
export async function transferRemaining(context: Context, db: Db, from: string): Promise<void> {
  if (!(await isMerged(db, from))) return;
  const moved = await transaction(db, (tx) => transferStep(context, tx, from));
  if (moved) context.log.info({ from }, "late postings were added to the roll-ups");
}

/** Processes the merged accounts that are due. Returns how many. */
export async function transferDue(context: Context, db: Db): Promise<number> {
  const due = await dueMerges(db, BATCH, context.clock.sql());
  for (const from of due) await transferRemaining(context, db, from);
  return due.length;
}
