/**
 * Hook that resumes an unpaid top-up: with its prepared payment if still usable, else it offers a
 * new top-up.
 */
import type { TopUp } from "@yunjing/contract/schemas/wallet";
import { useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import type { BegunTopUp } from "../wallet/use-top-up.ts";

export function useResumePayment(onTopUp: () => void) {
  const [paying, setPaying] = useState<BegunTopUp>();
  const payOn = ({ topUpNo }: TopUp): Promise<void> =>
    api.wallet.topUpDetail({ topUpNo }).then(
      async (read) => {
        const { jsapi, h5Url, state } = read.payment;
        if (jsapi || h5Url !== undefined || state !== "waiting") return setPaying(read);
        const isAgain = await confirm({
          title: "重新充值？",
          content: "这笔充值的支付页已经关闭，没有扣款。可以重新选择金额充值。",
          confirmText: "重新充值",
        });
        if (isAgain) onTopUp();
      },
      (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
    );
  return { paying, payOn, endPaying: () => setPaying(undefined) };
}
