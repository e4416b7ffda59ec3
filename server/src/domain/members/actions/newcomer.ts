/** Tells the other modules of a new member, in the transaction of the registration. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import type { NewcomerListener } from "../port.ts";

export async function announceNewcomer(
  context: Context,
  tx: Tx,
  newcomers: NewcomerListener,
  newcomer: Parameters<NewcomerListener["onRegistered"]>[1],
): Promise<void> {
  await newcomers.onRegistered(tx, newcomer);
  const { memberId } = newcomer;
  await publishEvent(context, tx, { memberId, kind: "member.registered", ref: memberId });
}
