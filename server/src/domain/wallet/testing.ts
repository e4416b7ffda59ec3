/** Shared test code of the wallet: top-ups as if paid through the channel. */
import { sql } from "drizzle-orm";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { callOpen } from "./store/topups.ts";
import { paidTopUp } from "./actions/payment-listener.ts";
import { generateTopUpNo } from "./model.ts";

export type Wanted = {
  readonly memberId: string;
  readonly amountFen: number;
  readonly bonusFen?: number;
};

/** Opens a top-up that waits for its payment. */
export async function openTopUp(context: Context, db: Db, wanted: Wanted) {
  const { memberId, amountFen, bonusFen = 0 } = wanted;
  const id = context.ids.next();
  const topUpNo = generateTopUpNo(context);
  const expiresAt = new Date(context.clock.now().getTime() + context.settings.topUpMs);
  const topUp = {
    id,
    topUpNo,
    packageId: null,
    amountFen,
    bonusFen,
    expiresAt: expiresAt.toISOString(),
    eventId: context.ids.next(),
  };
  const { balanceCapFen: capFen } = context.settings;
  await transaction(db, (tx) =>
    callOpen(tx, memberId, { topUp, capFen, now: context.clock.sql() }),
  );
  return { id, topUpNo };
}

/** Applies a payment to the module, as payments would, with a made-up attempt id. */
export async function payTopUp(
  context: Context,
  db: Db,
  { memberId, amountFen, id, attemptId }: Wanted & { id: string; attemptId: string },
): Promise<"accepted" | "late"> {
  const paid = paidTopUp(context, { attemptId, amountFen, paidAt: context.clock.now() });
  const { rows } = await db.execute<{ outcome: string }>(sql`
    SELECT wallet_topup_paid(${memberId}, ${id}, ${JSON.stringify(paid)}::jsonb,
                             ${context.clock.sql()}::timestamptz) AS outcome`);
  return rows[0]?.outcome === "paid" || rows[0]?.outcome === "repeat" ? "accepted" : "late";
}

/** Creates a credited top-up. */
export async function creditedTopUp(context: Context, db: Db, wanted: Wanted) {
  const opened = await openTopUp(context, db, wanted);
  await payTopUp(context, db, { ...wanted, id: opened.id, attemptId: context.ids.next() });
  return opened;
}
