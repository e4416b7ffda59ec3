/** The right side of a member's page: orders, the invitation, notes, and what is frozen. */
import { termsText } from "@yunjing/contract/agreements";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, pointsText, timeText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Section } from "../../parts/panel.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { displayTextTone } from "../orders/order-texts.ts";
import { freezeAsset, type Member } from "./member-actions.ts";
import styles from "./member.module.css";

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
