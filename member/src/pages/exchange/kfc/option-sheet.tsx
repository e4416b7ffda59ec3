/** Sheet with the options of one dish: each group with its maximum and the extra prices. */
import type { Product } from "@yunjing/contract/schemas/dining";
import { useState } from "react";
import { BottomSheet } from "../../../components/bottom-sheet.tsx";
import { Button } from "../../../components/button.tsx";
import { moneyText } from "../../../components/money.ts";
import { Stepper } from "../../../components/stepper.tsx";
import {
  incompleteGroup,
  type PickedOption,
  togglePick,
  unitFenOf,
  defaultOptions,
} from "./cart.ts";
import styles from "./kfc.module.css";
import { useLayer } from "./use-steps.ts";

type OptionSheetProps = {
  readonly product: Product | undefined;
  readonly onClose: () => void;
  readonly onAdd: (product: Product, options: readonly PickedOption[], quantity: number) => void;
};

const ruleText = ({ min, max }: { min: number; max: number }): string => {
  if (min === max) return `必选 ${min} 项`;
  return min > 0 ? `选 ${min}–${max} 项` : `可选，最多 ${max} 项`;
};

export function OptionSheet({ product, onClose, onAdd }: OptionSheetProps) {
  const [picked, setPicked] = useState<readonly PickedOption[]>(() =>
    product ? defaultOptions(product) : [],
  );
  const [quantity, setQuantity] = useState(1);
  useLayer(product !== undefined, onClose);
  if (!product) return null;
  const short = incompleteGroup(product, picked);
  const totalFen = unitFenOf(product, picked) * quantity;
  const isOn = (groupId: string, optionId: string) =>
    picked.some((each) => each.groupId === groupId && each.optionId === optionId);
  return (
    <BottomSheet
      isOpen
      onClose={onClose}
      title={product.name}
      note={product.description}
      foot={
        <div className="row gap-4">
          <Stepper
            label={product.name}
            appearance="plain"
            value={quantity}
            min={1}
            max={20}
            onChange={setQuantity}
          />
          <span className="grid grow">
            <Button
              block
              onPress={() => onAdd(product, picked, quantity)}
              {...(short ? { reason: `请选${short.name}` } : {})}
            >
              加入，{moneyText(totalFen, "shop")}
            </Button>
          </span>
        </div>
      }
    >
      {product.groups.map((group) => (
        <fieldset key={group.id} className="mt-3">
          <legend className={styles.groupName}>
            {group.name}
            <small>{ruleText(group)}</small>
          </legend>
          <div className="flex wrap gap-2 mt-2">
            {group.options.map(({ id, name, addFen, soldOut }) => (
              <button
                key={id}
                type="button"
                className={styles.option}
                aria-pressed={isOn(group.id, id)}
                disabled={soldOut}
                onClick={() =>
                  setPicked(togglePick(product, picked, { groupId: group.id, optionId: id }))
                }
              >
                {name}
                {soldOut ? (
                  <small>售罄</small>
                ) : (
                  addFen > 0 && <small>+{moneyText(addFen, "shop")}</small>
                )}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </BottomSheet>
  );
}
