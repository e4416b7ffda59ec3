/** Depth contours: hairlines behind the words of a blue or navy ground, and nowhere else. */
import styles from "./contours.module.css";

interface ContoursProps {
  /** `sea` on blue, `gold` on navy. */
  readonly tone?: "sea" | "gold" | undefined;
  /** Which part of the chart shows, so that neighbours differ. */
  readonly place?: "right" | "left" | "centre" | undefined;
  /** The ground goes on above, in a bar without lines. */
  readonly isUnderBar?: boolean | undefined;
}

/** Fills the nearest positioned ancestor; put it first, so that words lie above it. */
export function Contours({ tone = "sea", place = "right", isUnderBar }: ContoursProps) {
  return (
    <span
      className={styles.contours}
      data-tone={tone}
      data-place={place}
      data-under-bar={isUnderBar ? "" : undefined}
      aria-hidden="true"
    />
  );
}
