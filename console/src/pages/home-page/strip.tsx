/** 今后 14 天: when each block with a time is shown, and what overlaps, is missing or empty. */
import { TriangleAlert } from "lucide-react";
import { dayText } from "../../parts/format.ts";
import { useNow } from "../../parts/use-now.ts";
import { type Block, type HomeState, nameOf } from "./blocks.ts";
import styles from "./home-page.module.css";

const DAY_MS = 86_400_000;
const DAYS = 14;
const WHOLE = 100;

const shortDay = (at: number): string => dayText(at).slice(5);

export function Strip(props: {
  readonly blocks: readonly Block[];
  readonly warnings: HomeState["warnings"];
  readonly isStale: boolean;
}) {
  const { blocks, warnings, isStale } = props;
  const now = useNow();
  const share = (at: number) =>
    Math.min(Math.max(((at - now) / (DAYS * DAY_MS)) * WHOLE, 0), WHOLE);
  const timed = blocks.filter(
    ({ isOn, startsAt, endsAt }) => isOn && (startsAt !== undefined || endsAt !== undefined),
  );
  return (
    <section className={styles.strip} aria-labelledby="strip-title">
      <h2 id="strip-title">今后 {DAYS} 天</h2>
      {timed.length === 0 && <p className={styles.quiet}>版块都长期显示。</p>}
      {timed.map((block) => {
        const from = share(block.startsAt ?? now);
        const to = share(block.endsAt ?? Infinity);
        return (
          <div key={block.blockId} className={styles.stripRow}>
            <span>{nameOf(block)}</span>
            <span className={styles.stripTrack}>
              <i
                data-kind={block.kind}
                style={{ left: `${from}%`, width: `${Math.max(to - from, 0)}%` }}
              />
            </span>
          </div>
        );
      })}
      {timed.length > 0 && (
        <p className={styles.stripScale}>
          <span>今天</span>
          <span>{shortDay(now + 7 * DAY_MS)}</span>
          <span>{shortDay(now + DAYS * DAY_MS)}</span>
        </p>
      )}
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="提醒" data-stale={isStale || undefined}>
          {warnings.map(({ text }) => (
            <li key={text}>
              <TriangleAlert aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
