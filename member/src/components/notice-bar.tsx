/** A one-line notice: an announcement, a deadline or a failure, with an optional link or action. */
import { Icon } from "./icon.tsx";
import type { IconDrawing } from "./icon-drawing.ts";
import { chevron, clock, info, offline, speaker, warning } from "./icons.ts";
import styles from "./notice-bar.module.css";
import { Pressable, type PressProps } from "./pressable.tsx";

interface NoticeBarProps extends PressProps {
  readonly text: string;
  /**
   * `news` inside a card, `wait` and `warn` for deadlines, `info` neutral, `bad` for failures,
   * `offline` across the page.
   */
  readonly kind?: "news" | "wait" | "warn" | "info" | "bad" | "offline" | undefined;
  readonly icon?: IconDrawing | undefined;
  /** Draws a hairline above: the bar is at the bottom of a card with other content. */
  readonly ruled?: boolean | undefined;
  /** Action text at the end instead of a chevron: 重试, 换一个码. */
  readonly actionText?: string | undefined;
}

const iconOf = { news: speaker, wait: clock, warn: info, info, bad: warning, offline } as const;

const kindClasses = {
  news: "text-14 ink-700",
  wait: "text-12 tone-warn",
  warn: "text-12 tone-warn",
  info: "text-12 ink-700",
  bad: "text-12 tone-bad",
  offline: "text-14 tone-warn",
} as const;

export function NoticeBar({
  text,
  kind = "news",
  icon,
  actionText,
  ruled,
  href,
  onPress,
}: NoticeBarProps) {
  const isPressable = href !== undefined || onPress !== undefined;
  const content = (
    <>
      <Icon
        of={icon ?? iconOf[kind]}
        size={18}
        className={kind === "info" ? "ink-500" : undefined}
      />
      <span className={kind === "news" ? styles.news : "grow"}>{text}</span>
    </>
  );
  const isAlert = kind === "bad" || kind === "offline";
  return (
    <div
      className={`${styles.bar} ${kindClasses[kind]}`}
      data-kind={kind}
      data-ruled={ruled ? "" : undefined}
      role={isAlert ? "alert" : undefined}
    >
      {actionText ? (
        <>
          {content}
          <Pressable
            className={`touch touch-small flex-none ${kind === "offline" ? "warn-700 strong" : "sea-700 medium"}`}
            href={href}
            onPress={onPress}
          >
            {actionText}
          </Pressable>
        </>
      ) : (
        <Pressable className={styles.whole} href={href} onPress={onPress}>
          {content}
          {isPressable && <Icon of={chevron} size={18} />}
        </Pressable>
      )}
    </div>
  );
}
