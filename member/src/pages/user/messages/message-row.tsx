/** One message row: topic, unread mark and link; swiped aside, it can be hidden. */
import type { Message, MessageTopic } from "@yunjing/contract/schemas/messages";
import { Icon } from "../../../components/icon.tsx";
import type { IconDrawing } from "../../../components/icon-drawing.ts";
import { chevron, speaker } from "../../../components/icons.ts";
import { shield } from "../../../components/money-icons.ts";
import { people, receipt, wallet } from "../../../components/page-icons.ts";
import { formatListTime } from "./list-time.ts";
import styles from "./messages.module.css";

const icons: Readonly<Record<MessageTopic, IconDrawing>> = {
  order: receipt,
  asset: wallet,
  invite: people,
  campaign: speaker,
  security: shield,
};

interface MessageRowProps {
  readonly message: Message;
  /** Milliseconds since 1970; texts such as 12 分钟前 are relative to it. */
  readonly now: number;
  readonly onOpen: (message: Message) => void;
  readonly onHide: (message: Message) => void;
}

/** The row scrolls horizontally, so that touch, wheel and the tab key all reach 隐藏. */
export function MessageRow({ message, now, onOpen, onHide }: MessageRowProps) {
  const { topic, title, text, link, isRead, createdAt } = message;
  return (
    <div className={styles.swipe}>
      <button
        type="button"
        className={styles.row}
        data-unread={isRead ? undefined : ""}
        onClick={() => onOpen(message)}
      >
        <span className={styles.seal} data-topic={topic}>
          <Icon of={icons[topic]} size={22} />
          {!isRead && <span className={styles.dot} role="img" aria-label="未读" />}
        </span>
        <span className={styles.words}>
          <span className={styles.head}>
            <span className={styles.title}>{title}</span>
            <time className="caption nowrap" dateTime={new Date(createdAt).toISOString()}>
              {formatListTime(createdAt, now)}
            </time>
          </span>
          <span className={styles.text}>{text}</span>
        </span>
        {link !== undefined && <Icon of={chevron} size={18} className={styles.leads} />}
      </button>
      <button
        type="button"
        className={styles.hide}
        aria-label={`隐藏 ${title}`}
        onClick={() => onHide(message)}
      >
        隐藏
      </button>
    </div>
  );
}
