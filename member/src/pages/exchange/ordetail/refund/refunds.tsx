/** The refunds of an order so far, each with its state and next step. */
import type { RefundSheet } from "@yunjing/contract/schemas/refunds";
import { formatTime } from "../../../../device/time.ts";
import { Button } from "../../../../components/button.tsx";
import { Tag, type TagTone } from "../../../../components/tag.tsx";
import styles from "./refund.module.css";
import { ShownEvidence } from "../../../../components/evidence/shown-evidence.tsx";
import { tendersText } from "./shares.ts";

type Refund = RefundSheet["refunds"][number];

const tones: Readonly<Record<Refund["state"], TagTone>> = {
  applied: "warn",
  processing: "warn",
  abnormal: "warn",
  success: "ok",
  rejected: "bad",
  withdrawn: "plain",
};

interface RefundsProps {
  readonly refunds: readonly Refund[];
  readonly onWithdraw: () => Promise<void>;
}

export const Refunds = ({ refunds, onWithdraw }: RefundsProps) => (
  <ul className={styles.refunds} aria-label="退款记录">
    {refunds.map((refund) => (
      <li key={refund.refundNo} className="box grid justify-items-start gap-1 bg-ground">
        <p className="row wrap between gap-1-2 full-width text-16 ink-900">
          <b>{tendersText(refund)}</b>
          <Tag tone={tones[refund.state]}>{refund.stateText}</Tag>
        </p>
        <p className="caption">{refund.decision ?? refund.nextStep}</p>
        <p className="caption">
          {formatTime(refund.createdAt)}，{refund.reason}
        </p>
        {refund.evidence.length > 0 && <ShownEvidence sources={refund.evidence} />}
        {refund.canWithdraw && (
          <Button appearance="line" size={32} onPress={onWithdraw}>
            撤回申请
          </Button>
        )}
      </li>
    ))}
  </ul>
);
