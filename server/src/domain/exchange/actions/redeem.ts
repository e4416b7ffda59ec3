/** Redeems a code for points, balance, a coupon, a level or a benefit of the shop. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { giftOf, receiptTokenOf } from "../../orders/actions.ts";
import { rulesOf } from "../../orders/model.ts";
import { expiryOf } from "../../points/actions.ts";
import { validateChoice } from "../choices.ts";
import { choiceOf, yuan } from "../manifest.ts";
import { needsMember } from "../model.ts";
import {
  type Holder,
  intentOf,
  runningSessionOrReplay,
  type RunningSession,
} from "./find-session.ts";
import type { OpenedSession, OpenedSessions } from "./opened-sessions.ts";
import type { Wake } from "./order-meal.ts";
import { type OrderDraft, type Grant, redeemIntoOrder } from "./create-order.ts";
import type { CodeTarget, StoredResult } from "../store.ts";

export type RedeemRequest = {
  readonly input: Input<"exchange", "redeem">;
  readonly memberId: string | undefined;
  readonly key: string;
  /** Called after the commit, because a supplier may have been requested. */
  readonly wake?: Wake;
  readonly openedSessions?: OpenedSessions | undefined;
};
type HeldCode = Pick<RunningSession, "target" | "last4">;

const draftOf = (
  { title }: CodeTarget,
  last4: string,
  made: Pick<OrderDraft, "kind" | "artwork" | "itemsText"> & Partial<OrderDraft>,
): OrderDraft => ({
  title,
  orderState: "DONE",
  fulfilState: "DONE",
  ...made,
  snapshot: { lines: [], rules: rulesOf(made.kind), codeLast4: last4 },
});

const COUPON_RULES = ["优惠券已存入卡包，下单时可选用", "有效期与使用范围以券面为准"];

function couponGrantOf(context: Context, { target, last4 }: HeldCode): Grant {
  const { templateId, title } = target;
  invariant(templateId, "a batch for coupons has its template");
  const appearance = { kind: "coupon", artwork: "coupon", itemsText: title } as const;
  const snapshot = { lines: [], rules: COUPON_RULES, codeLast4: last4 };
  return {
    draft: { ...draftOf(target, last4, appearance), snapshot },
    posting: { couponId: context.ids.next(), templateId },
  };
}

const LEVEL_RULES = ["会员等级已生效，可在会员中心查看", "到期后按成长值对应的等级继续"];

function levelGrantOf(context: Context, { target, last4 }: HeldCode): Grant {
  const { grade, days, title } = target;
  invariant(grade && days, "a batch for a level has its level and its days");
  const appearance = { kind: "level", artwork: "crown", itemsText: title } as const;
  const snapshot = { lines: [], rules: LEVEL_RULES, codeLast4: last4 };
  return {
    draft: { ...draftOf(target, last4, appearance), snapshot },
    posting: { levelId: context.ids.next(), grade, days },
  };
}

async function benefitGrantOf(
  context: Context,
  db: Db,
  { target, last4, batch, isMember }: RunningSession,
  { skuId, input }: RedeemRequest["input"],
): Promise<Grant> {
  const chosen = await validateChoice(context, db, target, { skuId, input, isMember });
  // `codes_sold` is debited with what the code was sold for; without a face value that is the price
  // of the chosen SKU.
  const amount = target.faceFen || chosen.sellable.priceFen;
  const used = { debit: "codes_sold", credit: "clearing", party: `batch:${batch}` } as const;
  return {
    draft: giftOf(context, chosen, last4),
    posting: { transfers: [{ asset: "CNY", amount, ...used }] },
  };
}

function pointsGrantOf(context: Context, { target, last4 }: HeldCode): Grant {
  const { points } = target;
  invariant(points, "a batch for points has its amount");
  const lifeMonths = context.settings.pointsLifeMonths;
  const expiresAt = expiryOf(context.clock.now(), lifeMonths);
  return {
    draft: draftOf(target, last4, {
      kind: "points",
      artwork: "coins",
      itemsText: `${points} 积分`,
      points,
    }),
    posting: { points, lotId: context.ids.next(), expiresAt: expiresAt.toISOString() },
  };
}

function balanceGrantOf({ target, last4, batch }: RunningSession): Grant {
  const { valueFen } = target;
  invariant(target.target === "balance" && valueFen, "a batch for balance says how much");
  const bought = { debit: "codes_sold", credit: "principal", party: `batch:${batch}` } as const;
  return {
    draft: draftOf(target, last4, {
      kind: "balance",
      artwork: "wallet",
      itemsText: `余额 ${yuan(valueFen)}`,
      goodsFen: valueFen,
      voucherFen: valueFen,
    }),
    posting: { transfers: [{ asset: "CNY", amount: valueFen, ...bought }] },
  };
}

/** Returns the grant of a target that needs only its code; undefined for the others. */
function plainGrantOf(context: Context, held: HeldCode): Grant | undefined {
  switch (held.target.target) {
    case "coupon":
      return couponGrantOf(context, held);
    case "level":
      return levelGrantOf(context, held);
    case "points":
      return pointsGrantOf(context, held);
    default:
      return undefined;
  }
}

async function grantOf(
  context: Context,
  db: Db,
  running: RunningSession,
  input: RedeemRequest["input"],
): Promise<Grant> {
  if (running.target.target === "benefit") return benefitGrantOf(context, db, running, input);
  return plainGrantOf(context, running) ?? balanceGrantOf(running);
}

/**
 * Refuses meal codes, which have their own operation, and a choice that the code does not offer.
 */
function checkChoice(target: CodeTarget, skuId: string | undefined): void {
  if (target.target === "benefit") return;
  const isHere = ["points", "balance", "coupon", "level"].includes(target.target);
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
  const grant = plainGrantOf(context, opened);
  invariant(grant, "only sessions of such targets are kept");
  const intent = intentOf({ route: ROUTE, key, body: input });
  return redeemIntoOrder(context, db, { running: opened, intent }, grant);
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
