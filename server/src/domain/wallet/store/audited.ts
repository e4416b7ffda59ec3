/** Reads what operators change in top-up packages, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns a top-up package. */
export const packageStateOf = (db: Db, packageId: string) =>
  auditedRow(
    db,
    packageId,
    sql`SELECT amount_fen AS "amountFen", bonus_fen AS "bonusFen", is_chosen AS "isChosen", is_on AS "isOn", sort
        FROM topup_package WHERE package_id = ${packageId}`,
  );
