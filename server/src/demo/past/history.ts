/** Does what the plan of the demo's past says, one event at its time. */
import { codeOf } from "../../domain/invitations/actions.ts";
import { claimCoupon } from "../../domain/coupons/actions.ts";
import { signInWithTx } from "../../domain/points/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type CodePool, redeem } from "./batches.ts";
import { register } from "./people.ts";
import type { Event } from "./plan.ts";
import { applyForReturn, cancel, expire, payAndReceive, placeUnpaid, topUp } from "./shopping.ts";
import { deliverAll, type PastEnvironment, unlessRefused } from "./environment.ts";

const REASONS = ["买错了", "不想要了", "地址不方便", "重复购买"] as const;
const PACKAGE = "three-hundred";

/** Claims a coupon in the centre. Returns its id, unless the campaign refuses the member. */
async function claim(
  { time: { context, pass }, db }: PastEnvironment,
  memberId: string,
  templateId: string,
): Promise<string | undefined> {
  const key = context.ids.next();
  const claimed = await claimCoupon(context, db, { memberId, templateId, key }).catch(
    unlessRefused,
  );
  pass(30_000);
  return claimed?.id;
}

async function buy(
  env: PastEnvironment,
  memberId: string,
  { skuId, input, end, fromBalance, person, templateId }: Event & { do: "buy" },
): Promise<void> {
  const coupon = templateId && (await claim(env, memberId, templateId));
  const couponIds = coupon ? [coupon] : [];
  const placed = await placeUnpaid(env, { memberId, skuId, input, couponIds });
  if (end === "cancelled") return cancel(env, placed);
  if (end === "expired") return expire(env, placed);
  await payAndReceive(env, placed, { fromBalance });
  if (end !== "returned") return;
  const reason = REASONS[person.place % REASONS.length] ?? REASONS[0];
  // A top-up cannot be returned: the member learns that, and keeps it.
  await applyForReturn(env, placed, reason).catch(unlessRefused);
}

async function act(env: PastEnvironment, { memberId, codes }: Acting, event: Event): Promise<void> {
  const { time, db } = env;
  const { context } = time;
  switch (event.do) {
    case "join":
      return;
    case "sign-in":
      await transaction(db, (tx) => signInWithTx(context, tx, memberId));
      return;
    case "claim":
      await claim(env, memberId, event.templateId);
      return;
    case "redeem":
      return redeem(env, codes, { memberId, event });
    case "top-up":
      return topUp(env, memberId, PACKAGE);
    case "buy":
      return buy(env, memberId, event);
  }
}

export type Known = {
  /** The members who have joined, by place. */
  readonly members: Map<number, string>;
  readonly codes: CodePool;
  /** Of the demo's first member. */
  readonly inviteCode: string;
};
type Acting = { readonly memberId: string; readonly codes: CodePool };

/** Performs one event at the time of the work that runs. */
export async function performEvent(
  env: PastEnvironment,
  { members, codes, inviteCode }: Known,
  event: Event,
): Promise<void> {
  const { person } = event;
  if (event.do === "join") {
    const inviterId = person.invitedBy === undefined ? undefined : members.get(person.invitedBy);
    const code = inviterId ? await codeOf(env.time.context, env.db, inviterId) : inviteCode;
    members.set(person.place, await register(env, person, code));
  }
  const memberId = members.get(person.place);
  if (memberId === undefined) throw new Error(`${person.name} acts before joining`);
  await act(env, { memberId, codes }, event);
  await deliverAll(env, memberId);
}
