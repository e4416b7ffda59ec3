/** A top-up as a payable: its payment is prepared when the top-up begins, and continued here. */
import { api } from "../../api.ts";
import type { Payable, PaymentProgress } from "./payable.ts";

/**
 * A top-up is prepared when it begins; paying it again continues the same payment and starts no
 * second one.
 */
export function topUpPayable(topUpNo: string, begun: PaymentProgress | undefined): Payable {
  const read = () => api.wallet.topUpDetail({ topUpNo }).then(({ payment }) => payment);
  return {
    returnPath: `/pages/user/topup?no=${encodeURIComponent(topUpNo)}&pay=1`,
    read,
    begin: () => (begun ? Promise.resolve(begun) : read()),
  };
}
