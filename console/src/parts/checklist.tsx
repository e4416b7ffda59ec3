/** 发布前检查: what the server says about the stored draft, all of it. */
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import styles from "./checklist.module.css";

/** `isLoss`: what two persons must agree to. */
type Check = {
  readonly field: string;
  readonly text: string;
  readonly isGood: boolean;
  readonly isLoss?: boolean;
};

export function Checklist({ checks }: { readonly checks: readonly Check[] }) {
  const sorted = checks.toSorted((one, other) => Number(one.isGood) - Number(other.isGood));
  return (
    <section className={styles.checks} aria-labelledby="checklist">
      <h2 id="checklist">发布前检查</h2>
      <ul>
        {sorted.map(({ field, text, isGood, isLoss }) => (
          <li
            key={`${field} ${text}`}
            data-good={isGood || undefined}
            data-loss={isLoss || undefined}
          >
            {isGood ? (
              <CircleCheck aria-label="通过" role="img" />
            ) : isLoss ? (
              <TriangleAlert aria-label="需两人" role="img" />
            ) : (
              <CircleX aria-label="缺少" role="img" />
            )}
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
