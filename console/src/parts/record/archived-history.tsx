/** Says that the earlier history of something is in archive files, up to which day and since when. */
import { dayText } from "../format.ts";
import styles from "./timeline.module.css";

/** Instants in ms. */
export type ArchivedHistory = { readonly until: number; readonly archivedAt: number };

export const ArchivedHistoryNote = ({ until, archivedAt }: ArchivedHistory) => (
  <p className={styles.archived}>
    更早的记录（截至 {dayText(until)}）已于 {dayText(archivedAt)}{" "}
    归档，文件见「任务与死信」的「归档文件」。
  </p>
);
