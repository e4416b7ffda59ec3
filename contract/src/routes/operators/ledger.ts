/** Routes where operators read the ledger: postings, the statement of an account, and balances. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["ledger:read"] } as const;

export const operatorLedger = routesOf({
  transactions: { ...may, method: "GET", path: "/ledger/transactions" },
  statement: { ...may, method: "GET", path: "/ledger/accounts/{account}/statement" },
  balanceAt: { ...may, method: "GET", path: "/ledger/balance-at" },
});
