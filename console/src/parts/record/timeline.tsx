/** What happened, the newest first: everything, or only what people did. */
import { type ReactNode, useState } from "react";
import { dayText, fullTime, timeText } from "../format.ts";
import { Card } from "../page-head.tsx";
import { Segments } from "../tabs.tsx";
import { type ArchivedHistory, ArchivedHistoryNote } from "./archived-history.tsx";
import styles from "./timeline.module.css";

export type TimelineEvent = {
  readonly id: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** The name of who did it, or the word for the system or a partner. */
  readonly actor?: string | undefined;
  /** True when a member or an operator did it. */
  readonly isByPerson?: boolean;
  readonly tone?: "ok" | "warn" | "bad" | undefined;
};

/** An event of today has its time alone. */
const isToday = (at: number): boolean => dayText(at) === dayText(Date.now());

export function Timeline(props: {
  readonly title: string;
  readonly events: readonly TimelineEvent[];
  /** Present when earlier events come from archive files. */
  readonly archived?: ArchivedHistory | undefined;
  /** What stands below the events. */
  readonly children?: ReactNode;
}) {
  const { title, events, archived, children } = props;
  const [shown, setShown] = useState<"all" | "people">("all");
  const byPeople = events.filter(({ isByPerson }) => isByPerson);
  const hasBoth = byPeople.length > 0 && byPeople.length < events.length;
  const list = hasBoth && shown === "people" ? byPeople : events;
  return (
    <Card
      title={title}
      aside={
        hasBoth && (
          <Segments
            label="谁的操作"
            value={shown}
            onChange={setShown}
            choices={[
              ["all", "全部"],
              ["people", "只看人"],
            ]}
          />
        )
      }
    >
      <div className={styles.timeline} tabIndex={0} role="region" aria-label={title}>
        <ol>
          {list.map(({ id, at, title: what, text, actor, tone }) => (
            <li key={id} data-tone={tone}>
              <div>
                <b>{what}</b>
                <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
                  {isToday(at) ? timeText(at).slice(-8) : timeText(at)}
                </time>
              </div>
              {(text !== undefined || actor !== undefined) && (
                <p>
                  {actor}
                  {actor !== undefined && text !== undefined && " · "}
                  {text}
                </p>
              )}
            </li>
          ))}
        </ol>
      </div>
      {archived && <ArchivedHistoryNote {...archived} />}
      {children}
    </Card>
  );
}
