/** The history of an order, newest first; future steps are above as empty rings. */
import styles from "./timeline.module.css";

export interface TimelineEvent {
  readonly text: string;
  /** Already formatted for display; absent for a step that has not happened. */
  readonly at?: string | undefined;
  readonly state: "later" | "now" | "past";
}

const textClasses = { later: "ink-500", now: "sea-700 strong", past: "ink-900" } as const;

export const Timeline = ({ events }: { readonly events: readonly TimelineEvent[] }) => (
  <ol aria-label="进度">
    {events.map((event) => (
      <li
        key={`${event.text}${event.at ?? ""}`}
        className={styles.event}
        data-state={event.state}
        aria-current={event.state === "now" ? "step" : undefined}
      >
        <span className={textClasses[event.state]}>{event.text}</span>
        {event.at && <time className={styles.at}>{event.at}</time>}
      </li>
    ))}
  </ol>
);
