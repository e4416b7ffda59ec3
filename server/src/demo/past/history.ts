/** Does what the plan of the demo's past says, one event at its time. */
import { claimCoupon } from "../../domain/coupons/actions.ts";
import { signInWithTx } from "../../domain/points/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { register } from "./people.ts";
import type { Event } from "./plan.ts";
import { applyForReturn, cancel, expire, payAndReceive, placeUnpaid, topUp } from "./shopping.ts";
import { deliverAll, type World } from "./world.ts";

const REASONS = ["买错了", "不想要了", "地址不方便", "重复购买"] as const;
const PACKAGE = "three-hundred";

async function buy(
  world: World,
  memberId: string,
  { skuId, input, end, fromBalance, person }: Event & { do: "buy" },
): Promise<void> {
  const placed = await placeUnpaid(world, { memberId, skuId, input });
  if (end === "cancelled") return cancel(world, placed);
  if (end === "expired") return expire(world, placed);
  await payAndReceive(world, placed, { fromBalance });
  if (end !== "returned") return;
  const reason = REASONS[person.place % REASONS.length] ?? REASONS[0];
  // A top-up cannot be returned: the member learns that, and keeps it.
  await applyForReturn(world, placed, reason).catch(unlessRefused);
}

/** A refusal is a "no" that members of the past meet too. */
const unlessRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error;
};

async function act(world: World, memberId: string, event: Event): Promise<void> {
  const { time, db } = world;
  const { context } = time;
  switch (event.do) {
    case "join":
      return;
    case "sign-in":
      await transaction(db, (tx) => signInWithTx(context, tx, memberId));
      return;
    case "claim": {
      const { templateId } = event;
      const key = context.ids.next();
      await claimCoupon(context, db, { memberId, templateId, key }).catch(unlessRefused);
      return;
    }
    case "top-up":
      return topUp(world, memberId, PACKAGE);
    case "buy":
      return buy(world, memberId, event);
  }
}

/** Does one event; `members` holds the members who have joined, by place. */
export async function happen(
  world: World,
  members: Map<number, string>,
  event: Event,
): Promise<void> {
  const { person } = event;
  if (event.do === "join") {
    const { memberId } = await register(world, person);
    members.set(person.place, memberId);
  }
  const memberId = members.get(person.place);
  if (memberId === undefined) throw new Error(`${person.name} acts before joining`);
  await act(world, memberId, event);
  await deliverAll(world, memberId);
}
