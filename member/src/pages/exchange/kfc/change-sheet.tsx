/** The menu changed while the member chose: what it was and what it is now, side by side. */
import type { MenuChange } from "@yunjing/contract/schemas/exchange";
import { BottomSheet } from "../../../parts/bottom-sheet.tsx";
import { Button } from "../../../parts/button.tsx";
import { moneyText } from "../../../parts/money.ts";
import table from "./change-sheet.module.css";
import styles from "./kfc.module.css";
import { useLayer } from "./use-steps.ts";

type ChangeSheetProps = {
  readonly change: MenuChange | undefined;
  readonly onClose: () => void;
  readonly onAccept: () => Promise<void>;
  readonly onEdit: () => void;
};

const reasons = {
  gone: "已下架",
  sold_out: "已售罄",
  price: "价格变了",
  option: "选项变了",
} as const;

const side = (fen: number | undefined): string => (fen === undefined ? "没有了" : moneyText(fen));

export function ChangeSheet({ change, onClose, onAccept, onEdit }: ChangeSheetProps) {
  useLayer(change !== undefined, onClose);
  if (!change) return null;
  return (
    <BottomSheet
      isOpen
      onClose={onClose}
      title="部分餐品有变动"
      note="还没有下单，兑换码也没有用掉"
      foot={
        <div className={styles.sheetPair}>
          <Button look="line" block onPress={onEdit}>
            去改餐品
          </Button>
          <Button block busyText="正在核对" onPress={onAccept}>
            按现在的来
          </Button>
        </div>
      }
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">餐品</th>
            <th scope="col">选的时候</th>
            <th scope="col">现在</th>
          </tr>
        </thead>
        <tbody>
          {change.changes.map(({ productId, name, was, now, reason }) => (
            <tr key={productId}>
              <th scope="row">
                {name}
                <small>{reasons[reason]}</small>
              </th>
              <td>{side(was)}</td>
              <td>{side(now)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{moneyText(change.totalWasFen)}</td>
            <td>{moneyText(change.totalNowFen)}</td>
          </tr>
        </tfoot>
      </table>
    </BottomSheet>
  );
}
