/** Maps the operators' reads of the ledger to their actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  operatorLedgerBalanceAt,
  operatorLedgerStatement,
  operatorLedgerTransactions,
} from "./actions/ledger-list.ts";

export const operatorLedgerRoutes = (context: Context, db: Db): Handlers<"operatorLedger"> => ({
  transactions: (input, call) => operatorLedgerTransactions(context, db, input, call),
  statement: (input, call) => operatorLedgerStatement(context, db, input, call),
  balanceAt: (input, call) => operatorLedgerBalanceAt(context, db, input, call),
});
