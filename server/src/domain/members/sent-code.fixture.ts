/** Returns the code of a challenge as sent to the phone; for tests that have no phone. */
import { sql } from "drizzle-orm";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { smsSealContext } from "./actions/send-code.ts";

export async function sentCode(context: Context, db: Db, challengeId: string): Promise<string> {
  const found = await db.execute<{ sealed: Buffer }>(
    sql`SELECT sealed FROM outbox WHERE payload->>'challengeId' = ${challengeId}`,
  );
  const sealed = found.rows[0]?.sealed;
  if (!sealed) throw new Error("nothing was sent");
  const message = JSON.parse(context.secrets.open(sealed, smsSealContext(challengeId)));
  return String(message.code);
}
