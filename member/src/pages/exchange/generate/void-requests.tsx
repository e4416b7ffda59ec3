/** The requests to void codes of a batch. An operator decides them; the dealer can only wait. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { formatTime } from "../../../device/time.ts";
import { rangeText } from "./batch-text.ts";
import styles from "./generate.module.css";

export const VoidRequests = ({ batch }: { readonly batch: Batch }) =>
  batch.waiting.map((request) => (
    <section key={request.approvalId} className={styles.waiting} aria-label="作废申请">
      <h3 className="text-16 ink-900 strong">{`申请作废 ${rangeText(request, batch.count)}`}</h3>
      <p className="text-14 ink-900">{`原因：${request.reason}`}</p>
      <p className="text-14 ink-900">{formatTime(request.at).slice(0, 16)} 提出</p>
      <p className="text-14 ink-900">
        {request.isExpired
          ? "24 小时内没有人决定，申请已过期，可以重新申请"
          : "等另一人决定，同意前不会变"}
      </p>
    </section>
  ));
