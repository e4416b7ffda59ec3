/**
 * The total of the choice and the buy button of a benefit, fixed at the end of its page: the price
 * with the best coupons, and what is missing to the next one.
 */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import type { Estimate } from "@yunjing/contract/schemas/buying";
import { storedToken } from "../../../device/token.ts";
import { Button } from "../../../components/button.tsx";
import { Dock } from "../../../components/dock.tsx";
import { moneyText } from "../../../components/money.ts";
import { Pressable } from "../../../components/pressable.tsx";
import { Price } from "../../../components/price.tsx";
import { couponName } from "../../../components/shop/coupon-value.ts";
import { goToLogin, navigateTo } from "../../../shell/navigate.ts";
import styles from "./detail.module.css";
import type { ChoiceView } from "./use-choice.ts";

interface BuyDockProps {
  readonly benefit: BenefitDetail;
  readonly view: ChoiceView;
  /** The price with coupons; undefined without a login or until it is known. */
  readonly estimate?: Estimate | undefined;
  /** The coupon of the link that led here. */
  readonly couponId?: string | undefined;
  readonly onBuy: () => void;
}

/** What is missing to a coupon, or why the one that the member came with gives nothing here. */
function CouponHint({
  estimate,
  cameWith,
}: {
  readonly estimate: Estimate;
  /** The coupon that the member came with: its hint is shown even where another one is used. */
  readonly cameWith: string | undefined;
}) {
  const { near, whyNot, couponOffFen } = estimate;
  if (whyNot !== undefined) return <p className={styles.near}>这张券{whyNot}</p>;
  if (!near || (couponOffFen > 0 && near.couponId !== cameWith)) return null;
  const path = `/pages/benefit/search?coupon=${encodeURIComponent(near.couponId)}`;
  return (
    <p className={styles.near}>
      <span className="grow">
        还差 <b>{moneyText(near.missingFen, "shop")}</b> 可用 {couponName(near.face)}
      </span>
      <Pressable
        className="touch touch-small flex-none sea-700 medium"
        href={path}
        onPress={() => void navigateTo(path)}
      >
        看适用商品
      </Pressable>
    </p>
  );
}

const captionOf = (estimate: Estimate | undefined, quantity: number): string => {
  if (estimate && estimate.couponOffFen > 0)
    return `券后，已减 ${moneyText(estimate.couponOffFen, "shop")}`;
  return quantity > 1 ? `共 ${quantity} 件` : "合计";
};

/** The only buy button; when buying is not possible, it shows the reason. */
export function BuyDock({ benefit, view, estimate, couponId, onBuy }: BuyDockProps) {
  const { sku, quantity, shut, check } = view;
  const buy = () => {
    if (!check()) return;
    if (storedToken() === "") {
      view.keep();
      void goToLogin();
    } else onBuy();
  };
  const isShut = shut !== undefined;
  const totalFen = (sku?.unitFen ?? benefit.priceFen) * quantity;
  return (
    <Dock hint={estimate && <CouponHint estimate={estimate} cameWith={couponId} />}>
      <span className={styles.total} aria-live="polite">
        <span className="caption">{captionOf(estimate, quantity)}</span>
        <Price
          amountFen={estimate?.payableFen ?? totalFen}
          size={20}
          tone={isShut ? "off" : "sell"}
        />
      </span>
      <span className="grow">
        <Button appearance="main" block reason={shut} onPress={buy}>
          立即购买
        </Button>
      </span>
    </Dock>
  );
}
