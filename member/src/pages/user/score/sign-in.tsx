/** The daily sign-in card: seven days, today in gold, and one sign-in button. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check, chevron } from "../../../components/icons.ts";
import { Bone } from "../../../components/skeleton.tsx";
import styles from "./score.module.css";
import { weekdayText } from "./points-text.ts";

type SignIn = PointsSummary["signIn"];

interface SignInCardProps {
  readonly signIn: SignIn;
  readonly onSign: () => unknown;
  /** True animates today's check mark. */
  readonly hasJustSigned: boolean;
  /** The card shows the number of open tasks; without any task the link to them is hidden. */
  readonly tasks: PointsSummary["tasks"];
  readonly onTasks: () => void;
}

/** Returns the visible day with the most points, while it is still to come. */
function bestDayText({ days }: SignIn): string | undefined {
  const best = days.toSorted((one, other) => other.points - one.points)[0];
  const today = days.find(({ state }) => state === "today");
  if (!best || best.state === "signed" || best.points <= (today?.points ?? 0)) return undefined;
  return `第 ${days.indexOf(best) + 1} 天得 ${best.points} 积分`;
}

function Day({ day, isNew }: { readonly day: SignIn["days"][number]; readonly isNew: boolean }) {
  const { state, points } = day;
  const stateTexts = { signed: "已签到", today: "今天可得", coming: "可得" } as const;
  const name = state === "today" ? "今天" : weekdayText(day.day);
  return (
    <li className={styles.day} data-state={state} data-new={isNew ? "" : undefined}>
      <span className="sr-only">
        {name}，{stateTexts[state]} {points} 积分
      </span>
      <span className={styles.gain} aria-hidden="true">
        {state === "signed" ? <Icon of={check} size={18} /> : `+${points}`}
      </span>
      <span className="text-11 nowrap" aria-hidden="true">
        {name}
      </span>
    </li>
  );
}

export function SignInCard(props: SignInCardProps) {
  const { signIn, onSign, hasJustSigned, tasks, onTasks } = props;
  const { isSigned, streak, todayPoints, days } = signIn;
  const lastSigned = days.findLastIndex(({ state }) => state === "signed");
  const open = tasks.filter(({ state }) => state === "open");
  const most = open.reduce((sum, { points }) => sum + points, 0);
  return (
    <section className={styles.sign} aria-label="每日签到">
      <div className="row wrap between gap-2-3">
        <div className={styles.signWords}>
          <h2 className="text-16 ink-900 strong" aria-live="polite">
            {streak > 0 ? `连续签到 ${streak} 天` : "今天还没签到"}
          </h2>
          <p className="caption">
            {bestDayText(signIn) ?? (isSigned ? "明天再来，连签不断" : "连签天数越多，得的越多")}
          </p>
        </div>
        <Button
          appearance={isSigned ? "soft" : "sea"}
          size={32}
          onPress={onSign}
          reason={isSigned ? "今日已签到" : undefined}
        >
          签到领 {todayPoints} 积分
        </Button>
      </div>
      <ol className={styles.days} aria-label="这一周">
        {days.map((day, at) => (
          <Day key={day.day} day={day} isNew={hasJustSigned && at === lastSigned} />
        ))}
      </ol>
      {tasks.length > 0 && (
        <button type="button" className={styles.toTasks} onClick={onTasks}>
          <span>做任务赚积分</span>
          <span className="inline-row gap-half caption">
            {open.length === 0 ? "都做完了" : `${open.length} 个可做，共 ${most} 积分`}
            <Icon of={chevron} size={16} />
          </span>
        </button>
      )}
    </section>
  );
}

/** Skeleton of the card while it loads. */
export const SignInSkeleton = () => (
  <div className={styles.sign} role="status" aria-label="加载中">
    <div className="row wrap between gap-2-3">
      <span className={styles.signWords}>
        <Bone width={44} height={20} />
        <span className="caption">&nbsp;</span>
      </span>
      <Bone width={30} height={32} />
    </div>
    <div className={styles.days}>
      {["1", "2", "3", "4", "5", "6", "7"].map((day) => (
        <span key={day} className={styles.day} data-state="coming" />
      ))}
    </div>
    <div className={styles.toTasks}>
      <Bone width={100} />
    </div>
  </div>
);
