/** A placeholder in the shape of the content, without a spinner and without a layout shift. */
import styles from "./skeleton.module.css";

/** One grey bar; the width in per cent, the height in px. */
export const Bone = ({
  width = 100,
  height = 14,
}: {
  readonly width?: number;
  readonly height?: number;
}) => <span className="block bg-line radius-tag" style={{ width: `${width}%`, height }} />;

interface SkeletonProps {
  /** `row` for benefits, stores and orders; `card` for coupons; `grid` for goods. */
  readonly shape?: "row" | "card" | "grid" | undefined;
  readonly count?: number | undefined;
}

/** Fades downwards, because the length of the content is unknown. */
export function Skeleton({ shape = "row", count = 3 }: SkeletonProps) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <div className={styles.list} data-shape={shape} role="status" aria-label="加载中">
      {places.map((place) => (
        <div
          key={place}
          className="bg-surface radius-card padding-4"
          style={{ opacity: Math.max(1 - place * 0.28, 0.2) }}
        >
          {shape === "row" && (
            <div className="flex between mb-3">
              <Bone width={30} />
              <Bone width={15} />
            </div>
          )}
          <div className={styles.body}>
            <span className={styles.picture} />
            <div className={styles.lines}>
              <Bone width={86} />
              <Bone width={56} height={12} />
              <Bone width={30} height={18} />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
