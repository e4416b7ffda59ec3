/**
 * Closes a member's account: re-checks the obstacles, forfeits the values in the ledger, erases
 * personal data, and frees the phone and openid for a new member.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { invariant } from "../../../platform/refusal.ts";
import { eraseAccounts } from "../../accounts/actions.ts";
import { eraseAddresses } from "../../addresses/actions.ts";
import { eraseFavourites } from "../../catalog/actions.ts";
import { eraseFavouriteStores } from "../../dining/actions.ts";
import { forfeitCoupons } from "../../coupons/actions.ts";
import { eraseDealer } from "../../exchange/actions.ts";
import { eraseContacts as eraseSupplierContacts } from "../../fulfilment/actions.ts";
import { eraseFriend } from "../../invitations/actions.ts";
import { balancesOf, closeLedger, post, lockMemberLedgers } from "../../ledger/actions.ts";
import type { Transfer } from "../../ledger/model.ts";
import {
  type AccountToClose,
  closeMember,
  anonymizeMember,
  isClosedAccount,
} from "../../members/actions.ts";
import { eraseMessages } from "../../messages/actions.ts";
import { eraseModeratedNames } from "../../moderation/actions.ts";
import { eraseInvoices } from "../../invoices/actions.ts";
import { eraseTickets } from "../../tickets/actions.ts";
import { eraseContacts } from "../../orders/actions.ts";
import { moveLotsOut } from "../../points/actions.ts";
import { eraseEvidence } from "../../refunds/actions.ts";
import { erasePasswordAndProofs } from "../../security/actions.ts";
import { removeBonusLots } from "../../wallet/actions.ts";
import { eraseNames } from "../../withdrawals/actions.ts";
import { type Forfeited, isNothing, isSameKinds, obstacleText } from "../model.ts";
import {
  dueRequests,
  endRequest,
  lockOpenRequest,
  insertStep,
  markWaiting,
  nextStep,
  type OpenRequest,
} from "../store.ts";
import { obstaclesOf } from "./obstacles.ts";
import { lockAccount } from "./request.ts";

const BATCH = 100;
const TITLE = "账号注销";
/**
 * The parties of the contra accounts that receive forfeited money. Forfeited bonus shares the
 * account of expired bonus; reward cash has its own.
 */
const PARTY = { bonus: "bonus", reward: "closing" } as const;

/**
 * Forfeits points, bonus, reward cash and coupons in one posting, and records the step. The account
 * is closed and its ledger locked. Principal is never forfeited.
 */
async function forfeit(context: Context, tx: Tx, memberId: string): Promise<Forfeited> {
  const now = context.clock.sql();
  const lots = await moveLotsOut(tx, memberId, now);
  await removeBonusLots(tx, memberId, now);
  const { bonus, reward_cash: reward } = await balancesOf(tx, memberId, now);
  const pointsOf = (state: "ACTIVE" | "PENDING") =>
    lots.reduce((sum, lot) => sum + (lot.state === state ? lot.points : 0), 0);
  const [available, pending] = [pointsOf("ACTIVE"), pointsOf("PENDING")];
  const coupons = await forfeitCoupons(tx, memberId, now);
  const forfeited = { points: available + pending, bonusFen: bonus, rewardFen: reward, coupons };
  if (isNothing(forfeited)) return forfeited;
  const step = await nextStep(tx, memberId);
  invariant(step, "only a closed account's balance is forfeited");
  const all: Transfer[] = [
    { asset: "PTS", debit: "available", credit: "points_expired", amount: available },
    { asset: "PTS", debit: "pending", credit: "points_expired", amount: pending },
    { asset: "CNY", debit: "bonus", credit: "expense", amount: bonus, party: PARTY.bonus },
    { asset: "CNY", debit: "reward_cash", credit: "expense", amount: reward, party: PARTY.reward },
  ];
  const transfers = all.filter(({ amount }) => amount > 0);
  const why = { kind: "account_close", ref: `${step.id}:${step.seq}` } as const;
  if (transfers.length > 0) {
    await post(context, tx, { memberId, ...why, actor: "system", title: TITLE, transfers });
  }
  await insertStep(tx, { ...step, memberId, forfeited, now });
  return forfeited;
}

