/** Seeds the demo's prepayments to suppliers. */
import { recordPrepayment } from "../domain/fulfilment/actions.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";

/** The ids are fixed, so that a later start finds the first start's payments. */
const DEPOSITS = [
  { supplierId: "topup", entryId: "0199d000-0000-7000-8000-000000000001", amountFen: 5_000_000 },
  { supplierId: "cards", entryId: "0199d000-0000-7000-8000-000000000002", amountFen: 3_000_000 },
  { supplierId: "movie", entryId: "0199d000-0000-7000-8000-000000000003", amountFen: 1_000_000 },
];

export async function seedSupplierDeposits(context: Context, db: Db): Promise<void> {
  for (const deposit of DEPOSITS) {
    await recordPrepayment(context, db, { ...deposit, actor: "system", note: "首期预存款" });
  }
}
