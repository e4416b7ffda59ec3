/** Finds the current obstacles to closing an account, and what would be forfeited. */
import { type Forfeits, type Obstacle, ObstacleKind } from "@yunjing/contract/schemas/closing";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { countUsableCards } from "../../cards/actions.ts";
import { countMovable } from "../../coupons/actions.ts";
import { openBatchesOf } from "../../exchange/actions.ts";
import { openRewardsOf } from "../../invitations/actions.ts";
import { balancesOf, isFrozen } from "../../ledger/actions.ts";
import { levelProgressOf } from "../../levels/actions.ts";
import { accountOf, type AccountToClose } from "../../members/actions.ts";
import { countPendingOrders } from "../../orders/actions.ts";
import { pointsOf } from "../../points/actions.ts";
import { hasPendingTopUp, walletOf } from "../../wallet/actions.ts";
import { pendingPayouts } from "../../withdrawals/actions.ts";

type Line = Omit<Obstacle, "kind">;
type Found = Partial<Record<ObstacleKind, Line>>;

const isPresent = ({ count, amountFen = 0, points = 0 }: Line): boolean =>
  count > 0 || amountFen > 0 || points > 0;

/**
 * Returns the obstacles of one ledger. An account that absorbed another in a merge has two ledgers.
 */
async function obstaclesOfLedger(context: Context, tx: Tx, memberId: string): Promise<Found> {
  const now = context.clock.sql();
  const orders = await countPendingOrders(tx, memberId, now);
  const payouts = await pendingPayouts.listPending(tx, memberId);
  const rewards = await openRewardsOf(tx, memberId);
  const balances = await balancesOf(tx, memberId, now);
  const { held, held_principal, held_bonus, held_reward } = balances;
  const isFrozenNow =
    (await isFrozen(tx, memberId, "CNY")) || (await isFrozen(tx, memberId, "PTS"));
  // Held amounts of open orders, refunds and withdrawals are already listed as their obstacles.
  const isExplained = orders.open > 0 || orders.returning > 0 || payouts.length > 0;
  return {
    orders: { count: orders.open },
    refunds: { count: orders.returning },
    topups: { count: (await hasPendingTopUp(tx, memberId, now)) ? 1 : 0 },
    withdrawals: {
      count: payouts.length,
      amountFen: payouts.reduce((sum, { fen }) => sum + fen, 0),
    },
    ...(isExplained
      ? {}
      : {
          holds: { count: 0, amountFen: held_principal + held_bonus + held_reward, points: held },
        }),
    principal: { count: 0, amountFen: balances.principal },
    rewards: { count: rewards.open, amountFen: balances.reward_frozen },
    appeals: { count: rewards.appealed },
    points_debt: { count: 0, points: balances.debt },
    reward_debt: { count: 0, amountFen: rewards.owedFen },
    frozen: { count: isFrozenNow ? 1 : 0 },
    batches: { count: await openBatchesOf(tx, memberId) },
  };
}

const KINDS = ObstacleKind.enum;
const NONE: Line = { count: 0 };

/** Adds two lines. A figure that is absent in both stays absent. */
function sumLines(one: Line, other: Line): Line {
  const amountFen = (one.amountFen ?? 0) + (other.amountFen ?? 0);
  const points = (one.points ?? 0) + (other.points ?? 0);
  return {
    count: one.count + other.count,
    ...(amountFen > 0 ? { amountFen } : {}),
    ...(points > 0 ? { points } : {}),
  };
}

/**
 * Returns every obstacle, line by line, of the member and of the accounts merged into it. For a
 * decision the caller holds the locks on the member and the ledgers, so that nothing changes
 * meanwhile.
 */
export async function obstaclesOf(
  context: Context,
  tx: Tx,
  account: AccountToClose,
): Promise<Obstacle[]> {
  const sums = new Map<ObstacleKind, Line>();
  const add = (found: Found) => {
    for (const kind of KINDS) sums.set(kind, sumLines(sums.get(kind) ?? NONE, found[kind] ?? NONE));
  };
  for (const id of account.ledgers) add(await obstaclesOfLedger(context, tx, id));
  const isRestricted = account.status !== "ACTIVE" && account.status !== "CANCELLING";
  add({ operator: { count: account.isOperator ? 1 : 0 }, frozen: { count: isRestricted ? 1 : 0 } });
  return KINDS.flatMap((kind) => {
    const line = sums.get(kind) ?? NONE;
    return isPresent(line) ? [{ kind, ...line }] : [];
  });
}

export type ForfeitsShown = { readonly forfeits: Forfeits; readonly levelName: string };

/** Returns what the member would lose at the time `now`. */
export async function forfeitsOf(
  context: Context,
  tx: Tx,
  memberId: string,
): Promise<ForfeitsShown> {
  const now = context.clock.sql();
  const { available, pending } = await pointsOf(tx, memberId, context.clock.now());
  const { bonus: bonusFen, reward: rewardFen } = await walletOf(tx, memberId, now);
  const { ledgers } = await accountOf(tx, memberId);
  let cards = 0;
  for (const id of ledgers) cards += await countUsableCards(tx, id);
  const { grade, growth, name: levelName } = await levelProgressOf(context, tx, memberId);
  const coupons = await countMovable(tx, memberId, now);
  const points = available + pending;
  return { forfeits: { points, bonusFen, rewardFen, coupons, cards, growth, grade }, levelName };
}
