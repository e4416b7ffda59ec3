/** Depth contours: hairlines behind the text of a blue or navy ground only. */
import styles from "./contours.module.css";

interface ContoursProps {
  /** `sea` on blue, `gold` on navy. */
  readonly tone?: "sea" | "gold" | undefined;
  /** Which part of the drawing shows, so that neighbouring elements differ. */
  readonly place?: "right" | "left" | "centre" | undefined;
  /** The ground continues above, in a bar without lines. */
  readonly isUnderBar?: boolean | undefined;
}

/** Fills the nearest positioned ancestor; must be its first child, so that text is above it. */
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
