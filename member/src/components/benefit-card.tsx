/** A benefit as a row: picture, brand, name, tags, price. The whole row is a link. */
import type { Photo as PhotoData } from "@yunjing/contract/schemas/benefit";
import type { ArtworkId } from "./artwork.tsx";
import { BenefitPicture } from "./benefit-picture.tsx";
import styles from "./benefit-card.module.css";
import { shortCountText } from "./money.ts";
import { Pressable, type PressProps } from "./pressable.tsx";
import { MarketPrice, PointsPrice, Price } from "./price.tsx";
import { Tag, type TagTone } from "./tag.tsx";

export interface BenefitCardProps extends PressProps {
  readonly title: string;
  readonly brand: string;
  readonly artwork: ArtworkId;
  readonly also?: ArtworkId | undefined;
  readonly tint?: string | undefined;
  /** The uploaded picture, in place of the drawing. */
  readonly photo?: PhotoData | undefined;
  /** Only the first two are shown. */
  readonly tags: readonly string[];
  /** Before the tags, in a tone: what a coupon makes of the price. */
  readonly noteTag?: { readonly text: string; readonly tone: TagTone } | undefined;
  readonly priceFen: number;
  /** Points charged in addition to (or instead of) money. */
  readonly points?: number | undefined;
  /** Other SKUs of the benefit cost more. */
  readonly isFrom?: boolean | undefined;
  readonly marketPriceFen?: number | undefined;
  /** The price shown is the member price. */
  readonly isMemberPrice?: boolean | undefined;
  readonly exchangedCount?: number | undefined;
  readonly state?: "on" | "sold_out" | "not_here" | undefined;
  /** Why it cannot be bought here, as text for the member; replaces the tags. */
  readonly unavailable?: string | undefined;
}

export function BenefitCard(props: BenefitCardProps) {
  const { title, state = "on", points, priceFen, marketPriceFen, exchangedCount } = props;
  const isOn = state === "on";
  const tone = isOn ? "sell" : "off";
  return (
    <Pressable className={styles.row} href={props.href} onPress={props.onPress}>
      <span className={styles.picture}>
        <BenefitPicture
          artwork={props.artwork}
          also={props.also}
          tint={props.tint}
          photo={props.photo}
          sizes="96px"
        />
        {state === "sold_out" && (
          <span className="centered fill bg-veil radius-control">
            <span className={styles.sold}>已售罄</span>
          </span>
        )}
      </span>
      <span className={styles.body}>
        <span className={styles.top}>
          <span className={styles.brand}>{props.brand}</span>
          {exchangedCount ? (
            <span className="flex-none">已兑 {shortCountText(exchangedCount)}</span>
          ) : null}
        </span>
        <span className={`${styles.title} ${isOn ? "ink-900" : "ink-500"}`}>{title}</span>
        <span className={styles.tags}>
          {props.noteTag && <Tag tone={props.noteTag.tone}>{props.noteTag.text}</Tag>}
          {state === "not_here" ? (
            <Tag tone="warn">{props.unavailable ?? "当前城市暂不可用"}</Tag>
          ) : (
            props.tags.slice(0, 2).map((tag) => <Tag key={tag}>{tag}</Tag>)
          )}
        </span>
        <span className={styles.price}>
          {points ? (
            <PointsPrice points={points} addFen={priceFen} tone={tone} />
          ) : (
            <Price amountFen={priceFen} tone={tone} />
          )}
          {props.isFrom && <span className={styles.from}>起</span>}
          {isOn && props.isMemberPrice && <Tag tone="member">会员价</Tag>}
          {marketPriceFen && marketPriceFen > priceFen ? (
            <MarketPrice amountFen={marketPriceFen} />
          ) : null}
        </span>
      </span>
    </Pressable>
  );
}
