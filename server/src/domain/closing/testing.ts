/** Shared by tests of closing: grants reward cash as a friend's order would do. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { post } from "../ledger/actions.ts";

/** The amount is in fen. */
export const giveReward = (
  context: Context,
  db: Db,
  memberId: string,
  amount: number,
  credit: "reward_cash" | "reward_frozen" = "reward_cash",
): Promise<unknown> =>
  transaction(db, (tx) =>
    post(context, tx, {
      memberId,
      actor: "system",
      kind: "adjust",
      ref: context.ids.next(),
      transfers: [{ asset: "CNY", debit: "expense", credit, amount, party: "adjust" }],
    }),
  );
