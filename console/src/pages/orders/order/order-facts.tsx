/** Smaller cards of the order page: member, payments and holds, notes, refunds and deliveries. */
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { may } from "../../../api/operator.ts";
import { Button } from "../../../parts/button.tsx";
import { moneyText, pointsText, timeText } from "../../../parts/format.ts";
import { Card } from "../../../parts/page-head.tsx";
import { RecordTable } from "../../../parts/record/record-table.tsx";
import { Initial, LevelTag, StateTag } from "../../../parts/tag.tsx";
import { reasonText, refundStates, viaText } from "../order-texts.ts";
import styles from "../order.module.css";
import { addNote } from "./ask.ts";
import type { OrderDetail } from "./order-detail.ts";

type Props = { readonly detail: OrderDetail };

const RISK_HIGH = 60;
const RISK_MIDDLE = 30;

/** The newest score of the risk check; most members have none. */
function Risk({ score }: { readonly score: number | undefined }) {
  if (score === undefined) return <StateTag tone="outline">未评分</StateTag>;
  if (score >= RISK_HIGH) return <StateTag tone="bad">高 · {score} 分</StateTag>;
  if (score >= RISK_MIDDLE) return <StateTag tone="warn">中 · {score} 分</StateTag>;
  return <StateTag tone="ok">低 · {score} 分</StateTag>;
}

export function MemberCard({ detail }: Props) {
  const { member, order } = detail;
  const navigate = useNavigate();
  if (!member) {
    return (
      <Card title="会员">
        <p className={styles.none}>
          {["游客", order.member.phoneMask].filter(Boolean).join(" ")}，没有账号
        </p>
      </Card>
    );
  }
  const share = member.orders === 0 ? 0 : (member.refundedOrders / member.orders) * 100;
  return (
    <Card>
      <div className={styles.member}>
        <Initial name={member.nickname} />
        <div>
          <p className={styles.memberName}>
            <b>{member.nickname}</b>
            <LevelTag>{member.levelName}</LevelTag>
          </p>
          <p className={styles.muted}>
            {member.memberNo} · {member.phoneMask}
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        <dt>累计</dt>
        <dd>
          {member.orders} 单，{moneyText(member.paidFen)}
        </dd>
        <dt>退款</dt>
        <dd>
          {member.refundedOrders} 单（{share.toFixed(1)}%）
        </dd>
        <dt>风险</dt>
        <dd>
          <Risk score={member.inviteScore} />
        </dd>
      </dl>
      {may("members:read") && (
        <div className={styles.factsLink}>
          <Button
            look="text"
            size="small"
            onClick={() => void navigate({ to: `/members/${member.memberNo}` })}
          >
            会员详情
          </Button>
          {may("ledger:read") && (
            <Button
              look="text"
              size="small"
              onClick={() => void navigate({ to: `/members/${member.memberNo}?tab=ledger` })}
            >
              会员账本
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const holdStates: Readonly<Record<string, string>> = {
  open: "占用中",
  confirmed: "已确认",
  voided: "已释放",
};

export function Payments({ detail }: Props) {
  const { payments, holds, order } = detail;
  const paid = payments.find(({ state }) => state === "SUCCESS");
  return (
    <Card title="支付与占用">
      <dl className={styles.facts}>
        <dt>微信单号</dt>
        <dd className={styles.number}>{paid?.transactionId ?? "—"}</dd>
        <dt>支付尝试</dt>
        <dd>
          {payments.length === 0 ? "无" : `${payments.length} 次`}
          {paid?.paidAt !== undefined &&
            `，${timeText(paid.paidAt).slice(-8)} 成功（${viaText(paid.via)}）`}
        </dd>
        <dt>占用</dt>
        <dd>
          {holds.length === 0
            ? "无"
            : holds
                .map(({ asset, amount, state }) => {
                  const text = asset === "PTS" ? pointsText(amount) : moneyText(amount);
                  return `${text} ${holdStates[state] ?? state}`;
                })
                .join("，")}
        </dd>
        <dt>优惠</dt>
        <dd>
          {order.tenders.couponOffFen === undefined
            ? "无"
            : `优惠券 ${moneyText(order.tenders.couponOffFen)}`}
        </dd>
      </dl>
    </Card>
  );
}

export function Notes({ detail }: Props) {
  return (
    <Card
      title="备注"
      aside={
        detail.may.includes("note") && (
          <Button look="text" size="small" icon={<Plus />} onClick={() => void addNote(detail)}>
            添加
          </Button>
        )
      }
    >
      {detail.notes.length === 0 && <p className={styles.none}>还没有备注</p>}
      {detail.notes.map(({ at, text, by }) => (
        <blockquote key={at} className={styles.note}>
          <small>
            {by.name} · {timeText(at)}
          </small>
          {text}
        </blockquote>
      ))}
    </Card>
  );
}

export function Refunds({ detail }: Props) {
  if (detail.refunds.length === 0) return null;
  return (
    <Card title="退款记录">
      <RecordTable label="退款记录">
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">退款单号</th>
            <th scope="col">份数</th>
            <th scope="col">申请原因</th>
            <th scope="col">状态</th>
            <th scope="col" data-align="right">
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          {detail.refunds.map((refund) => {
            const [tone, word] = refundStates[refund.state] ?? ["outline", refund.state];
            return (
              <tr key={refund.refundNo}>
                <td>{timeText(refund.createdAt)}</td>
                <td data-wraps className={styles.number}>
                  {refund.refundNo}
                </td>
                <td>
                  {refund.items.map(({ title, quantity }) => `${title} × ${quantity}`).join("、")}
                </td>
                <td>{reasonText(refund.reason)}</td>
                <td>
                  <StateTag tone={tone}>{word}</StateTag>
                </td>
                <td data-align="right">
                  {moneyText(refund.cashFen + refund.balanceFen)}
                  {refund.points > 0 && ` + ${pointsText(refund.points)}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </RecordTable>
    </Card>
  );
}

const cardStates: Readonly<Record<string, string>> = {
  ISSUED: "已出码",
  READY: "未查看",
  REVEALED: "已查看",
  MARKED_USED: "已使用",
  VOID: "已作废",
};

export function Deliveries({ detail }: Props) {
  if (detail.deliveries.length === 0) return null;
  return (
    <Card title="已发放凭证" aside="卡密与取餐码不在这里显示">
      <ul className={styles.deliveries}>
        {detail.deliveries.map(({ mask, state, issuedAt, revealedAt }, place) => (
          <li key={`${mask}-${place}`}>
            <span className={styles.number}>{mask}</span>
            {cardStates[state] ?? state}
            <span className={styles.muted}>
              {timeText(issuedAt)} 发放
              {revealedAt !== undefined && `，${timeText(revealedAt)} 首次查看`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
