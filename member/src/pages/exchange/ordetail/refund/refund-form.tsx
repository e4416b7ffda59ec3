/** Refund form: the items to refund, the amounts by tender, the consequences and the reason. */
import { ownValue } from "@yunjing/contract/own-value";
import type { RefundSheet } from "@yunjing/contract/schemas/refunds";
import { BenefitPicture } from "../../../../components/benefit-picture.tsx";
import { Chips } from "../../../../components/chip.tsx";
import { EvidencePhotos } from "../../../../components/evidence/evidence-photos.tsx";
import type { Evidence } from "../../../../components/evidence/use-evidence.ts";
import { Facts } from "../../../../components/facts.tsx";
import { countText, moneyText } from "../../../../components/money.ts";
import { Stepper } from "../../../../components/stepper.tsx";
import styles from "./refund.module.css";
import { type Counts, sumOf } from "./shares.ts";

interface AskingProps {
  readonly sheet: RefundSheet;
  readonly counts: Counts;
  readonly onCounts: (counts: Counts) => void;
  readonly reason: string | undefined;
  readonly onReason: (reason: string) => void;
  readonly evidence: Evidence;
}

type Item = RefundSheet["items"][number];

interface UnitsProps {
  readonly item: Item;
  readonly count: number;
  readonly onCount: (count: number) => void;
}

/**
 * Undelivered units are refunded all together or not at all; then there is no quantity to choose.
 */
function Units({ item, count, onCount }: UnitsProps) {
  const { title, refundable, refundableMin } = item;
  if (refundable === 0) return <span className={styles.why}>{item.why ?? "不可退"}</span>;
  const change = (next: number) => {
    if (next < count) onCount(next < refundableMin ? 0 : next);
    else onCount(Math.max(next, refundableMin));
  };
  return (
    <Stepper
      label={title}
      appearance="plain"
      value={count}
      min={0}
      max={refundable}
      maxReason={`最多退 ${refundable} 件`}
      onChange={change}
    />
  );
}

export function RefundForm({ sheet, counts, onCounts, reason, onReason, evidence }: AskingProps) {
  const sum = sumOf(sheet, counts);
  return (
    <div className={styles.asking}>
      <ul className="grid gap-3">
        {sheet.items.map((item) => (
          <li key={item.itemId} className="row wrap gap-2-3">
            <BenefitPicture artwork={item.artwork} photo={item.photo} tint={item.tint} size={48} />
            <span className={styles.words}>
              <span className="text-14 ink-900 medium">{item.title}</span>
              <span className="caption">
                {[item.spec, `共 ${item.quantity} 件`].filter(Boolean).join("，")}
              </span>
            </span>
            <Units
              item={item}
              count={ownValue(counts, item.itemId) ?? 0}
              onCount={(count) => onCounts({ ...counts, [item.itemId]: count })}
            />
          </li>
        ))}
      </ul>
      <Facts
        boxed
        items={[
          ...(sum.cashFen > 0 ? [{ name: "退回微信", value: moneyText(sum.cashFen) }] : []),
          ...(sum.balanceFen > 0 ? [{ name: "退回余额", value: moneyText(sum.balanceFen) }] : []),
          ...(sum.points > 0 ? [{ name: "退回积分", value: countText(sum.points) }] : []),
          {
            name: "处理方式",
            value: sum.isReviewed ? "提交后由客服审核" : "提交后立即退回",
            isStrong: true,
          },
        ]}
      />
      {sheet.follows.length > 0 && (
        <ul className="text-12 loose ink-700 bullets">
          {sheet.follows.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <div>
        <h3 className="mb-1 text-14 ink-900 strong">退款原因</h3>
        <Chips
          label="退款原因"
          on="surface"
          wraps="start"
          value={reason ?? ""}
          items={sheet.reasons.map((each) => ({ id: each, text: each }))}
          onChoose={onReason}
        />
      </div>
      <EvidencePhotos evidence={evidence} />
    </div>
  );
}
