/** The active pickup code at the top of a list: blue ground, large code, QR code on white. */
import { Contours } from "./contours.tsx";
import { Icon } from "./icon.tsx";
import { chevron } from "./icons.ts";
import styles from "./pickup-card.module.css";
import { Pressable, type PressProps } from "./pressable.tsx";
import { QrCode } from "./qr-code.tsx";
import { Tag } from "./tag.tsx";

export interface PickupCode {
  readonly code: string;
  /** The content of the QR code; the code itself by default. */
  readonly qr?: string | undefined;
  /** 主餐, 冷饮: names a code among several. */
  readonly name?: string | undefined;
}

interface PickupCardProps extends PressProps {
  readonly store: string;
  readonly code: PickupCode;
  /** More codes of the same order. */
  readonly moreCount?: number | undefined;
  readonly state: string;
  /** 今天 12:15–12:30 到店取. */
  readonly time: string;
  /** Current progress, in the darker bottom part: 门店已接单，餐品制作中. */
  readonly progress?: string | undefined;
}

export function PickupCard(props: PickupCardProps) {
  const { store, code, moreCount = 0, state, time, progress } = props;
  return (
    <article
      className="clip bg-sea-700 radius-card white"
      aria-label={`取餐码 ${code.code}，${store}`}
    >
      <div className={styles.main}>
        <Contours />
        <div className="row between gap-2">
          <h2 className="text-14 strong">{store}</h2>
          <Tag tone="white">{state}</Tag>
        </div>
        <div className="flex wrap between items-end gap-2 mt-1">
          <div className="grid min-width-0">
            <span className="text-12 sea-200 mt-1">
              取餐码{moreCount > 0 ? `，另有 ${moreCount} 个` : ""}
            </span>
            <span
              className={styles.code}
              data-long={code.code.length > 6 ? "" : undefined}
              data-secret
            >
              {code.code}
            </span>
            <span className="text-14">{time}</span>
          </div>
          <QrCode text={code.qr ?? code.code} size={84} label={`取餐码 ${code.code} 的二维码`} />
        </div>
      </div>
      <Pressable className={styles.foot} href={props.href} onPress={props.onPress}>
        <span>{progress}</span>
        <span className="inline-row gap-half flex-none push-end">
          取餐详情
          <Icon of={chevron} size={18} />
        </span>
      </Pressable>
    </article>
  );
}

/** One line for a page on another subject: code, store, time. */
export const PickupLine = (
  props: Pick<PickupCardProps, "store" | "code" | "time" | "href" | "onPress">,
) => (
  <Pressable className={styles.line} href={props.href} onPress={props.onPress}>
    <span
      className={styles.lineCode}
      data-long={props.code.code.length > 4 ? "" : undefined}
      data-secret
    >
      {props.code.code}
    </span>
    <span className={styles.lineWords}>
      <span className="text-14 ink-900 medium">{props.store}</span>
      <span className="text-12 sea-700">{props.time}</span>
    </span>
    <span className="inline-row flex-none text-14 sea-700 push-end">
      看取餐码
      <Icon of={chevron} size={16} />
    </span>
  </Pressable>
);
