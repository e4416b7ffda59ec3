/**
 * A benefit in a horizontal zone; the fourth one is partly visible, to show that there are more.
 */
import type { Photo as PhotoData } from "@yunjing/contract/schemas/benefit";
import type { ReactNode } from "react";
import type { ArtworkId } from "./artwork.tsx";
import { BenefitPicture } from "./benefit-picture.tsx";
import { shortCountText } from "./money.ts";
import { Pressable, type PressProps } from "./pressable.tsx";
import { MarketPrice, PointsPrice, Price } from "./price.tsx";
import styles from "./zone-card.module.css";

export interface ZoneCardProps extends PressProps {
  readonly title: string;
  readonly artwork: ArtworkId;
  readonly also?: ArtworkId | undefined;
  /** The uploaded picture, shown instead of the drawing. */
  readonly photo?: PhotoData | undefined;
  readonly tint?: string | undefined;
  readonly priceFen: number;
  readonly points?: number | undefined;
  readonly marketPriceFen?: number | undefined;
  readonly exchangedCount?: number | undefined;
  readonly state?: "on" | "sold_out" | "not_here" | undefined;
}

const stateTexts = { sold_out: "已售罄", not_here: "本市不可用" } as const;

export const ZoneCard = (props: ZoneCardProps) => (
  <li className={styles.item}>
    <Pressable className={styles.card} href={props.href} onPress={props.onPress}>
      <span className={styles.picture}>
        <BenefitPicture
          artwork={props.artwork}
          also={props.also}
          tint={props.tint}
          photo={props.photo}
          sizes="100px"
        />
        {props.state && props.state !== "on" && (
          <span className="centered fill bg-veil radius-control">
            <span className={styles.sold}>{stateTexts[props.state]}</span>
          </span>
        )}
      </span>
      <span className="block text-14 ink-900">{props.title}</span>
      <span className={styles.price}>
        {props.points ? (
          <PointsPrice points={props.points} addFen={props.priceFen} />
        ) : (
          <Price
            amountFen={props.priceFen}
            tone={props.state === undefined || props.state === "on" ? "sell" : "off"}
          />
        )}
        {props.marketPriceFen ? (
          <MarketPrice amountFen={props.marketPriceFen} named={false} />
        ) : null}
      </span>
      {props.exchangedCount ? (
        <span className="block caption">已兑 {shortCountText(props.exchangedCount)}</span>
      ) : null}
    </Pressable>
  </li>
);

/** Must be inside a flush `Section`; swiped by hand, and each card is in the tab order. */
export const Zone = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <ul className={styles.zone} aria-label={label}>
    {children}
  </ul>
);
