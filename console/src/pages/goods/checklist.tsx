/** 发布前检查: what the server says about the stored draft, all of it. */
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { Goods } from "./draft-fields.ts";
import styles from "./goods.module.css";

export function Checklist({ checks }: { readonly checks: Goods["checks"] }) {
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
