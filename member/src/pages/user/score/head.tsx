/** The blue head of the points page: available, pending, expiring and owed points. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import { Contours } from "../../../components/contours.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { countText } from "../../../components/money.ts";
import { Pressable } from "../../../components/pressable.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./score.module.css";
import { expiringText, pendingText } from "./points-text.ts";

export const RECORDS = "/pages/user/score_log";

interface HeadProps {
  /** `undefined` while loading; the figures already have their space. */
  readonly summary: PointsSummary | undefined;
  /** Loading failed, so no figure is shown. */
  readonly hasFailed: boolean;
  readonly onCalendar: () => void;
  readonly onRules: () => void;
}

function Figures({
  summary,
  onCalendar,
}: Pick<HeadProps, "onCalendar"> & { summary: PointsSummary }) {
  const pending = pendingText(summary);
  const expiring = expiringText(summary);
  return (
    <>
      {pending && <span>{pending}</span>}
      {expiring && (
        <button type="button" className={styles.headLink} onClick={onCalendar}>
          {expiring}
          <Icon of={chevron} size={14} />
        </button>
      )}
      {!pending && !expiring && summary.calendar.length === 0 && (
        <span>签到、下单、做任务都能得积分</span>
      )}
      {!pending && !expiring && summary.calendar.length > 0 && (
        <button type="button" className={styles.headLink} onClick={onCalendar}>
          查看有效期
          <Icon of={chevron} size={14} />
        </button>
      )}
    </>
  );
}

export const Head = ({ summary, hasFailed, onCalendar, onRules }: HeadProps) => (
  <header className={styles.head}>
    <Contours isUnderBar />
    <div className={styles.headTop}>
      <h2 className={styles.headName}>可用积分</h2>
      {summary && (
        <button type="button" className={styles.headLink} onClick={onRules}>
          积分规则
        </button>
      )}
      <Pressable
        className={styles.headLink}
        href={RECORDS}
        onPress={() => void navigateTo(RECORDS)}
      >
        积分明细
        <Icon of={chevron} size={14} />
      </Pressable>
    </div>
    <p className={styles.total}>
      {summary ? (
        countText(summary.available)
      ) : hasFailed ? (
        <span className={styles.unread}>暂时读不到</span>
      ) : (
        <span className={styles.wait} />
      )}
    </p>
    <div className={styles.dates}>
      {summary && <Figures summary={summary} onCalendar={onCalendar} />}
      {!summary && !hasFailed && <span className={styles.wait} data-small="" />}
    </div>
    {summary && summary.debt > 0 && (
      <p className={styles.debt}>
        欠 {countText(summary.debt)} 积分：退款要收回的积分已用掉，之后得到的先用来补足。
      </p>
    )}
  </header>
);
