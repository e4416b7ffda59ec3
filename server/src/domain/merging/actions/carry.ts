/** Carries over all that lies in the book of a member that ended: two postings, one in each book, in one transaction. */
import type { Moved } from "@yunjing/contract/schemas/merging";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { moveCoupons } from "../../coupons/actions.ts";
import { balancesOf, isFrozen, post, takeBooks } from "../../ledger/actions.ts";
import type { Transfer } from "../../ledger/model.ts";
import { enterOrders } from "../../orders/actions.ts";
import { enterLots, type MovedLot, repayDebt, takeLots } from "../../points/actions.ts";
import { enterBonus, takeBonus } from "../../wallet/actions.ts";
import { isNothing, lookAgainAfterMs } from "../model.ts";
import { dueMerges, endStep, holdMerge, isMerged } from "../store.ts";

const MONEY = ["principal", "bonus", "reward_cash"] as const;
const BATCH = 100;
const TITLE = "账号合并";

type Step = { readonly from: string; readonly into: string; readonly ref: string };

const sumOf = (lots: readonly MovedLot[], state: MovedLot["state"]): number =>
  lots.reduce((sum, lot) => sum + (lot.state === state ? lot.points : 0), 0);

type Side = "debit" | "credit";
const across = (side: Side, own: Transfer["debit"], other: Transfer["debit"]) =>
  side === "debit" ? { debit: own, credit: other } : { debit: other, credit: own };

/** The transfers of one side: `debit` takes out of the book, `credit` brings in; a debt goes the other way. */
function transfersOf(side: Side, party: string, moved: Amounts): Transfer[] {
  const money = MONEY.map((purpose) => ({
    asset: "CNY",
    amount: moved[purpose],
    party,
    ...across(side, purpose, "suspense"),
  }));
  const points = (["available", "pending"] as const).map((purpose) => ({
    asset: "PTS",
    amount: moved[purpose],
    ...across(side, purpose, "points_issued"),
  }));
  const debt = {
    asset: "PTS",
    amount: moved.debt,
    ...across(side === "debit" ? "credit" : "debit", "debt", "points_issued"),
  };
  const all = [...money, ...points, debt] as Transfer[];
  return all.filter(({ amount }) => amount > 0);
}

type Amounts = Record<(typeof MONEY)[number] | "available" | "pending" | "debt", number>;

/** Money, points and their lots. Both books are held. */
async function carryValue(context: Context, tx: Tx, { from, into, ref }: Step): Promise<Amounts> {
  const now = context.clock.sql();
  const lots = await takeLots(tx, from, now);
  const bonusLots = await takeBonus(tx, from, now);
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
  const deed = { actor: "system", title: TITLE, ref };
  await post(context, tx, { ...deed, memberId: from, kind: "merge_out", transfers: out });
  await enterLots(tx, { memberId: into, ref, lots, now });
  await enterBonus(tx, { memberId: into, ref, lots: bonusLots, now });
  const transfers = transfersOf("credit", party, amounts);
  await post(context, tx, { ...deed, memberId: into, kind: "merge_in", transfers });
  await repayDebt(tx, { memberId: into, ref, now });
  return amounts;
}

/** Whether anything of either may not be moved for now. */
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
 * Carries over what there is and writes it down; `first` is what only the merge itself brings. Holds the merge's row and
 * both books, so any number of steps at once come to the same. What is frozen stays until it is thawed.
 */
export async function carryStep(
  context: Context,
  tx: Tx,
  from: string,
  first: Pick<Moved, "growth" | "cards"> = { growth: 0, cards: 0 },
): Promise<Moved | undefined> {
  const held = await holdMerge(tx, from);
  if (!held) return undefined;
  const now = context.clock.sql();
  const step = { from, into: held.into, ref: `${from}:${held.step}` };
  await takeBooks(context, tx, [from, held.into]);
  const isHeldBack = await isEitherFrozen(tx, step);
  const value = isHeldBack ? undefined : await carryValue(context, tx, step);
  const moved: Moved = {
    principalFen: value?.principal ?? 0,
    bonusFen: value?.bonus ?? 0,
    rewardFen: value?.reward_cash ?? 0,
    points: value?.available ?? 0,
    pendingPoints: value?.pending ?? 0,
    debtPoints: value?.debt ?? 0,
    coupons: await moveCoupons(tx, { ...step, now }),
    orders: await enterOrders(tx, from, held.into),
    ...first,
  };
  const at = context.clock.now().getTime();
  const lookAt = new Date(at + lookAgainAfterMs(at - held.at));
  const isStep = !isNothing(moved);
  await endStep(tx, { from, moved: isStep ? moved : undefined, lookAt, now });
  return isStep ? moved : undefined;
}

/** Looks into the book of a member that ended; does nothing for any other. Safe to repeat. */
export async function carryOver(context: Context, db: Db, from: string): Promise<void> {
  if (!(await isMerged(db, from))) return;
  const moved = await transaction(db, (tx) => carryStep(context, tx, from));
  if (moved) context.log.info({ from }, "what came late was carried over");
}

/** Looks into the books that are due; answers how many. */
export async function carryDue(context: Context, db: Db): Promise<number> {
  const due = await dueMerges(db, BATCH, context.clock.sql());
  for (const from of due) await carryOver(context, db, from);
  return due.length;
}
