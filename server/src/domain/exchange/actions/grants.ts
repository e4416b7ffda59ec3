/** What a code of each target becomes: the draft of an order and its posting. */
import type { Input } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { giftOf } from "../../orders/actions.ts";
import { rulesOf } from "../../orders/model.ts";
import { expiryOf } from "../../points/actions.ts";
import { validateChoice } from "../choices.ts";
import { yuan } from "../manifest.ts";
import type { CodeTarget } from "../store.ts";
import type { Grant, OrderDraft } from "./create-order.ts";
import type { RunningSession } from "./find-session.ts";

type Chosen = Pick<Input<"exchange", "redeem">, "skuId" | "input">;
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
  { skuId, input }: Chosen,
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

/** The grants of targets that need nothing but their code. */
const PLAIN_GRANTS = { coupon: couponGrantOf, level: levelGrantOf, points: pointsGrantOf };
type PlainTarget = keyof typeof PLAIN_GRANTS;
type HasPlainTarget = { readonly target: { readonly target: PlainTarget } };
export type PlainCode = HeldCode & HasPlainTarget;

export const hasPlainTarget = <Code extends Pick<HeldCode, "target">>(
  code: Code,
): code is Code & HasPlainTarget => Object.hasOwn(PLAIN_GRANTS, code.target.target);

export const plainGrantOf = (context: Context, code: PlainCode): Grant =>
  PLAIN_GRANTS[code.target.target](context, code);

/** Returns the grant of any target but a meal. Refuses what {@link validateChoice} refuses. */
export async function grantOf(
  context: Context,
  db: Db,
  running: RunningSession,
  chosen: Chosen,
): Promise<Grant> {
  if (running.target.target === "benefit") return benefitGrantOf(context, db, running, chosen);
  return hasPlainTarget(running) ? plainGrantOf(context, running) : balanceGrantOf(running);
}
