/** The right side of a member's page: orders, the invitation, notes, and what is frozen. */
import { useQuery } from "@tanstack/react-query";
import { termsText } from "@yunjing/contract/agreements";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, pointsText, timeText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Section } from "../../parts/panel.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { displayTextTone } from "../orders/order-texts.ts";
import { freezeAsset, type Member } from "./member-actions.ts";
import styles from "./member.module.css";

type Moved = Item<typeof api.operatorBooks.merges>["steps"][number]["moved"];

/** 余额 ¥12.00、积分 300 分、优惠券 2 张: what a step of a merge carried; zeros are left out. */
function movedText(moved: Moved): string {
  const moneyFen = moved.principalFen + moved.bonusFen;
  const parts = [
    moneyFen > 0 && `余额 ${moneyText(moneyFen)}`,
    moved.rewardFen > 0 && `奖励金 ${moneyText(moved.rewardFen)}`,
    moved.points > 0 && `积分 ${pointsText(moved.points)}`,
    moved.coupons > 0 && `优惠券 ${moved.coupons} 张`,
    moved.cards > 0 && `卡券 ${moved.cards} 张`,
    moved.orders > 0 && `订单 ${moved.orders} 单`,
  ].filter((part) => part !== false);
  return parts.join("、") || "没有资产";
}

function Freezes({ member }: { readonly member: Member }) {
  const mayFreeze = member.may.includes("freeze");
  return (
    <Section title="冻结的资产">
      {member.freezes.length === 0 && <p className={styles.quiet}>没有被冻结的资产</p>}
      <div className={styles.freezes}>
        {(["CNY", "PTS"] as const).map((asset) => {
          const frozen = member.freezes.find((one) => one.asset === asset);
          const name = asset === "CNY" ? "余额" : "积分";
          return (
            <div key={asset} className={styles.freeze}>
              {frozen && (
                <span>
                  <StateTag tone="bad">{name}已冻结</StateTag> {frozen.reason}
                </span>
              )}
              {mayFreeze && (
                <Button
                  size="small"
                  look={frozen ? "outline" : "danger"}
                  onClick={() => void freezeAsset(member, asset, frozen !== undefined)}
                >
                  {frozen ? `解冻${name}` : `冻结${name}`}
                </Button>
              )}
            </div>
          );
        })}
      </div>
    </Section>
  );
}

/** The accounts that were merged into this one, or this one into another; none is not drawn. */
function Merges({ memberId, memberNo }: Pick<Member, "memberId" | "memberNo">) {
  const { data } = useQuery(apiQuery(api.operatorBooks.merges, { memberId }));
  if (!data || data.list.length === 0) return null;
  return (
    <Card title="账户合并">
      <ul className={styles.notes}>
        {data.list.map(({ fromNo, intoNo, actorName, createdAt, steps }) => (
          <li key={`${fromNo} ${createdAt}`}>
            <small>
              {actorName || "会员本人"} · {timeText(createdAt)}
            </small>
            {intoNo === memberNo ? `会员 ${fromNo} 合并到此账户` : `此账户合并到会员 ${intoNo}`}
            {steps.map(({ seq, moved }) => (
              <div key={seq}>{movedText(moved)}</div>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function MemberSide({ member }: { readonly member: Member }) {
  const { recentOrders, inviter, invited, notes } = member;
  return (
    <aside className={styles.side} aria-label="会员概况">
      <Card title="最近的订单" aside={`${member.counts.orders} 单`}>
        <ul className={styles.list}>
          {recentOrders.length === 0 && <li className={styles.quiet}>还没有订单</li>}
          {recentOrders.map((order) => (
            <li key={order.orderNo}>
              <span>
                <b>{order.title}</b>
                <small>
                  {timeText(order.createdAt)} ·{" "}
                  {order.amountFen > 0 ? moneyText(order.amountFen) : pointsText(order.points)}
                </small>
              </span>
              <StateTag tone={displayTextTone(order.stateText)}>{order.stateText}</StateTag>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="邀请关系">
        <p className={styles.pad}>
          邀请人 {inviter ? `${inviter.nickname}（${inviter.memberNo}）` : EMPTY}；邀请了{" "}
          {invited.all} 人（{invited.effective} 有效）
        </p>
      </Card>
      {may("ledger:read") && <Merges memberId={member.memberId} memberNo={member.memberNo} />}
      <Card title="同意过的协议">
        <ul className={styles.notes}>
          {member.consents.length === 0 && <li className={styles.quiet}>还没有同意过</li>}
          {member.consents.map(({ of, termsVersion, at }) => (
            <li key={`${of} ${termsVersion}`}>
              <small>
                {of === "login" ? "登录" : "充值"} · {timeText(at)}
              </small>
              {termsText(of, termsVersion)}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="备注与冻结">
        <ul className={styles.notes}>
          {notes.length === 0 && <li className={styles.quiet}>还没有备注</li>}
          {notes.map((note) => (
            <li key={`${note.at} ${note.text}`}>
              <small>
                {note.by} · {timeText(note.at)}
              </small>
              {note.text}
            </li>
          ))}
        </ul>
        <div className={styles.pad}>
          <Freezes member={member} />
        </div>
      </Card>
    </aside>
  );
}
