/** Redeems a code for points, balance, a coupon, a level or a benefit of the shop. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { receiptTokenOf } from "../../orders/actions.ts";
import { choiceOf } from "../manifest.ts";
import { needsMember } from "../model.ts";
import type { CodeTarget, StoredResult } from "../store.ts";
import { redeemIntoOrder } from "./create-order.ts";
import { type Holder, intentOf, runningSessionOrReplay } from "./find-session.ts";
import { grantOf, hasPlainTarget, plainGrantOf } from "./grants.ts";
import type { OpenedSession, OpenedSessions } from "./opened-sessions.ts";
import type { Wake } from "./order-meal.ts";

export type RedeemRequest = {
  readonly input: Input<"exchange", "redeem">;
  readonly memberId: string | undefined;
  readonly key: string;
  /** Called after the commit, because a supplier may have been requested. */
  readonly wake?: Wake;
  readonly openedSessions?: OpenedSessions | undefined;
};
/**
 * Refuses meal codes, which have their own operation, and a choice that the code does not offer.
 */
function checkChoice(target: CodeTarget, skuId: string | undefined): void {
  if (target.target === "benefit") return;
  const isHere = hasPlainTarget({ target }) || target.target === "balance";
  if (!isHere || (skuId !== undefined && skuId !== choiceOf(target)))
    throw new Refusal("INPUT_INVALID");
}

const ROUTE = "exchange.redeem";

/** Finds the session of the token, and redeems it or returns the stored result. */
async function redeemFound(
  context: Context,
  db: Db,
  holder: Holder,
  { input, key, wake }: RedeemRequest,
): Promise<StoredResult> {
  const request = { route: ROUTE, key, body: input };
  const { running, storedResult, intent } = await runningSessionOrReplay(
    context,
    db,
    holder,
    request,
  );
  if (!running) return storedResult;
  checkChoice(running.target, input.skuId);
  if (needsMember(running.target) && !running.isMember) throw new Refusal("LOGIN_NEEDED");
  const grant = await grantOf(context, db, running, input);
  const result = await redeemIntoOrder(context, db, { running, intent }, grant);
  // What is granted at once leaves nothing to deliver.
  if (grant.draft.orderState !== "DONE") await wake?.(db);
  return result;
}

/** Redeems a session that its member has opened in this process, without finding it first. */
function redeemOpened(
  context: Context,
  db: Db,
  opened: OpenedSession,
  { input, key }: RedeemRequest,
): Promise<StoredResult> {
  checkChoice(opened.target, input.skuId);
  const intent = intentOf({ route: ROUTE, key, body: input });
  return redeemIntoOrder(context, db, { running: opened, intent }, plainGrantOf(context, opened));
}

/**
 * Refuses SESSION_OVER, CODE_HAD, INPUT_INVALID and KEY_REUSED. LOGIN_NEEDED, CLAIM_OVER of a
 * coupon, SOLD_OUT of a benefit, and LEVEL_HELD of a level that would add nothing leave the session
 * unchanged.
 */
export async function redeemCode(
  context: Context,
  db: Db,
  request: RedeemRequest,
): Promise<Output<"exchange", "redeem">> {
  const { input, memberId, openedSessions } = request;
  const holder = { session: input.session, memberId };
  const opened = openedSessions?.take(holder);
  const { orderNo, orderId, usesLeft } = opened
    ? await redeemOpened(context, db, opened, request)
    : await redeemFound(context, db, holder, request);
  const left = usesLeft === undefined ? {} : { usesLeft };
  return { orderNo, receiptToken: receiptTokenOf(context, orderId), ...left };
}
