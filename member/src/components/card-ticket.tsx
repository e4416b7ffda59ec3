/** A card (卡密): picture stub, masked tail, state; a used one is grey and has a stamp. */
import { Artwork, type ArtworkId } from "./artwork.tsx";
import { Button } from "./button.tsx";
import styles from "./card-ticket.module.css";
import { Tag, type TagTone } from "./tag.tsx";

export interface CardTicketProps {
  readonly title: string;
  readonly artwork: ArtworkId;
  readonly tint?: string | undefined;
  /** "**** **** 7Q2K", or a text that describes the content. */
  readonly tail: string;
  readonly until: string;
  readonly isUrgent?: boolean | undefined;
  readonly tag?: { readonly text: string; readonly tone: TagTone } | undefined;
  /** 已使用 or 已过期. */
  readonly stamp?: string | undefined;
  readonly action?:
    | { readonly text: string; readonly isFirst?: boolean; readonly onPress: () => unknown }
    | undefined;
}

export function CardTicket(props: CardTicketProps) {
  const isSpent = props.stamp !== undefined;
  return (
    <article className={styles.ticket} aria-label={props.title}>
      <div className={styles.stub}>
        <Artwork name={props.artwork} tint={props.tint} shape="plain" faded={isSpent} />
      </div>
      <div className={styles.body}>
        <h2 className="title-row">
          <span className={`text-16 medium ${isSpent ? "ink-500" : "ink-900"}`}>{props.title}</span>
          {props.tag && <Tag tone={props.tag.tone}>{props.tag.text}</Tag>}
        </h2>
        <p className={`${styles.tail} ${isSpent ? "ink-500" : "ink-700"}`}>{props.tail}</p>
        <div className={styles.foot}>
          <span className={`text-12 ${props.isUrgent ? "warn-700" : "ink-500"}`}>
            {props.until}
          </span>
          {props.action && !isSpent && (
            <Button
              appearance={props.action.isFirst ? "sea" : "soft"}
              size={32}
              onPress={props.action.onPress}
            >
              {props.action.text}
            </Button>
          )}
        </div>
      </div>
      {props.stamp && <Stamp text={props.stamp} />}
    </article>
  );
}

/** The round stamp of a used item; its text is also visible to screen readers. */
export const Stamp = ({ text }: { readonly text: string }) => (
  <svg className={styles.stamp} viewBox="0 0 64 64" role="img" aria-label={text}>
    <g transform="rotate(-16 32 32)">
      <circle cx="32" cy="32" r="29.5" />
      <circle cx="32" cy="32" r="26" className={styles.hair} />
      <path d="M11 22h42M11 42h42" className={styles.hair} />
      <text x="32" y="37.5">
        {text}
      </text>
    </g>
  </svg>
);
