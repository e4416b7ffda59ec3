/** 订单 360: everything about one order on one page, and what may be done with it. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { durationText, groupedNumber, timeText } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { Attempts, RawExchange } from "../../parts/record/attempts.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { Goods } from "./order/goods.tsx";
import { OrderActions } from "./order/order-actions.tsx";
import { isMoving, nextStepOf, type OrderDetail, undecidedOf } from "./order/order-detail.ts";
import { Deliveries, MemberCard, Notes, Payments, Refunds } from "./order/order-facts.tsx";
import { OrderPostings } from "./order/order-postings.tsx";
import { RefundPanel } from "./order/refund-panel.tsx";
import { OrderTimeline } from "./order/order-timeline.tsx";
import { displayTones, kindWords } from "./order-texts.ts";
import styles from "./order.module.css";

const REFETCH_MS = 5_000;

/** What stands at the right: the member and the timeline, a refund, or one exchange. */
export type Aside =
  | { readonly show: "facts" | "refund" }
  | { readonly show: "raw"; readonly ref: string };

/** How much of a deadline is left. */
function leftText(dueAt: number): string {
  const leftMs = dueAt - Date.now();
  return leftMs > 0 ? `（剩 ${durationText(leftMs)}）` : "（已超时）";
}

function UnknownNotice({ detail }: { readonly detail: OrderDetail }) {
  const undecided = undecidedOf(detail);
  if (!undecided || undecided.state !== "UNKNOWN") return null;
  const { supplierName, sentAt, dueAt, cancellingAt } = undecided;
  return (
    <Notice
      tone="warn"
      icon={<Hourglass aria-hidden="true" />}
      action={
        dueAt === undefined ? null : (
          <span className={styles.due}>
            人工时限 <b>{timeText(dueAt).slice(-8)}</b>
            {leftText(dueAt)}
          </span>
        )
      }
    >
      <b>结果未知，不是失败。</b>
      {supplierName}
      {sentAt === undefined ? " " : ` ${timeText(sentAt).slice(-8)} 提交后`}
      没有确定的答复。未有确定结果前不退款、不换供应商
      {cancellingAt === undefined ? "。" : `；${timeText(cancellingAt).slice(-8)} 已请求对方取消。`}
    </Notice>
  );
}

function Body({ detail }: { readonly detail: OrderDetail }) {
  const { order } = detail;
  const [aside, setAside] = useState<Aside>({ show: "facts" });
  const close = () => setAside({ show: "facts" });
  const kind = kindWords.find(([id]) => id === order.kind)?.[1] ?? order.kind;
  return (
    <div className={styles.page}>
      <PageHead
        title={groupedNumber(order.orderNo)}
        tags={
          <>
            <StateTag tone={displayTones[order.display]}>{order.displayText}</StateTag>
            <StateTag tone="outline">{kind}</StateTag>
          </>
        }
        text={nextStepOf(detail)}
        actions={<OrderActions detail={detail} onRefund={() => setAside({ show: "refund" })} />}
      />
      <Presence place={`order.${order.orderNo}`} />
      <UnknownNotice detail={detail} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Goods detail={detail} />
          {detail.supplierOrders.length > 0 && (
            <Attempts
              supplierOrders={detail.supplierOrders}
              onRaw={(ref) => setAside({ show: "raw", ref })}
            />
          )}
          <div className={styles.pair}>
            <OrderPostings detail={detail} />
            <div className={styles.stack}>
              <Payments detail={detail} />
              <Notes detail={detail} />
            </div>
          </div>
          <Refunds detail={detail} />
          <Deliveries detail={detail} />
        </div>
        <div className={styles.side}>
          {aside.show === "refund" && <RefundPanel detail={detail} onClose={close} />}
          {aside.show === "raw" && (
            <RawExchange key={aside.ref} exchangeRef={aside.ref} onClose={close} />
          )}
          {aside.show === "facts" && (
            <>
              <MemberCard detail={detail} />
              <OrderTimeline detail={detail} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

export default function OrderPage() {
  const { orderNo = "" }: { readonly orderNo?: string } = useParams({ strict: false });
  const query = useQuery({
    ...apiQuery(api.operatorOrders.detail, { orderNo }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? REFETCH_MS : false),
  });
  if (query.data) return <Body detail={query.data} />;
  return (
    <>
      <PageHead title={`订单 ${orderNo}`} />
      <Card>
        {query.isError ? (
          <Failed failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={10} />
        )}
      </Card>
    </>
  );
}
