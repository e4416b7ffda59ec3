/** How much of something is used: a bar, and below it the figures in words. */
import { Progress } from "./columns.tsx";
import styles from "./used-bar.module.css";

/** Without a `total` there is no limit and no bar. */
export function UsedBar(props: {
  readonly used: number;
  readonly total: number | undefined;
  readonly text: string;
}) {
  const { used, total, text } = props;
  return (
    <span className={styles.used}>
      {total !== undefined && <Progress used={used} total={total} label={text} />}
      <small>{text}</small>
    </span>
  );
}
