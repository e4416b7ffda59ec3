/** Refund sheet: items and quantities, amounts by tender, reason and progress. */
import type { RefundSheet as Sheet } from "@yunjing/contract/schemas/refunds";
import { useEffect, useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { RefundForm } from "./refund/refund-form.tsx";
import { Refunds } from "./refund/refunds.tsx";
import { useEvidence } from "../../../components/evidence/use-evidence.ts";
import { chosenOf, initialCounts, sumOf, tendersText } from "./refund/shares.ts";

interface RefundSheetProps {
  readonly orderNo: string;
  readonly onClose: () => void;
}

function useRefund(orderNo: string) {
  const [sheet, setSheet] = useState<Sheet>();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const [reason, setReason] = useState<string>();
  const [error, setError] = useState<string>();
  const evidence = useEvidence("refund");

  const show = (read: Sheet) => {
    setSheet(read);
    setCounts(initialCounts(read));
    setError(undefined);
  };
  const fail = (failure: unknown) => setError(userMessageFor(failure));
  const refetch = () => api.refunds.sheet({ orderNo }).then(show, fail);
  useEffect(() => {
    void api.refunds.sheet({ orderNo }).then(show, fail);
  }, [orderNo]);
  const apply = async (): Promise<void> => {
    if (!sheet || reason === undefined) return;
    const items = chosenOf(sheet, counts);
    await withIdempotencyKey(`refund:${orderNo}`, (idempotencyKey) =>
      api.refunds.apply(
        { orderNo, items, reason, evidence: [...evidence.ids] },
        { idempotencyKey },
      ),
    ).then((read) => {
      show(read);
      setReason(undefined);
      evidence.clear();
      return toast("已提交退款", { kind: "done" });
    }, fail);
  };
  const withdraw = (): Promise<void> =>
    withIdempotencyKey(`withdraw:${orderNo}`, (idempotencyKey) =>
      api.refunds.withdraw({ orderNo }, { idempotencyKey }),
    ).then(show, fail);
  return {
    sheet,
    counts,
    setCounts,
    reason,
    setReason,
    error,
    evidence,
    refetch,
    apply,
    withdraw,
  };
}

export function RefundSheet({ orderNo, onClose }: RefundSheetProps) {
  const view = useRefund(orderNo);
  const { sheet, counts, reason, error, evidence } = view;
  const sum = sheet && sumOf(sheet, counts);
  const count = Object.values(counts).reduce((all, each) => all + each, 0);
  const unchosen = count === 0 ? "请选择要退的商品" : reason === undefined && "请选择原因";
  const shut = unchosen || evidence.blockedReason;
  return (
    <FlowSheet
      reason="asking for a refund"
      title="申请退款"
      onClose={onClose}
      foot={
        sheet?.allowed &&
        sum && (
          <Button appearance="main" block reason={shut} busyText="正在提交" onPress={view.apply}>
            提交，退回 {tendersText(sum)}
          </Button>
        )
      }
    >
      {error && sheet && <NoticeBar kind="bad" text={error} />}
      {!sheet &&
        (error ? <ErrorBlock note={error} onRetry={view.refetch} /> : <Skeleton count={2} />)}
      {sheet && (
        <>
          {sheet.refunds.length > 0 && (
            <Refunds refunds={sheet.refunds} onWithdraw={view.withdraw} />
          )}
          {sheet.allowed ? (
            <RefundForm
              sheet={sheet}
              counts={counts}
              onCounts={view.setCounts}
              reason={reason}
              onReason={view.setReason}
              evidence={evidence}
            />
          ) : (
            <NoticeBar kind="info" text={sheet.why ?? "现在没有可退的商品"} />
          )}
        </>
      )}
    </FlowSheet>
  );
}
