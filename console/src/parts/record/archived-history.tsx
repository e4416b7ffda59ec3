/**
 * Says that the earlier history of something comes from archive files, up to which day and since
 * when, and whether it could be read.
 */
import { dayText } from "../format.ts";
import styles from "./timeline.module.css";

/** Instants in ms. */
export type ArchivedHistory = {
  readonly until: number;
  readonly archivedAt: number;
  readonly isReadable: boolean;
};

export const ArchivedHistoryNote = ({ until, archivedAt, isReadable }: ArchivedHistory) => (
  <p className={isReadable ? styles.archived : `${styles.archived} ${styles.unreadable}`}>
    截至 {dayText(until)} 的记录已于 {dayText(archivedAt)} 归档，
    {isReadable
      ? "以上已从归档文件读出。"
      : "归档文件现在读不到，以上记录不完整。文件见「任务与死信」的「归档文件」。"}
  </p>
);
