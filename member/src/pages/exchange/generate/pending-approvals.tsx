/**
 * The pending requests of a batch that need another person's approval. The requester can only wait.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { canDecideOn, type BatchViewer } from "./batch-permissions.ts";
import { decideVoidRequest } from "./batch-actions.ts";
import { rangeText } from "./batch-text.ts";
import styles from "./generate.module.css";

interface WaitingProps {
  readonly batch: Batch;
  readonly viewer: BatchViewer;
  /** Refetches the batch. */
  readonly onChanged: () => Promise<unknown>;
}

export const PendingApprovals = ({ batch, viewer, onChanged }: WaitingProps) =>
  batch.waiting.map((request) => {
    const decide = async (isAgreed: boolean) => {
      await decideVoidRequest(batch, request, isAgreed);
      await onChanged();
    };
    return (
      <section key={request.approvalId} className={styles.waiting} aria-label="作废申请">
        <h3 className="text-16 ink-900 strong">{`申请作废 ${rangeText(request, batch.count)}`}</h3>
        <p className="text-14 ink-900">{`原因：${request.reason}`}</p>
        <p className="text-14 ink-900">{formatTime(request.at).slice(0, 16)} 提出</p>
        {request.isExpired ? (
          <p className="text-14 ink-900">24 小时内没有人决定，申请已过期，可以重新申请</p>
        ) : canDecideOn(viewer, request.makerId) ? (
          <div className={styles.acts}>
            <Button appearance="sea" size={44} onPress={() => decide(true)}>
              同意
            </Button>
            <Button appearance="line" size={44} onPress={() => decide(false)}>
              驳回
            </Button>
          </div>
        ) : (
          <p className="text-14 ink-900">等另一人决定，同意前不会变</p>
        )}
      </section>
    );
  });
