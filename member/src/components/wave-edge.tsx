/** The curve between a blue area and the page; positioned at the lower edge of its box. */
import styles from "./wave-edge.module.css";

interface WaterlineProps {
  /** The colour below the line. */
  readonly below?: "ground" | "surface" | undefined;
  /** Adds a second, deeper wave behind, for pages that open with a scene. */
  readonly swell?: boolean | undefined;
}

export function WaveEdge({ below = "ground", swell = false }: WaterlineProps) {
  return (
    <svg
      className={styles.line}
      data-below={below}
      viewBox="0 0 390 40"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {swell && <path className={styles.swell} d="M0 14C60 0 110 14 180 17S280-4 390 15V40H0z" />}
      <path d="M0 33C60 18 120 17 190 24S300 38 390 25V40.500H0z" />
    </svg>
  );
}