/** Erases all personal data that the ledgers, orders and invoices do not need. */
async function erase(context: Context, tx: Tx, memberId: string): Promise<void> {
  await erasePasswordAndProofs(tx, memberId);
  await eraseAddresses(tx, memberId);
  await eraseAccounts(tx, memberId);
  await eraseFavourites(tx, memberId);
  await eraseFavouriteStores(tx, memberId);
  await eraseMessages(tx, memberId);
  await eraseTickets(context, tx, memberId);
  await eraseInvoices(context, tx, memberId);
  await eraseModeratedNames(tx, memberId);
  await eraseContacts(context, tx, memberId);
  await eraseSupplierContacts(tx, memberId);
  await eraseEvidence(context, tx, memberId);
  await eraseNames(tx, memberId);
  await eraseFriend(tx, memberId);
  await eraseDealer(tx, memberId);
}

async function close(context: Context, tx: Tx, account: AccountToClose, id: string): Promise<void> {
  const { memberId, ledgers } = account;
  const now = context.clock.sql();
  const isClosed = await endRequest(tx, { memberId, id, state: "CLOSED", now });
  invariant(isClosed, "a locked request ends once");
  const forfeited = await forfeit(context, tx, memberId);
  for (const each of ledgers) await erase(context, tx, each);
  for (const each of ledgers) if (each !== memberId) await anonymizeMember(context, tx, each);
  await closeMember(context, tx, memberId);
  await closeLedger(tx, memberId, now);
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "closing",
    entityId: id,
    name: "closed",
    from: "CANCELLING",
    to: "CANCELLED",
    data: { forfeited },
    actor: { kind: "system" },
  });
}

async function postpone(
  context: Context,
  tx: Tx,
  { memberId }: AccountToClose,
  { open, obstacles }: { open: OpenRequest; obstacles: OpenRequest["obstacles"] },
): Promise<void> {
  const at = context.clock.now().getTime();
  const checkAt = new Date(at + context.settings.closingCheckMs);
  await markWaiting(tx, { memberId, id: open.id, obstacles, checkAt });
  // The member is notified again only when the kinds of obstacles have changed.
  if (open.state === "WAITING" && isSameKinds(open.obstacles, obstacles)) return;
  const data = { at, why: obstacleText(obstacles) };
  await publishEvent(context, tx, { memberId, kind: "account.closing_waits", ref: open.id, data });
}

export type CloseOutcome = "closed" | "waits" | "none";

/**
 * Closes the account in the caller's transaction if its request is due and has no obstacles.
 * Returns `waits` when there are obstacles, and notifies the member. Returns `none` when nothing is
 * due; of concurrent calls all but one return `none`.
 */
export async function closeIfDue(
  context: Context,
  tx: Tx,
  memberId: string,
): Promise<CloseOutcome> {
  const account = await lockAccount(context, tx, memberId);
  const open = await lockOpenRequest(tx, memberId);
  if (!open || open.checkAt > context.clock.now().getTime()) return "none";
  const obstacles = await obstaclesOf(context, tx, account);
  if (obstacles.length > 0) {
    await postpone(context, tx, account, { open, obstacles });
    return "waits";
  }
  await close(context, tx, account, open.id);
  return "closed";
}

/** Returns the IDs of members whose requests are due. */
export async function membersDueForClosing(context: Context, db: Db): Promise<readonly string[]> {
  return dueRequests(db, BATCH, context.clock.sql());
}

export const closeDue = (context: Context, db: Db, memberId: string): Promise<CloseOutcome> =>
  transaction(db, (tx) => closeIfDue(context, tx, memberId));

/**
 * Handles value that arrived in a closed ledger: forfeits points, bonus, reward cash and coupons
 * like the rest. Principal stays there, and the reconciliation opens a case for an operator. Does
 * nothing for an account that is not closed.
 */
export async function forfeitLateArrivals(
  context: Context,
  db: Db,
  memberId: string,
): Promise<void> {
  const parkedFen = await transaction(db, async (tx) => {
    await lockMemberLedgers(context, tx, [memberId]);
    if (!(await isClosedAccount(tx, memberId))) return 0;
    await forfeit(context, tx, memberId);
    return (await balancesOf(tx, memberId, context.clock.sql())).principal;
  });
  if (parkedFen > 0) {
    context.log.error({ memberId, parkedFen }, "a closed account received money: check its case");
  }
}
