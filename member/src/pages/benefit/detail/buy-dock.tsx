/** The total of the choice and the buy button of a benefit, fixed at the end of its page. */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import { storedToken } from "../../../device/token.ts";
import { Button } from "../../../components/button.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Price } from "../../../components/price.tsx";
import { goToLogin } from "../../../shell/navigate.ts";
import styles from "./detail.module.css";
import type { ChoiceView } from "./use-choice.ts";

interface BuyDockProps {
  readonly benefit: BenefitDetail;
  readonly view: ChoiceView;
  readonly onBuy: () => void;
}

/** The only buy button; when buying is not possible, it shows the reason. */
export function BuyDock({ benefit, view, onBuy }: BuyDockProps) {
  const { sku, quantity, shut, check } = view;
  const buy = () => {
    if (!check()) return;
    if (storedToken() === "") {
      view.keep();
      void goToLogin();
    } else onBuy();
  };
  const isShut = shut !== undefined;
  return (
    <Dock>
      <span className={styles.total}>
        <span className="caption">{quantity > 1 ? `共 ${quantity} 件` : "合计"}</span>
        <Price
          amountFen={(sku?.unitFen ?? benefit.priceFen) * quantity}
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
