/** 账本分录: the transfers of an order, of which each posting sums to zero. */
import { postingText } from "@yunjing/contract/shared-words";
import { Check } from "lucide-react";
import { Card } from "../../../parts/page-head.tsx";
import { Postings } from "../../../parts/record/postings.tsx";
import { Money } from "../../../parts/table/columns.tsx";
import styles from "../order.module.css";
import type { OrderDetail } from "./order-detail.ts";

export function OrderPostings({ detail }: { readonly detail: OrderDetail }) {
  const { postings, clearingFen } = detail;
  return (
    <Card title="账本分录" aside="双分录，每笔合计为 0">
      {postings.length === 0 ? (
        <p className={styles.none}>还没有分录</p>
      ) : (
        <Postings
          postings={postings.map(({ kind, ...posting }) => ({
            ...posting,
            cause: postingText(kind),
          }))}
          sum={
            <>
              <Check aria-hidden="true" />
              借贷相等，清算户余 <Money fen={clearingFen} />
            </>
          }
        />
      )}
    </Card>
  );
}
