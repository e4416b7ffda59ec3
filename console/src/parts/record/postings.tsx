/** The entries of the ledger: from which account to which, and that they sum up to zero. */
import type { ReactNode } from "react";
import { fullTime, pointsText, timeText } from "../format.ts";
import { Money } from "../table/columns.tsx";
import styles from "./postings.module.css";

export type Posting = {
  readonly debit: string;
  readonly credit: string;
  /** Fen, or points where the asset is PTS. */
  readonly amount: number;
  readonly asset: string;
};

/** An entry that was made: when (in ms since 1970) and why. */
export type MadePosting = Posting & { readonly at: number; readonly cause: string };

/** One line for each entry; entries that were made have columns for their time and their cause. */
export function Postings(props: {
  readonly postings: readonly (Posting | MadePosting)[];
  /** The line below them: that they sum up to 0, and what else follows from them. */
  readonly sum?: ReactNode;
}) {
  const isMade = props.postings.every((posting) => "at" in posting);
  return (
    <div className={styles.postings} data-made={isMade || undefined}>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="账本分录">
        <table>
          <thead className={isMade ? undefined : "visually-hidden"}>
            <tr>
              {isMade && <th scope="col">时间</th>}
              {isMade && <th scope="col">事由</th>}
              <th scope="col">从 → 到</th>
              <th scope="col">金额</th>
            </tr>
          </thead>
          <tbody>
            {props.postings.map((posting, place) => (
              // Two entries may be equal; entries never change.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place}>
                {"at" in posting && (
                  <>
                    <td title={fullTime(posting.at)}>{timeText(posting.at).slice(-8)}</td>
                    <td>{posting.cause}</td>
                  </>
                )}
                <td>
                  <code>
                    {posting.debit} → {posting.credit}
                  </code>
                </td>
                <td>
                  {posting.asset === "PTS" ? (
                    pointsText(posting.amount)
                  ) : (
                    <Money fen={posting.amount} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{props.sum ?? "借贷相等，合计 0"}</p>
    </div>
  );
}
