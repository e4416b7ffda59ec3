/** The top-up supplier's trade: credit for phones and other accounts; nothing is handed over. */
import { refusalOfProduct, type SupplierBehaviour } from "../suppliers/behaviour.ts";

export type WantedTopup = {
  outNo: string;
  kind: "topup";
  product: string;
  account: string;
  quantity: number;
  faceFen: number;
};

const id = { type: "string", minLength: 1, maxLength: 64 };

export const topupBehaviour: SupplierBehaviour<WantedTopup> = {
  id: "topup",
  path: "/topup/v1/orders",
  numberPrefix: "T",
  schema: {
    type: "object",
    required: ["outNo", "kind", "product", "account", "quantity", "faceFen"],
    properties: {
      outNo: id,
      kind: { const: "topup" },
      product: id,
      account: id,
      quantity: { type: "integer", minimum: 1, maximum: 100 },
      faceFen: { type: "integer", minimum: 1 },
    },
  },
  sentinelTextOf: ({ account }) => account,
  refusalOf: (wanted) => refusalOfProduct(wanted) ?? refusalOfAccount(wanted),
  lateFailureReason: "CARRIER_REFUSED",
  deliver: () => ({ codes: [] }),
};

/** Eleven figures after a one read as a phone, and must be one; any other account is taken at its word. */
function refusalOfAccount({ account }: WantedTopup): string | undefined {
  return /^1[0-2]\d{9}$/.test(account) ? "ACCOUNT_INVALID" : undefined;
}
