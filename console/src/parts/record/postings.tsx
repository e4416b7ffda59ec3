/** The entries of the ledger: from which account to which, and that they sum up to zero. */
import { moneyText, pointsText } from "../format.ts";
import styles from "./postings.module.css";

export type Posting = {
  readonly debit: string;
  readonly credit: string;
  /** Fen, or points where the asset is PTS. */
  readonly amount: number;
  readonly asset: "CNY" | "PTS";
};

export function Postings(props: { readonly postings: readonly Posting[] }) {
  return (
    <div className={styles.postings}>
      <ul>
        {props.postings.map(({ debit, credit, amount, asset }, place) => (
          // Two entries may be equal; entries never change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <code>
              {debit} → {credit}
            </code>
            <span>{asset === "CNY" ? moneyText(amount) : pointsText(amount)}</span>
          </li>
        ))}
      </ul>
      <p>借贷相等，合计 0</p>
    </div>
  );
}
