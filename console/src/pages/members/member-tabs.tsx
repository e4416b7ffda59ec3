/** The tabs of a member's page, each a keyset list of what belongs to the member. */
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, pointsText } from "../../parts/format.ts";
import { sendOf } from "../../parts/send-words.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { displayTextTone } from "../orders/order-texts.ts";
import { extendCoupon, type Member, revokeCoupon } from "./member-actions.ts";
import { cardStates, couponStates, endedText, eventWords } from "./member-words.ts";
import styles from "./member.module.css";

type Line = Item<typeof api.operatorMembers.ledger>;
type Order = Item<typeof api.operatorMembers.orders>;
type Coupon = Item<typeof api.operatorMembers.coupons>;
type GiftCard = Item<typeof api.operatorMembers.cards>;
type Code = Item<typeof api.operatorMembers.codes>;
type Session = Item<typeof api.operatorMembers.sessions>;
type Event = Item<typeof api.operatorMembers.events>;
type Friend = Item<typeof api.operatorMembers.invitations>;
type Message = Item<typeof api.operatorMembers.messages>;

const signed = ({ asset, change }: Line): string => {
  const amount = asset === "CNY" ? moneyText(change) : pointsText(change);
  return change > 0 ? `+${amount}` : amount;
};

const ledgerColumns = (() => {
  const of = columnsOf<Line>();
  return [
    of.instant("at", "时间"),
    of.custom("kind", "事由", ({ kindText, title }) => (title ? `${kindText} ${title}` : kindText)),
    of.text("accountText", "账户"),
    of.custom("change", "变动", signed, { align: "right" }),
    of.custom(
      "after",
      "变动后",
      ({ asset, after }) => (asset === "CNY" ? moneyText(after) : pointsText(after)),
      { align: "right" },
    ),
    of.no("orderNo", "关联"),
  ];
})();
const orderColumns = (() => {
  const of = columnsOf<Order>();
  return [
    of.no("orderNo", "订单"),
    of.text("title", "权益"),
    of.money("amountFen", "金额"),
    of.points("points", "积分"),
    of.custom("stateText", "状态", ({ stateText }) => (
      <StateTag tone={displayTextTone(stateText)}>{stateText}</StateTag>
    )),
    of.instant("createdAt", "下单"),
  ];
})();
const couponColumns = (member: Member) => {
  const of = columnsOf<Coupon>();
  return [
    of.text("title", "优惠券"),
    of.state("state", "状态", couponStates),
    of.instant("validUntil", "有效至"),
    of.no("orderNo", "订单"),
    of.custom("act", "操作", ({ couponId, title, state }) => {
      const isOpen = ["PENDING", "AVAILABLE", "EXPIRED"].includes(state);
      if (!isOpen || !member.may.includes("changeCoupon")) return null;
      return (
        <>
          <Button
            size="small"
            look="text"
            onClick={() => void extendCoupon(member.memberNo, couponId, title)}
          >
            延长
          </Button>
          <Button
            size="small"
            look="text"
            onClick={() => void revokeCoupon(member.memberNo, couponId, title)}
          >
            作废
          </Button>
        </>
      );
    }),
  ];
};
const cardColumns = (() => {
  const of = columnsOf<GiftCard>();
  return [
    of.text("title", "卡券"),
    of.no("mask", "卡号"),
    of.state("state", "状态", cardStates),
    of.count("reveals", "查看次数"),
    of.instant("validUntil", "有效至"),
    of.no("orderNo", "订单"),
    of.instant("createdAt", "到账", { from: 1200 }),
  ];
})();
function CodeLink({ codeId, last4 }: { readonly codeId: string; readonly last4: string }) {
  const to: string = `/codes/${codeId}`;
  return <Link to={to}>…{last4}</Link>;
}

