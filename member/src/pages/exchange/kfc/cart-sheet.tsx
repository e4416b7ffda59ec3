/** Sheet with the selected dishes: each line with its options and quantity. */
import type { DraftLine } from "../../../device/exchange-session.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { BottomSheet } from "../../../components/bottom-sheet.tsx";
import { moneyText } from "../../../components/money.ts";
import { Stepper } from "../../../components/stepper.tsx";
import { setQuantity, totalFenOf } from "./cart.ts";
import styles from "./kfc.module.css";
import { useLayer } from "./use-steps.ts";

type CartSheetProps = {
  readonly isOpen: boolean;
  /** Without a voucher. */
  readonly isBought: boolean;
  readonly onClose: () => void;
  readonly lines: readonly DraftLine[];
  readonly onChange: (lines: readonly DraftLine[]) => void;
};

export function CartSheet({ isOpen, isBought, onClose, lines, onChange }: CartSheetProps) {
  useLayer(isOpen, onClose);
  return (
    <BottomSheet
      isOpen={isOpen}
      onClose={onClose}
      title="已选餐品"
      note={
        lines.length === 0
          ? "还没有选餐品"
          : isBought
            ? `共 ${moneyText(totalFenOf(lines))}`
            : "餐券不找零，用不完的面额不退"
      }
    >
      <ul className={styles.lines}>
        {lines.map((line, place) => (
          <li key={`${line.productId} ${line.optionsText}`} className="row gap-3">
            <BenefitPicture artwork={line.artwork} photo={line.photo} tint="sand" size={44} />
            <span className="grid grow">
              {line.name}
              <small className="caption">
                {line.optionsText && `${line.optionsText}，`}
                {moneyText(line.unitFen, "shop")}
              </small>
            </span>
            <Stepper
              label={line.name}
              value={line.quantity}
              max={20}
              onChange={(next) => onChange(setQuantity(lines, place, next))}
            />
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}
