/** Requests a permit as orders do in their own statements; for tests without an order. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/pool.ts";

type PermitRequest = {
  readonly memberId: string;
  readonly ref: string;
  readonly fen: number;
  readonly freeFen: number;
  readonly dayFen: number;
  readonly proof?: Buffer;
  readonly now?: Date;
};

export async function callPermit(tx: Pick<Tx, "execute">, request: PermitRequest): Promise<string> {
  const { rows } = await tx.execute<{ outcome: string }>(sql`
    SELECT security_permit(${request.memberId}, ${request.ref}, ${request.fen}, ${request.proof ?? null}::bytea, ${request.freeFen},
                           ${request.dayFen}, ${request.now ?? null}::timestamptz) AS outcome`);
  return rows[0]?.outcome ?? "";
}
