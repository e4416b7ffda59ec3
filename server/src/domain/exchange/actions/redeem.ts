/** Turns a code for points, balance or a coupon into what it stands for, in the member's account. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { receiptTokenOf } from "../../orders/actions.ts";
import { rulesOf } from "../../orders/model.ts";
import { expiryOf } from "../../points/actions.ts";
import { choiceOf, yuan } from "../manifest.ts";
import { needsMember } from "../model.ts";
import { askedSession, type Running } from "./find-session.ts";
import { type Draft, type Grant, settle } from "./settle.ts";

export type Redeeming = {
  readonly input: Input<"exchange", "redeem">;
  readonly memberId: string | undefined;
  readonly key: string;
};

const draftOf = (
  { title }: BatchTarget,
  last4: string,
  made: Pick<Draft, "kind" | "artwork" | "itemsText"> & Partial<Draft>,
): Draft => ({
  title,
  orderState: "DONE",
  fulfilState: "DONE",
  ...made,
  snapshot: { lines: [], rules: rulesOf(made.kind), codeLast4: last4 },
});

const COUPON_RULES = ["优惠券已存入卡包，下单时可选用", "有效期与使用范围以券面为准"];

function couponOf(context: Context, { target, last4 }: Running): Grant {
  const { templateId, title } = target;
  invariant(templateId, "a batch for coupons says of which template");
  const look = { kind: "coupon", artwork: "coupon", itemsText: title } as const;
  const snapshot = { lines: [], rules: COUPON_RULES, codeLast4: last4 };
  return {
    draft: { ...draftOf(target, last4, look), snapshot },
    posting: { couponId: context.ids.next(), templateId },
  };
}

function grantOf(context: Context, running: Running): Grant {
  if (running.target.target === "coupon") return couponOf(context, running);
  return moneyOf(context, running);
}

function moneyOf(context: Context, { target, last4, batch }: Running): Grant {
  const { points, valueFen } = target;
  if (target.target === "points") {
    invariant(points, "a batch for points says how many");
    const lifeMonths = context.settings.pointsLifeMonths;
    const expiresAt = expiryOf(context.clock.now(), lifeMonths);
    return {
      draft: draftOf(target, last4, {
        ...{ kind: "points", artwork: "coins", itemsText: `${points} 积分`, points },
      }),
      posting: { points, lotId: context.ids.next(), expiresAt },
    };
  }
  invariant(target.target === "balance" && valueFen, "a batch for balance says how much");
  const bought = { debit: "codes_sold", credit: "principal", party: `batch:${batch}` } as const;
  return {
    draft: draftOf(target, last4, {
      ...{ kind: "balance", artwork: "wallet", itemsText: `余额 ${yuan(valueFen)}` },
      ...{ goodsFen: valueFen, voucherFen: valueFen },
    }),
    posting: { transfers: [{ asset: "CNY", amount: valueFen, ...bought }] },
  };
}

/** What `redeem` takes: not a meal, which has its own operation, and not another choice than the code's. */
function checkChoice(target: BatchTarget, skuId: string | undefined): void {
  const isHere = ["points", "balance", "coupon"].includes(target.target);
  if (!isHere || (skuId !== undefined && skuId !== choiceOf(target)))
    throw new Refusal("INPUT_INVALID");
}

/**
 * Refuses SESSION_OVER, INPUT_INVALID and KEY_REUSED; LOGIN_NEEDED, and CLAIM_OVER of a coupon that is gone, leave the
 * session as it is.
 */
export async function redeemCode(
  context: Context,
  db: Db,
  { input, memberId, key }: Redeeming,
): Promise<Output<"exchange", "redeem">> {
  const holder = { session: input.session, memberId };
  const asked = await askedSession(context, db, holder, {
    route: "exchange.redeem",
    key,
    body: input,
  });
  const { running, intent } = asked;
  let kept = asked.kept;
  if (running) {
    checkChoice(running.target, input.skuId);
    if (needsMember(running.target) && !running.is_member) throw new Refusal("LOGIN_NEEDED");
    kept = await settle(context, db, { running, intent }, grantOf(context, running));
  }
  invariant(kept, "a session is running or was answered");
  const { orderNo, orderId, usesLeft } = kept;
  const left = usesLeft === undefined ? {} : { usesLeft };
  return { orderNo, receiptToken: receiptTokenOf(context, orderId), ...left };
}
