/** 操作时间线: what happened to an order, its supplier orders and its refunds; and what was sent. */
import { useState } from "react";
import { timeText } from "../../../parts/format.ts";
import { Card } from "../../../parts/page-head.tsx";
import { Segments } from "../../../parts/tabs.tsx";
import { StateTag } from "../../../parts/tag.tsx";
import { actorText, channelWords, eventText, reasonText, sendStates } from "../order-texts.ts";
import styles from "../order.module.css";
import type { OrderDetail } from "./order-detail.ts";

const GOOD = new Set(["paid", "issued", "delivered", "supplier_issued", "refunded", "approved"]);
const BAD = new Set(["supplier_failed", "item_failed", "alarm", "rejected"]);
const toneOf = (name: string): string | undefined =>
  GOOD.has(name) ? "ok" : BAD.has(name) ? "bad" : undefined;

export function Timeline({ detail }: { readonly detail: OrderDetail }) {
  const [who, setWho] = useState<"all" | "people">("all");
  const events = detail.events.filter(
    ({ actorKind }) => who === "all" || actorKind === "operator" || actorKind === "member",
  );
  return (
    <Card
      title="操作时间线"
      aside={
        <Segments
          label="谁的操作"
          value={who}
          onChange={setWho}
          choices={[
            ["all", "全部"],
            ["people", "只看人"],
          ]}
        />
      }
    >
      <div className={styles.timeline} tabIndex={0} role="region" aria-label="操作时间线">
        <ol>
          {events.map(({ at, name, actor, actorKind, reason }, place) => (
            <li key={`${at}-${place}`} data-tone={toneOf(name)}>
              <span>
                <b>{eventText(name)}</b>
                <small>
                  {actor?.name ?? actorText(actorKind)}
                  {reason !== undefined && ` · ${reasonText(reason)}`}
                </small>
              </span>
              <time title={timeText(at)}>{timeText(at).slice(-8)}</time>
            </li>
          ))}
          {events.length === 0 && <li>没有人工操作</li>}
        </ol>
      </div>
      {detail.messages.length > 0 && (
        <div className={styles.told}>
          <h3>会员通知</h3>
          {detail.messages.map(({ messageId, title, at, channels }) => (
            <p key={messageId}>
              <StateTag tone="ok">站内</StateTag>
              {channels.map(({ channel, state }) => (
                <StateTag key={channel} tone={sendStates[state]?.[0] ?? "outline"}>
                  {channelWords[channel] ?? channel} {sendStates[state]?.[1] ?? state}
                </StateTag>
              ))}
              <span className={styles.muted}>
                {timeText(at).slice(-8)} {title}
              </span>
            </p>
          ))}
        </div>
      )}
    </Card>
  );
}
