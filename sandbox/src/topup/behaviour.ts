/** The sandbox top-up supplier: credit for phones and other accounts; it issues no codes. */
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

/**
 * An account of eleven digits that begins with 1 is read as a phone number and is refused when no
 * phone has that prefix (10 to 12); any other account is accepted.
 */
function refusalOfAccount({ account }: WantedTopup): string | undefined {
  return /^1[0-2]\d{9}$/.test(account) ? "ACCOUNT_INVALID" : undefined;
}
