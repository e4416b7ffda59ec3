/** The decision on a batch: its maker submits it, another rejects one that expired. */
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { rejectBatch, submitBatch } from "./batch-actions.ts";

export function BatchFoot({ batch }: { readonly batch: OperatorBatch }) {
  const { state, isMine, isExpired } = batch;
  const maySubmit = state === "draft" || state === "failed" || (state === "ready" && isExpired);
  if (isMine && maySubmit && may("codes:make")) {
    return (
      <Button look="solid" onClick={() => void submitBatch(batch)}>
        提交审批
      </Button>
    );
  }
  // A batch in review is decided on the card of its approval.
  if (state !== "ready" || !isExpired || isMine || !may("exchange:approve")) return null;
  return (
    <Button look="danger" onClick={() => void rejectBatch(batch)}>
      拒绝
    </Button>
  );
}
