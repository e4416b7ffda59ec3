/** 操作时间线: what happened to an order, its supplier orders and its refunds; and what was sent. */
import { actorText } from "@yunjing/contract/shared-words";
import { timeText } from "../../../parts/format.ts";
import { Timeline } from "../../../parts/record/timeline.tsx";
import { sendOf } from "../../../parts/send-words.ts";
import { StateTag } from "../../../parts/tag.tsx";
import { eventText, reasonText } from "../order-texts.ts";
import styles from "../order.module.css";
import type { OrderDetail } from "./order-detail.ts";

const GOOD = new Set(["paid", "issued", "delivered", "supplier_issued", "refunded", "approved"]);
const BAD = new Set(["supplier_failed", "item_failed", "alarm", "rejected"]);
const toneOf = (name: string) => (GOOD.has(name) ? "ok" : BAD.has(name) ? "bad" : undefined);

export function OrderTimeline({ detail }: { readonly detail: OrderDetail }) {
  const { events, archivedHistory, messages } = detail;
  return (
    <Timeline
      title="操作时间线"
      archived={archivedHistory}
      events={events.map(({ at, name, actor, actorKind, reason }, place) => ({
        id: `${at}-${place}`,
        at,
        title: eventText(name),
        actor: actor?.name ?? actorText(actorKind),
        isByPerson: actorKind === "operator" || actorKind === "member",
        tone: toneOf(name),
        ...(reason === undefined ? {} : { text: reasonText(reason) }),
      }))}
    >
      {messages.length > 0 && (
        <div className={styles.told}>
          <h3>会员通知</h3>
          {messages.map(({ messageId, title, at, channels }) => (
            <p key={messageId}>
              <StateTag tone="ok">站内</StateTag>
              {channels.map((send) => {
                const [tone, words] = sendOf(send);
                return (
                  <StateTag key={send.channel} tone={tone}>
                    {words}
                  </StateTag>
                );
              })}
              <span className={styles.muted}>
                {timeText(at).slice(-8)} {title}
              </span>
            </p>
          ))}
        </div>
      )}
    </Timeline>
  );
}
