/** Refund sheet of a top-up: every amount returned or deducted, before confirmation. */
import { useQuery } from "@tanstack/react-query";
import type { TopUpRefundSheet as Sheet } from "@yunjing/contract/schemas/wallet";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { refundFacts, refundButtonText } from "./refund-text.ts";
import styles from "./topup.module.css";

interface RefundSheetProps {
  readonly topUpNo: string;
  readonly onClose: () => void;
}

function useRefund({ topUpNo, onClose }: RefundSheetProps) {
  const {
    data: sheet,
    isLoadingError,
    refetch,
  } = useQuery(apiQuery(api.wallet.refundSheet, { topUpNo }));
  const [error, setError] = useState<string>();
  const confirm = async ({ refundFen }: Sheet): Promise<void> => {
    setError(undefined);
    await withIdempotencyKey(`topup-refund:${topUpNo}:${refundFen}`, (idempotencyKey) =>
      api.wallet.refund({ topUpNo, refundFen }, { idempotencyKey }),
    ).then(
      () => {
        onClose();
        return toast(`已提交，${moneyText(refundFen)} 将退回微信`, { kind: "done" });
      },
      async (failure: unknown) => {
        // Part of it may have been spent meanwhile, so the amounts are refetched first.
        await refetch();
        setError(userMessageFor(failure));
      },
    );
  };
  return { sheet, isLoadingError, refetch, error, confirm };
}

export function RefundSheet(props: RefundSheetProps) {
  const { sheet, isLoadingError, refetch, error, confirm } = useRefund(props);
  const { data: summary } = useQuery(apiQuery(api.wallet.summary, {}));
  return (
    <FlowSheet
      reason="refunding a top-up"
      title="充值退款"
      onClose={props.onClose}
      foot={
        sheet?.allowed && (
          <Button appearance="main" block busyText="正在提交" onPress={() => confirm(sheet)}>
            {refundButtonText(sheet)}
          </Button>
        )
      }
    >
      <div className={styles.sheet}>
        {error && <NoticeBar kind="bad" text={error} />}
        {!sheet && (isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton count={1} />)}
        {sheet && !sheet.allowed && (
          <NoticeBar kind="info" text={sheet.why ?? "这笔充值现在不能退款"} />
        )}
        {sheet?.allowed && (
          <>
            <Facts boxed items={refundFacts(sheet, summary?.totalFen)} />
            <ul className="text-12 loose ink-700 bullets">
              {sheet.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FlowSheet>
  );
}
