/** A top-up as something that can be paid: prepared when it is begun, and gone on with. */
import { api } from "../../api.ts";
import type { Payable, PaymentProgress } from "./payable.ts";

/** A top-up is prepared when it is begun; paying it again goes on with that, nothing begins twice. */
export function topUpPayable(topUpNo: string, begun: PaymentProgress | undefined): Payable {
  const read = () => api.wallet.topUpDetail({ topUpNo }).then(({ payment }) => payment);
  return {
    returnPath: `/pages/user/topup?no=${encodeURIComponent(topUpNo)}&pay=1`,
    read,
    begin: () => (begun ? Promise.resolve(begun) : read()),
  };
}
