/** A price drawn as in a shop: small ¥, large yuan, small decimals, on one baseline. */
import { countText, type MoneyStyle, moneyPieces, moneyText } from "./money.ts";
import styles from "./price.module.css";

const sizeClasses = { 16: "text-16", 20: "text-20", 28: "text-28", 40: "text-40" } as const;
const toneClasses = { sell: "coral-600", paid: "ink-900", off: "ink-500" } as const;

interface PriceProps {
  readonly amountFen: number;
  readonly money?: MoneyStyle | undefined;
  /** Font size in px: 20 in lists, 28 for a single item, 16 for an amount already paid. */
  readonly size?: 16 | 20 | 28 | 40 | undefined;
  /** `sell` is coral, `paid` ink, `off` grey for an unavailable item. */
  readonly tone?: "sell" | "paid" | "off" | undefined;
}

/** A screen reader reads one amount; the drawn pieces are hidden from it. */
export function Price({ amountFen, money = "shop", size = 20, tone = "sell" }: PriceProps) {
  const { sign, yuan, decimals } = moneyPieces(amountFen, money);
  return (
    <span className={`${styles.price} ${sizeClasses[size]} ${toneClasses[tone]}`}>
      <span className="sr-only">{moneyText(amountFen, money)}</span>
      <span aria-hidden="true">
        {sign}
        <span className={styles.yen}>¥</span>
        {yuan}
        {decimals && <span className={styles.decimals}>{decimals}</span>}
      </span>
    </span>
  );
}

interface PointsPriceProps {
  readonly points: number;
  /** Fen charged in addition to the points. */
  readonly addFen?: number | undefined;
  readonly money?: MoneyStyle | undefined;
  readonly size?: 16 | 20 | 28 | undefined;
  readonly tone?: "sell" | "paid" | "off" | undefined;
}

/** Renders "2,600 积分 + ¥9.90". */
export function PointsPrice(props: PointsPriceProps) {
  const { points, addFen, money = "shop", size = 20, tone = "sell" } = props;
  return (
    <span className={`${styles.price} ${sizeClasses[size]} ${toneClasses[tone]}`}>
      {countText(points)}
      <span className={styles.unit}> 积分{addFen ? ` + ${moneyText(addFen, money)}` : ""}</span>
    </span>
  );
}

/** The price elsewhere: grey and struck through, read aloud as 市场价. */
export function MarketPrice({
  amountFen,
  named = true,
}: {
  readonly amountFen: number;
  readonly named?: boolean;
}) {
  return (
    <span className="relative caption nowrap">
      <span className={named ? undefined : "sr-only"}>市场价 </span>
      <s>{moneyText(amountFen, "shop")}</s>
    </span>
  );
}
