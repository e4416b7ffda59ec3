/** 会员 360: head, assets, tabs of everything the member has, and notes. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, apiQuery } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { moneyText, pointsText, timeText } from "../../parts/format.ts";
import { CardRow, Figure, PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import type { Member } from "./member-actions.ts";
import { MemberHead } from "./member-head.tsx";
import { MemberSide } from "./member-side.tsx";
import { MemberTab, tabIds } from "./member-tabs.tsx";
import styles from "./member.module.css";

const SPEC = { tab: oneOf(...tabIds) };

function Assets({ member }: { readonly member: Member }) {
  const { assets, life, risk, growth, nextLevel } = member;
  const balance = assets.principalFen + assets.bonusFen + assets.rewardFen;
  const toNext = nextLevel ? `再 ${nextLevel.growthFrom - growth} 升${nextLevel.name}` : "最高等级";
  return (
    <div className={styles.cards}>
      <CardRow>
        <Figure
          label="余额"
          value={moneyText(balance)}
          aside={`赠送 ${moneyText(assets.bonusFen)}`}
        />
        <Figure
          label="积分"
          value={pointsText(assets.points)}
          tone={assets.pointsDebt > 0 ? "bad" : "ink"}
          aside={
            assets.pointsDebt > 0 ? `欠 ${assets.pointsDebt}` : `待入账 ${assets.pointsPending}`
          }
        />
        <Figure
          label="卡包"
          value={`${assets.coupons} 券 ${assets.cards} 卡`}
          aside={`占用 ${assets.couponsLocked}`}
        />
        <Figure label="成长值" value={growth.toLocaleString("en-US")} aside={toNext} />
        <Figure
          label="累计实付"
          value={moneyText(life.paidFen)}
          aside={`${life.orders} 单 · 猜码 ${risk.wrongCodes}`}
        />
      </CardRow>
    </div>
  );
}

export default function MemberPage() {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const memberNo = params["memberNo"] ?? "";
  const [{ tab = "orders" }, setSearch] = useSearchState(SPEC);
  const query = useQuery(apiQuery(api.operatorMembers.detail, { memberNo }));
  if (query.isError) {
    return (
      <>
        <PageHead title={`会员 ${memberNo}`} />
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  const member = query.data;
  if (!member) return <Skeleton rows={8} />;
  const { counts, waitingRebind } = member;
  return (
    <>
      <MemberHead member={member} />
      <Presence place={`member.${memberNo}`} />
      {member.statusReason && <Notice tone="warn">限制原因：{member.statusReason}</Notice>}
      {waitingRebind && (
        <>
          <Notice tone="sea">
            {waitingRebind.by} 提议换绑为 {waitingRebind.phoneMask}，等第二人同意，有效至{" "}
            {timeText(waitingRebind.expiresAt)}
          </Notice>
          <ApprovalCard framed kind="member_rebind" no={waitingRebind.approvalId} />
        </>
      )}
      <Assets member={member} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <MemberTab
            key={tab}
            member={member}
            tab={tab}
            tabs={
              <Tabs
                label="会员"
                value={tab}
                onChange={(next) => setSearch({ tab: next })}
                tabs={[
                  { id: "orders", label: "订单", count: counts.orders },
                  { id: "ledger", label: "账本" },
                  { id: "coupons", label: "优惠券", count: counts.coupons },
                  { id: "cards", label: "卡券", count: counts.cards },
                  { id: "codes", label: "兑换码", count: counts.codes },
                  { id: "invitations", label: "邀请", count: counts.invitations },
                  { id: "messages", label: "消息", count: counts.messages },
                  { id: "sessions", label: "登录" },
                  { id: "events", label: "账户记录" },
                ]}
              />
            }
          />
        </div>
        <MemberSide member={member} />
      </div>
    </>
  );
}
