/** Valid inputs that name no existing object, for the operations on suppliers and the ledger. */
import type { Input, Name } from "@yunjing/contract/operations";

const reason = "试一试";
const supplier = { supplierId: "nobody" };
const kept = { name: "供应商", phone: "", hours: "", script: "" };

type Inputs = {
  readonly operatorLedger: { readonly [N in Name<"operatorLedger">]: Input<"operatorLedger", N> };
  readonly operatorSuppliers: {
    readonly [N in Name<"operatorSuppliers">]: Input<"operatorSuppliers", N>;
  };
};

export const supplyInputs: Inputs = {
  operatorLedger: {
    transactions: {},
    statement: { account: "clearing" },
    balanceAt: {},
  },
  operatorSuppliers: {
    detail: supplier,
    change: { ...supplier, ...kept, sinceVersion: 0, reason },
    series: { ...supplier, metric: "success", grain: "hour" },
    callbacks: supplier,
    unknown: supplier,
    importPrices: { ...supplier, prices: "product,1.00", dryRun: true, reason },
  },
};
