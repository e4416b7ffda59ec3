/** Names and values in two columns: the amounts of a sum, or the facts of an order. */
import type { ReactNode } from "react";
import styles from "./facts.module.css";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** The value is the result and is emphasised. */
  readonly isStrong?: boolean | undefined;
}

interface FactsProps {
  readonly items: readonly Fact[];
  /** On a grey ground inside a white card, for what will happen to the money. */
  readonly boxed?: boolean | undefined;
}

export const Facts = ({ items, boxed = false }: FactsProps) => (
  <dl className={styles.facts} data-boxed={boxed ? "" : undefined}>
    {items.map((fact) => (
      <div key={fact.name} className="flex between baseline gap-4">
        <dt className={styles.name}>{fact.name}</dt>
        <dd className={`min-width-0 ink-900 text-end ${fact.isStrong ? "strong" : ""}`}>
          {fact.value}
        </dd>
      </div>
    ))}
  </dl>
);

interface SumProps {
  /** Total, deduction and remaining amount, each already formatted ("47.50"). */
  readonly parts: readonly [Fact, Fact, Fact];
}

/** The confirmation as a sum: 47.50 − 45.00 = 2.50. */
export const Sum = ({ parts: [total, off, left] }: SumProps) => (
  <div className={styles.sum}>
    <SumPart fact={total} />
    <span>−</span>
    <SumPart fact={off} />
    <span>=</span>
    <SumPart fact={left} isLeft />
  </div>
);

const SumPart = ({ fact, isLeft = false }: { readonly fact: Fact; readonly isLeft?: boolean }) => (
  <span className="grid text-center">
    <span className={`text-20 bold ${isLeft ? "coral-600" : "ink-900"}`}>{fact.value}</span>
    <span className="text-12">{fact.name}</span>
  </span>
);
