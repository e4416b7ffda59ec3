/** A coupon: its value on a stub, a tear line with two notches, its purpose and its expiry. */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./coupon-ticket.module.css";
import { moneyPieces } from "./money.ts";
import { Tag, type TagTone } from "./tag.tsx";

export interface CouponTicketProps {
  readonly title: string;
  /** Discount in fen, a rate in tenths (8.8 for 8.8折), or a text where there is no number. */
  readonly value:
    | { readonly offFen: number }
    | { readonly rate: number }
    | { readonly text: string };
  /** 满 50 可用, 无门槛, 最高减 15. */
  readonly threshold: string;
  readonly scope: string;
  /** 2026-12-05 到期; in the warning colour when it expires today. */
  readonly until: string;
  readonly isUrgent?: boolean | undefined;
  readonly state?: "usable" | "locked" | "used" | "expired" | undefined;
  readonly isMember?: boolean | undefined;
  readonly tag?: string | undefined;
  readonly tagTone?: TagTone | undefined;
  /** False inside a white card, where the ticket has its own ground. */
  readonly onGround?: boolean | undefined;
  /** Replaces `until`, such as a link to the order that holds the coupon. */
  readonly held?: ReactNode;
  readonly action?:
    | { readonly text: string; readonly onPress: () => unknown; readonly isFirst?: boolean }
    | undefined;
}

const Value = ({ value }: Pick<CouponTicketProps, "value">) => {
  if ("text" in value) return <span className={styles.figure}>{value.text}</span>;
  if ("rate" in value) {
    return (
      <span className={styles.figure}>
        {value.rate}
        <small>折</small>
      </span>
    );
  }
  const { yuan, decimals } = moneyPieces(value.offFen);
  return (
    <span className={styles.figure}>
      <small>¥</small>
      {yuan}
      {decimals}
    </span>
  );
};

export function CouponTicket(props: CouponTicketProps) {
  const { title, state = "usable", isMember = false, isUrgent = false } = props;
  const appearance = state !== "usable" ? "off" : isMember ? "member" : "plain";
  const tag = props.tag ?? (state === "locked" ? "占用中" : undefined);
  const tone = props.tagTone ?? (isMember && state === "usable" && !isUrgent ? "member" : "warn");
  return (
    <article
      className={styles.ticket}
      data-look={appearance}
      data-inside={props.onGround === false ? "" : undefined}
      aria-label={title}
    >
      <div className={styles.stub}>
        <Value value={props.value} />
        <span className={styles.threshold}>{props.threshold}</span>
      </div>
      <div className={styles.body}>
        <h2 className="title-row">
          <span className={`text-16 medium ${appearance === "off" ? "ink-500" : "ink-900"}`}>
            {title}
          </span>
          {tag && <Tag tone={tone}>{tag}</Tag>}
        </h2>
        <p className="caption">{props.scope}</p>
        <div className={styles.foot}>
          <span className={`${styles.until} ${isUrgent ? "warn-700" : "ink-500"}`}>
            {props.held ?? props.until}
          </span>
          {props.action && state === "usable" && (
            <Button
              appearance={props.action.isFirst ? "sea" : "soft"}
              size={32}
              onPress={props.action.onPress}
              label={`${props.action.text}，${title}`}
            >
              {props.action.text}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
