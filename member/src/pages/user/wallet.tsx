/** 我的钱包: the balance by kind, topping up, and links to all money pages. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WalletSummary } from "@yunjing/contract/schemas/wallet";
import { useEffect, useState } from "react";
import { api, operationKey, apiQuery } from "../../api.ts";
import { onPush } from "../../device/push.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dock } from "../../components/dock.tsx";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { coins, payout, shield } from "../../components/money-icons.ts";
import { moneyText } from "../../components/money.ts";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { receipt } from "../../components/page-icons.ts";
import { TopUpSheet } from "../../components/pay/top-up-sheet.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Bone } from "../../components/skeleton.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { BalanceHead } from "./wallet/balance-head.tsx";
import { TopUpButton, TopUpForm } from "./wallet/top-up-form.tsx";
import { type BegunTopUp, useTopUp } from "./wallet/use-top-up.ts";
import styles from "./wallet/wallet.module.css";

const HeadSkeleton = () => (
  <div className={styles.headSkeleton} role="status" aria-label="加载中">
    <Bone width={30} height={12} />
    <Bone width={50} height={40} />
    <Bone height={8} />
    <Bone width={80} height={44} />
  </div>
);

/** A frozen account can only be viewed and receive refunds. */
const Frozen = () => (
  <NoticeBar
    kind="bad"
    text="账户核查中，暂时不能充值、提现和用余额支付；查看和退款不受影响"
    actionText="客服电话"
    onPress={() => void navigateTo("/pages/user/help")}
  />
);

const go = (path: string) => ({ href: path, onPress: () => void navigateTo(path) });

function Ways({ summary }: { readonly summary: WalletSummary | undefined }) {
  const { data: security } = useQuery(apiQuery(api.security.summary, {}));
  const { monthOutFen = 0, withdrawing = 0 } = summary ?? {};
  return (
    <Card>
      <div className={styles.ways}>
        <ListRows label="我的钱">
          <ListRow
            icon={receipt}
            name="余额明细"
            value={monthOutFen > 0 ? `本月支出 ${moneyText(monthOutFen)}` : undefined}
            {...go("/pages/user/balance_log")}
          />
          <ListRow
            icon={payout}
            name="提现记录"
            value={withdrawing > 0 ? `${withdrawing} 笔处理中` : undefined}
            {...go("/pages/user/withdraw?tab=records")}
          />
          <ListRow icon={coins} name="充值记录" {...go("/pages/user/topup?tab=records")} />
          <ListRow
            icon={shield}
            name="支付安全"
            value={security && (security.hasPayPassword ? "已设置支付密码" : "未设置支付密码")}
            {...go("/pages/user/security")}
          />
        </ListRows>
      </div>
    </Card>
  );
}

export default function UserWalletPage() {
  const { data: summary, isLoadingError } = useQuery(apiQuery(api.wallet.summary, {}));
  const queries = useQueryClient();
  const [begun, setBegun] = useState<BegunTopUp>();
  const topUp = useTopUp(setBegun);
  useEffect(
    () =>
      onPush("topup", () => {
        void queries.invalidateQueries({ queryKey: operationKey(api.wallet.summary) });
      }),
    [queries],
  );
  const isFrozen = summary?.isFrozen ?? false;
  if (isLoadingError && !summary) {
    return (
      <ErrorBlock note="没能读到钱包，你的余额没有变化" onRetry={() => queries.refetchQueries()} />
    );
  }
  return (
    <div className="page">
      <PullRefresh onRefresh={() => queries.refetchQueries({ type: "active" })}>
        {summary ? <BalanceHead summary={summary} /> : <HeadSkeleton />}
        <div className="page-body">
          {isFrozen && <Frozen />}
          <TopUpForm view={topUp} summary={summary} />
          <Ways summary={summary} />
        </div>
      </PullRefresh>
      <Dock>
        <span className={styles.payout}>
          <Button appearance="line" onPress={() => navigateTo("/pages/user/withdraw")}>
            提现
          </Button>
        </span>
        <TopUpButton view={topUp} isFrozen={isFrozen} />
      </Dock>
      {begun && (
        <TopUpSheet
          topUp={begun.topUp}
          begun={begun.payment}
          onClose={() => {
            setBegun(undefined);
            void queries.invalidateQueries();
          }}
        />
      )}
    </div>
  );
}
