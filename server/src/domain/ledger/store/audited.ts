/** Reads what operators change in frozen accounts, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

type FreezeKey = { readonly memberId: string; readonly asset: string };

/** Returns whether a member's asset is frozen, and why. */
export const freezeStateOf = (db: Db, { memberId, asset }: FreezeKey) =>
  auditedRow(
    db,
    memberId,
    sql`SELECT asset, is_frozen AS "isFrozen", reason FROM ledger_freeze
        WHERE member_id = ${memberId} AND asset = ${asset}`,
  );
