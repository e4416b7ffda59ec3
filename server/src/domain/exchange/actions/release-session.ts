/** Releases a code before anything was ordered with it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { releaseCode } from "../store.ts";
import { type Holder, requireRunningSession } from "./find-session.ts";

/** Frees the code for anyone at once. Refuses SESSION_OVER. */
export async function releaseSession(context: Context, db: Db, holder: Holder): Promise<void> {
  const running = await requireRunningSession(context, db, holder);
  await transaction(db, async (tx) => {
    const released = await releaseCode(tx, {
      codeMac: running.codeMac,
      sessionId: running.session,
      sessionHash: hashToken(holder.session),
      now: context.clock.sql(),
    });
    if (!released) throw new Refusal("SESSION_OVER");
    await writeHistoryEntry(context, tx, {
      memberId: running.owner,
      entity: "code",
      entityId: released.codeId,
      name: "left",
      from: released.isOfMany ? "ACTIVE" : "LOCKED",
      to: "ACTIVE",
      actor: { kind: "member", id: running.owner },
    });
  });
}
