/** 账本分录: the transfers of an order, of which each posting sums to zero. */
import { Check } from "lucide-react";
import { pointsText, timeText } from "../../../parts/format.ts";
import { Card } from "../../../parts/page-head.tsx";
import { Money } from "../../../parts/table/columns.tsx";
import { postingText } from "../order-texts.ts";
import styles from "../order.module.css";
import type { OrderDetail } from "./order-detail.ts";

export function Postings({ detail }: { readonly detail: OrderDetail }) {
  const { postings, clearingFen } = detail;
  return (
    <Card title="账本分录" aside="双分录，每笔合计为 0">
      {postings.length === 0 ? (
        <p className={styles.none}>还没有分录</p>
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="账本分录">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">事由</th>
                <th scope="col">从 → 到</th>
                <th scope="col" data-align="right">
                  金额
                </th>
              </tr>
            </thead>
            <tbody>
              {postings.map((posting, place) => (
                <tr key={`${posting.txnId}-${place}`}>
                  <td title={timeText(posting.at)}>{timeText(posting.at).slice(-8)}</td>
                  <td>{postingText(posting.kind)}</td>
                  <td className={styles.accounts}>
                    {posting.debit} → {posting.credit}
                  </td>
                  <td data-align="right">
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
      )}
      {postings.length > 0 && (
        <p className={styles.balanced}>
          <Check aria-hidden="true" />
          借贷相等，清算户余 <Money fen={clearingFen} />
        </p>
      )}
    </Card>
  );
}
