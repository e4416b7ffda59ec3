/** A member requests a withdrawal of reward cash, or cancels it; each once for each key. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { onceForMember, statusOf } from "../../members/actions.ts";
import {
  checksOf,
  generateWithdrawalNos,
  feeOf,
  nameSealContext,
  needsName,
  newOutBillNo,
  payeeHash,
  payeeSealContext,
} from "../model.ts";
import {
  adjustedRewardOf,
  callCreate,
  callReturn,
  type WithdrawalKey,
  findKeyByWithdrawalNo,
} from "../store.ts";
import { payeeCheckTexts, POSTING_TITLE, RISK_CHECK } from "../texts.ts";
import type { WithdrawDeps } from "./deps.ts";

/** No channel: the transfer is sent after the commit. */
type CreateDeps = Pick<WithdrawDeps, "payers" | "proofs" | "risk">;

export type WithdrawalRequest = {
  readonly memberId: string;
  readonly key: string;
  readonly amountFen: number;
  readonly realName?: string | undefined;
  readonly stepUp?: string | undefined;
  /** The id of the browser, and the network address. */
  readonly device?: string;
  readonly address?: string;
};

/**
 * Member states that bar a payout: members at risk keep their money until an operator has checked
 * (domain.md 20).
 */
const BLOCKED_STATES: ReadonlySet<string> = new Set(["RESTRICTED", "FROZEN", "CANCELLED"]);

/**
 * Uses up the proof in the transaction of the withdrawal, so that a failed withdrawal leaves the
 * proof valid.
 */
async function prove(context: Context, tx: Tx, { proofs }: CreateDeps, request: WithdrawalRequest) {
  const { memberId, amountFen, stepUp } = request;
  const hasPassword = await proofs.hasPassword(tx, memberId);
  const freeFen = hasPassword ? 0 : context.settings.withdrawWithoutStepUpFen;
  if (amountFen <= freeFen) return;
  const isProved = stepUp !== undefined && (await proofs.consume(tx, { memberId, stepUp }));
  if (isProved) return;
  const cooling = await proofs.cooldownOf(tx, memberId);
  throw cooling
    ? new Refusal("PHONE_COOLING", cooling)
    : new Refusal("STEP_UP_NEEDED", { freeFen });
}

/** Returns whether a rule lets the withdrawal wait for its review. Refuses RISK_REFUSED. */
async function isHeldByRisk(
  tx: Tx,
  { risk }: CreateDeps,
  { memberId, device = "", address = "" }: WithdrawalRequest,
): Promise<boolean> {
  const caller = { memberId, device, address };
  return (await risk?.judge(tx, { place: "withdrawal", caller })) === "review";
}

async function createOnce(
  context: Context,
  tx: Tx,
  deps: CreateDeps,
  { request, openid }: { request: WithdrawalRequest; openid: string },
): Promise<WithdrawalKey> {
  const { settings, ids, clock, random, secrets } = context;
  const { memberId, amountFen, realName } = request;
  const { status, createdAt } = await statusOf(tx, memberId);
  if (BLOCKED_STATES.has(status)) throw new Refusal("ACCOUNT_FROZEN");
  await prove(context, tx, deps, request);
  const isHeld = await isHeldByRisk(tx, deps, request);
  const adjustedFen = await adjustedRewardOf(tx, memberId);
  const id = ids.next();
  const made = {
    id,
    withdrawalNos: generateWithdrawalNos(context),
    amountFen,
    feeFen: feeOf(amountFen, settings),
    payeeHash: payeeHash(openid).toString("base64"),
    payeeSealed: secrets.seal(openid, payeeSealContext(id)).toString("base64"),
    nameSealed: realName ? secrets.seal(realName, nameSealContext(id)).toString("base64") : null,
    checks: [
      ...checksOf({ createdAt, adjustedFen }, clock.now().getTime(), settings),
      ...(isHeld ? [RISK_CHECK] : []),
    ],
    payeeTexts: payeeCheckTexts,
    title: POSTING_TITLE,
    eventId: ids.next(),
    messageId: ids.next(),
    outBillNo: newOutBillNo(random),
  };
  const limits = {
    perDay: settings.withdrawPerDay,
    monthFen: settings.withdrawMonthFen,
    autoFen: settings.withdrawAutoFen,
  };
  await callCreate(tx, memberId, { request: made, limits, now: clock.sql() });
  return { ownerId: memberId, id };
}

/**
 * Requests a withdrawal of reward cash, and holds the money at once; within the automatic limit it
 * is sent without review. Returns its key. Refuses WITHDRAW_MIN, WITHDRAW_LIMIT, NAME_NEEDED,
 * STEP_UP_NEEDED with `freeFen`, PHONE_COOLING, BALANCE_SHORT, ACCOUNT_FROZEN, RISK_REFUSED, and WECHAT_NEEDED
 * when the member's openid is unknown.
 */
export async function createWithdrawal(
  context: Context,
  db: Db,
  deps: CreateDeps,
  request: WithdrawalRequest,
): Promise<WithdrawalKey> {
  const { memberId, key, amountFen } = request;
  const { settings } = context;
  const realName = request.realName?.replace(/\p{C}/gu, "").trim();
  if (amountFen < settings.withdrawMinFen) {
    throw new Refusal("WITHDRAW_MIN", { min: settings.withdrawMinFen / 100 });
  }
  const netFen = amountFen - feeOf(amountFen, settings);
  if (netFen <= 0) throw new Refusal("WITHDRAW_MIN", { min: settings.withdrawMinFen / 100 });
  if (!realName && needsName({ amountFen, netFen }, settings)) throw new Refusal("NAME_NEEDED");
  const openid = await deps.payers.openidOf(memberId);
  // The proof is not part of the hashed body: a repeat may send another one, and needs none.
  const intent = { memberId, route: "withdrawals.create", key, body: { amountFen, realName } };
  return onceForMember(context, db, intent, (tx) =>
    createOnce(context, tx, deps, { request: { ...request, realName }, openid }),
  );
}

/**
 * Cancels an undecided withdrawal; the money is released at once. Refuses NOT_FOUND, ORDER_STATE.
 */
export async function cancelWithdrawal(
  context: Context,
  db: Db,
  request: { readonly memberId: string; readonly key: string; readonly withdrawalNo: string },
): Promise<WithdrawalKey> {
  const { memberId, key, withdrawalNo } = request;
  const found = await findKeyByWithdrawalNo(db, withdrawalNo);
  if (found?.ownerId !== memberId) throw new Refusal("NOT_FOUND");
  const intent = { memberId, route: "withdrawals.cancel", key, body: { withdrawalNo } };
  return onceForMember(context, db, intent, async (tx) => {
    const { ids, clock } = context;
    const by = {
      to: "CANCELLED",
      actorKind: "member",
      actor: memberId,
      eventId: ids.next(),
      txnId: ids.next(),
    } as const;
    if (!(await callReturn(tx, found, by, clock.sql()))) throw new Refusal("ORDER_STATE");
    return found;
  });
}
