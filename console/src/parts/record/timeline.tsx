/** What happened, the newest first: everything, or only what people did. */
import { type ReactNode, useState } from "react";
import { Segments } from "../tabs.tsx";
import { Instant } from "../table/columns.tsx";
import styles from "./timeline.module.css";

export type TimelineEvent = {
  readonly id: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Who did it; absent for the system. */
  readonly actor?: string | undefined;
  readonly tone?: "ok" | "warn" | "bad";
};

export function Timeline(props: { readonly events: readonly TimelineEvent[] }) {
  const { events } = props;
  const [shown, setShown] = useState<"all" | "people">("all");
  const hasBoth =
    events.some(({ actor }) => actor !== undefined) &&
    events.some(({ actor }) => actor === undefined);
  const list = shown === "all" ? events : events.filter(({ actor }) => actor !== undefined);
  return (
    <>
      {hasBoth && (
        <Segments
          label="时间线范围"
          value={shown}
          onChange={setShown}
          choices={[
            ["all", "全部"],
            ["people", "只看人工"],
          ]}
        />
      )}
      <ol className={styles.timeline}>
        {list.map(({ id, at, title, text, actor, tone }) => (
          <li key={id} data-tone={tone}>
            <div>
              <b>{title}</b>
              <Instant at={at} />
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
    </>
  );
}
