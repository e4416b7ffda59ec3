/** Earlier top-ups, latest first: state, continued payment and refund. */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TopUp } from "@yunjing/contract/schemas/wallet";
import { lazy, Suspense, useState } from "react";
import { api, operationKey, apiQuery } from "../../../api.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { moneyText } from "../../../components/money.ts";
import { TopUpSheet } from "../../../components/pay/top-up-sheet.tsx";
import { Price } from "../../../components/price.tsx";
import { PullRefresh } from "../../../components/pull-refresh.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tag, type TagTone } from "../../../components/tag.tsx";
import styles from "./topup.module.css";
import { useResumePayment } from "./use-resume-payment.ts";

const RefundSheet = lazy(() =>
  import("./refund-sheet.tsx").then((module) => ({ default: module.RefundSheet })),
);

const tones: Readonly<Record<TopUp["state"], TagTone>> = {
  wait_pay: "warn",
  paid: "ok",
  refunding: "warn",
  part_refunded: "plain",
  refunded: "plain",
  closed: "plain",
};

function useTopUps() {
  return useInfiniteQuery({
    queryKey: operationKey(api.wallet.topUps),
    queryFn: ({ pageParam, signal }) =>
      api.wallet.topUps(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

interface RecordProps {
  readonly topUp: TopUp;
  readonly onPay: (topUp: TopUp) => Promise<void>;
  readonly onRefund: (topUpNo: string) => void;
}

const Record = ({ topUp, onPay, onRefund }: RecordProps) => {
  const { topUpNo, state, amountFen, bonusFen, refundedFen, paidAt, createdAt } = topUp;
  return (
    <Card>
      <article className="grid gap-1" aria-label={`充值 ${moneyText(amountFen)}`}>
        <p className="row wrap between gap-1-2">
          <span className={styles.sum}>
            <Price amountFen={amountFen} money="exact" tone="paid" />
            {bonusFen > 0 && <span className="text-12 gold-700">送 {moneyText(bonusFen)}</span>}
          </span>
          <Tag tone={tones[state]}>{topUp.stateText}</Tag>
        </p>
        <div className="flex wrap justify-end items-end gap-2-3">
          <div className={styles.notes}>
            <p className="caption">{formatTime(paidAt ?? createdAt).slice(0, 16)}</p>
            <p className="caption">编号 {topUpNo}</p>
            {refundedFen > 0 && <p className="text-12 ok-700">已退回 {moneyText(refundedFen)}</p>}
          </div>
          {topUp.canRefund && (
            <Button appearance="line" size={32} onPress={() => onRefund(topUpNo)}>
              申请退款
            </Button>
          )}
          {state === "wait_pay" && (
            <Button appearance="sea" size={32} busyText="请稍候" onPress={() => onPay(topUp)}>
              继续支付
            </Button>
          )}
        </div>
      </article>
    </Card>
  );
};

/** The requested top-up is shown separately on top, wherever it is in the list. */
function OpenedTopUp({
  topUpNo,
  ...acts
}: Omit<RecordProps, "topUp"> & { readonly topUpNo: string }) {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.wallet.topUpDetail, { topUpNo }));
  return (
    <section className="grid gap-2" aria-label="查看的充值">
      <h2 className="mt-1 text-14 ink-700 medium">查看的充值</h2>
      {data ? (
        <Record topUp={data.topUp} {...acts} />
      ) : isLoadingError ? (
        <ErrorBlock note="没能读到这笔充值" onRetry={refetch} />
      ) : (
        <Skeleton count={1} />
      )}
      <h2 className="mt-1 text-14 ink-700 medium">全部充值</h2>
    </section>
  );
}

interface RecordsProps {
  /** The top-up that a line of the balance statement links to. */
  readonly openNo: string | undefined;
  readonly onTopUp: () => void;
}

export function Records({ openNo, onTopUp }: RecordsProps) {
  const topUps = useTopUps();
  const queries = useQueryClient();
  const [refundNo, setRefundNo] = useState<string>();
  const { paying, payOn, endPaying } = useResumePayment(onTopUp);
  const close = () => void queries.invalidateQueries();
  return (
    <>
      <PullRefresh onRefresh={topUps.refetch}>
        <div className="page-body">
          {openNo !== undefined && (
            <OpenedTopUp topUpNo={openNo} onPay={payOn} onRefund={setRefundNo} />
          )}
          <InfiniteList
            label="充值记录"
            query={topUps}
            keyOf={({ topUpNo }) => topUpNo}
            skeleton={<Skeleton count={4} />}
            renderItem={(topUp) => <Record topUp={topUp} onPay={payOn} onRefund={setRefundNo} />}
            empty={
              <EmptyState scene="box" title="还没有充值记录" note="充值后会记在这里，未用完可以退">
                <Button appearance="sea" onPress={onTopUp}>
                  去充值
                </Button>
              </EmptyState>
            }
            errorNote="没能读到充值记录，你的余额没有变化"
          />
        </div>
      </PullRefresh>
      {refundNo !== undefined && (
        <Suspense fallback={null}>
          <RefundSheet
            topUpNo={refundNo}
            onClose={() => {
              setRefundNo(undefined);
              close();
            }}
          />
        </Suspense>
      )}
      {paying && (
        <TopUpSheet
          topUp={paying.topUp}
          begun={paying.payment}
          onClose={() => {
            endPaying();
            close();
          }}
        />
      )}
    </>
  );
}
