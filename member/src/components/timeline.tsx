/** What happened to an order, newest first; what is still to come stands above as an empty ring. */
import styles from "./timeline.module.css";

export interface TimelineEvent {
  readonly text: string;
  /** Already written for the member; absent for what has not happened. */
  readonly at?: string | undefined;
  readonly state: "later" | "now" | "past";
}

export const Timeline = ({ events }: { readonly events: readonly TimelineEvent[] }) => (
  <ol className={styles.line} aria-label="进度">
    {events.map((event) => (
      <li
        key={`${event.text}${event.at ?? ""}`}
        className={styles.event}
        data-state={event.state}
        aria-current={event.state === "now" ? "step" : undefined}
      >
        <span className={styles.text}>{event.text}</span>
        {event.at && <time className={styles.at}>{event.at}</time>}
      </li>
    ))}
  </ol>
);