const codeColumns = (() => {
  const of = columnsOf<Code>();
  return [
    of.instant("at", "时间"),
    of.custom("last4", "尾号", ({ codeId, last4 }) => <CodeLink codeId={codeId} last4={last4} />),
    of.text("title", "权益"),
    of.text("batchName", "批次"),
    of.state("state", "结果", {
      open: ["sea", "打开"],
      redeemed: ["ok", "已兑换"],
      left: ["sand", "离开"],
    }),
    of.no("orderNo", "订单"),
  ];
})();
const sessionColumns = (() => {
  const of = columnsOf<Session>();
  return [
    of.instant("createdAt", "登录"),
    of.custom("device", "设备", ({ device }) => (device ? `…${device}` : "—")),
    of.custom("audience", "端", ({ audience }) => (audience === "console" ? "运营后台" : "会员端")),
    of.instant("endsAt", "有效至"),
    of.instant("endedAt", "下线"),
    of.custom("endedWhy", "下线原因", ({ endedWhy }) => endedText(endedWhy)),
  ];
})();
const eventColumns = (() => {
  const of = columnsOf<Event>();
  return [
    of.instant("at", "时间"),
    of.custom("name", "事件", ({ name }) => eventWords[name] ?? name),
    of.text("by", "操作人"),
    of.text("reason", "原因"),
  ];
})();
const friendColumns = (() => {
  const of = columnsOf<Friend>();
  return [
    of.text("friend", "好友"),
    of.no("memberNo", "会员号"),
    of.state("state", "状态", {
      BOUND: ["sea", "已绑定"],
      EFFECTIVE: ["ok", "有效"],
      REJECTED: ["bad", "已拒绝"],
      MOVED: ["sand", "已转移"],
    }),
    of.instant("boundAt", "绑定"),
  ];
})();
const messageColumns = (() => {
  const of = columnsOf<Message>();
  return [
    of.instant("at", "时间"),
    of.custom("title", "标题", ({ title }) => <span className={styles.words}>{title}</span>),
    of.text("body", "内容"),
    of.custom("sends", "发送", ({ sends }) => (
      <span className={styles.words}>
        {sends.map((send) => sendOf(send)[1]).join("、") || EMPTY}
      </span>
    )),
    of.custom("isRead", "已读", ({ isRead }) => (
      <span className={styles.words}>{isRead ? "已读" : "未读"}</span>
    )),
  ];
})();

export const tabIds = [
  "orders",
  "ledger",
  "coupons",
  "cards",
  "codes",
  "invitations",
  "messages",
  "sessions",
  "events",
] as const;
export type TabId = (typeof tabIds)[number];

type Props = { readonly member: Member; readonly tab: TabId; readonly tabs: ReactNode };

export function MemberTab({ member, tab, tabs }: Props) {
  const { memberNo } = member;
  const navigate = useNavigate();
  const of = api.operatorMembers;
  /** What every tab has. */
  const list = { views: tabs, empty: { title: "没有记录" } } as const;
  switch (tab) {
    case "orders":
      return (
        <ResourceTable
          {...list}
          title="会员的订单"
          query={(paging) => apiQuery(of.orders, { memberNo, ...paging })}
          columns={orderColumns}
          rowKey={({ orderNo }) => orderNo}
          {...(may("orders:read") && {
            onOpen: ({ orderNo }: Order) => void navigate({ to: `/orders/${orderNo}` }),
          })}
        />
      );
    case "ledger":
      return (
        <ResourceTable
          {...list}
          title="会员的账本"
          query={(paging) => apiQuery(of.ledger, { memberNo, ...paging })}
          columns={ledgerColumns}
          tools={<ExportButton kind="memberLedger" title="会员账本" filter={{ memberNo }} />}
          rowKey={({ ref, kind, account, at, change }) =>
            `${at}.${kind}.${ref}.${account}.${change}`
          }
        />
      );
    case "coupons":
      return (
        <ResourceTable
          {...list}
          title="会员的优惠券"
          query={(paging) => apiQuery(of.coupons, { memberNo, ...paging })}
          columns={couponColumns(member)}
          rowKey={({ couponId }) => couponId}
        />
      );
    case "cards":
      return (
        <ResourceTable
          {...list}
          title="会员的卡券"
          query={(paging) => apiQuery(of.cards, { memberNo, ...paging })}
          columns={cardColumns}
          rowKey={({ cardId }) => cardId}
        />
      );
    case "codes":
      return (
        <ResourceTable
          {...list}
          title="会员的兑换码"
          query={(paging) => apiQuery(of.codes, { memberNo, ...paging })}
          columns={codeColumns}
          rowKey={({ codeId, at }) => `${codeId}.${at}`}
        />
      );
    case "invitations":
      return (
        <ResourceTable
          {...list}
          title="会员的邀请"
          query={(paging) => apiQuery(of.invitations, { memberNo, ...paging })}
          columns={friendColumns}
          rowKey={({ friend, boundAt }) => `${friend}.${boundAt}`}
        />
      );
    case "messages":
      return (
        <ResourceTable
          {...list}
          title="会员的消息"
          query={(paging) => apiQuery(of.messages, { memberNo, ...paging })}
          columns={messageColumns}
          rowKey={({ at, kind, title }) => `${at}.${kind}.${title}`}
        />
      );
    case "sessions":
      return (
        <ResourceTable
          {...list}
          title="会员的登录"
          query={(paging) => apiQuery(of.sessions, { memberNo, ...paging })}
          columns={sessionColumns}
          rowKey={({ sessionId }) => sessionId}
        />
      );
    case "events":
      return (
        <ResourceTable
          {...list}
          title="会员的账户记录"
          query={(paging) => apiQuery(of.events, { memberNo, ...paging })}
          columns={eventColumns}
          rowKey={({ at, name }) => `${at}.${name}`}
        />
      );
  }
}
