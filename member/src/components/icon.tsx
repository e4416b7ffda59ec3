/** Draws one icon on a 24 grid in the colour of the text beside it; decorative. */
import type { IconDrawing } from "./icon-drawing.ts";
import styles from "./icon.module.css";

interface IconProps {
  readonly of: IconDrawing;
  /** Side in px at 100 % text; scales with the text. */
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

export function Icon({ of, size = 20, className }: IconProps) {
  const side = `${size / 16}rem`;
  return (
    <svg
      className={[styles.icon, className].filter(Boolean).join(" ")}
      data-filled={of.isFilled ? "" : undefined}
      style={{ width: side, height: side }}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={of.path} />
    </svg>
  );
}

/** An icon of a function: drawn in front of one pale dot, with an optional count. */
export function FunctionIcon({
  of,
  count,
}: {
  readonly of: IconDrawing;
  readonly count?: number | undefined;
}) {
  return (
    <span className={styles.function}>
      <Icon of={of} size={24} />
      {count ? <span className={styles.count}>{count > 99 ? "99+" : count}</span> : null}
    </span>
  );
}
