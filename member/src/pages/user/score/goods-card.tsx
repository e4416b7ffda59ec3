/** One benefit of the points shop, as a card in the two-column grid. */
import type { PointsBenefit } from "@yunjing/contract/schemas/points";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { PointsPrice } from "../../../components/price.tsx";
import { Tag } from "../../../components/tag.tsx";
import styles from "./score.module.css";
import { isGone, leftText } from "./points-text.ts";

interface GoodsCardProps {
  readonly goods: PointsBenefit;
  readonly onOpen: () => void;
}

export function GoodsCard({ goods, onOpen }: GoodsCardProps) {
  const { title, picture, points, cashFen, state, gradeNeeded, missing } = goods;
  const isOff = isGone(goods) || state === "not_here";
  return (
    <button type="button" className={styles.goods} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.picture}>
        <BenefitPicture {...picture} shape="plain" sizes="180px" />
        {isGone(goods) && (
          <span className="centered fill bg-veil">
            <span className={styles.gone}>已兑完</span>
          </span>
        )}
        {!isOff && gradeNeeded && (
          <span className={styles.gate}>
            <Tag tone="member">{gradeNeeded}</Tag>
          </span>
        )}
      </span>
      <span className={styles.goodsWords}>
        <span className={`${styles.goodsTitle} ${isOff ? "ink-500" : "ink-900"}`}>{title}</span>
        <PointsPrice points={points} addFen={cashFen} tone={isOff ? "off" : "sell"} />
        <span
          className={`${styles.left} text-12 ${!isOff && missing > 0 ? "warn-700" : "ink-500"}`}
        >
          {leftText(goods)}
        </span>
      </span>
    </button>
  );
}
