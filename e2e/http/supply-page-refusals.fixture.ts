/** Provokes each refusal of the operations on one supplier and on the ledger. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import { supplyInputs } from "./supply-inputs.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type RefusalCases = Readonly<
  Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>
>;
type Given = { readonly exchange: ExchangeFixture; readonly operator: Login };

const NO_MEMBER = "999999999";
const known = { supplierId: "topup" };

export function supplyPageRefusalCases(given: () => Given): RefusalCases {
  const by = () => ({ token: given().operator.consoleToken });
  const inputs = supplyInputs.operatorSuppliers;
  const supplier = <N extends keyof typeof inputs>(name: N, changes: object = {}) =>
    given().exchange.call("operatorSuppliers", name, { ...inputs[name], ...changes }, by());
  const ledger = <N extends "transactions" | "statement" | "balanceAt">(name: N, input: object) =>
    given().exchange.call(
      "operatorLedger",
      name,
      { ...supplyInputs.operatorLedger[name], ...input },
      by(),
    );
  return {
    "operatorSuppliers.detail": { NOT_FOUND: () => supplier("detail") },
    "operatorSuppliers.change": {
      NOT_FOUND: () => supplier("change"),
      STATE_CHANGED: () => supplier("change", { ...known, sinceVersion: 99 }),
    },
    "operatorSuppliers.series": {
      NOT_FOUND: () => supplier("series"),
      INPUT_INVALID: () => supplier("series", { ...known, from: 2, to: 1 }),
    },
    "operatorSuppliers.callbacks": { NOT_FOUND: () => supplier("callbacks") },
    "operatorSuppliers.unknown": { NOT_FOUND: () => supplier("unknown") },
    "operatorSuppliers.importPrices": {
      NOT_FOUND: () => supplier("importPrices"),
      INPUT_INVALID: () => supplier("importPrices", { ...known, dryRun: false }),
    },
    "operatorLedger.transactions": {
      NOT_FOUND: () => ledger("transactions", { memberNo: NO_MEMBER }),
      INPUT_INVALID: () => ledger("transactions", { from: 0 }),
    },
    "operatorLedger.statement": {
      NOT_FOUND: () => ledger("statement", { account: `principal.${NO_MEMBER}` }),
      INPUT_INVALID: () => ledger("statement", { account: "nothing" }),
    },
    "operatorLedger.balanceAt": {
      NOT_FOUND: () => ledger("balanceAt", { account: `principal.${NO_MEMBER}` }),
      INPUT_INVALID: () => ledger("balanceAt", { at: Date.now() + 86_400_000 }),
    },
  };
}
