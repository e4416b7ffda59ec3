/** The head of 邀请明细: rewards received, rewards pending, and the number of friends. */
import type { InviteSummary } from "@yunjing/contract/schemas/invite";
import { Icon } from "../../../components/icon.tsx";
import { countText, moneyText } from "../../../components/money.ts";
import { help } from "../../../components/page-icons.ts";
import { Price } from "../../../components/price.tsx";
import { Bone } from "../../../components/skeleton.tsx";
import styles from "./head.module.css";

export const HeadSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="加载中">
    <Bone width={30} height={12} />
    <Bone width={50} height={40} />
    <Bone width={80} height={44} />
  </div>
);

const Figure = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className="min-width-0">
    <dt className="caption regular">{name}</dt>
    <dd className="text-16 ink-900 bold mt-half">{text}</dd>
  </div>
);

interface HeadProps {
  readonly summary: InviteSummary;
  readonly onRules: () => void;
}

export function Head({ summary, onRules }: HeadProps) {
  const { settledFen, settledPoints, pendingFen, pendingPoints } = summary;
  const pending = pendingPoints > 0 ? ` + ${countText(pendingPoints)} 积分` : "";
  return (
    <header className={styles.head}>
      <div className="row between gap-2">
        <h2 className="caption regular">已到账</h2>
        <button
          type="button"
          className="touch touch-small row gap-1 text-12 ink-700"
          onClick={onRules}
        >
          <Icon of={help} size={16} />
          活动规则
        </button>
      </div>
      <p className={styles.total}>
        <Price amountFen={settledFen} money="exact" size={40} tone="paid" />
        {settledPoints > 0 && (
          <span className="text-14 ink-700">另有 {countText(settledPoints)} 积分</span>
        )}
      </p>
      <dl className={styles.figures}>
        <Figure name="待结算" text={`${moneyText(pendingFen)}${pending}`} />
        <Figure name="已邀请" text={`${countText(summary.invited)} 人`} />
        <Figure name="有效" text={`${countText(summary.effective)} 人`} />
      </dl>
    </header>
  );
}
