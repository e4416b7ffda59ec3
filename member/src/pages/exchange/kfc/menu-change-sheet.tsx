/**
 * Sheet for a menu that changed during the selection: the effect on the meal and the ways to
 * continue.
 */
import type { ReactNode } from "react";
import { BottomSheet } from "../../../components/bottom-sheet.tsx";
import { Button } from "../../../components/button.tsx";
import { moneyText } from "../../../components/money.ts";
import table from "./menu-change-sheet.module.css";
import type { MenuDifference } from "./menu-difference.ts";
import { useLayer } from "./use-steps.ts";

type NextStep = {
  readonly text: string;
  readonly onPress: () => unknown;
  readonly busyText?: string;
};
type ChangeSheetProps = {
  readonly difference: MenuDifference | undefined;
  readonly onClose: () => void;
  /** Accepts the current menu; for an unchanged meal it also places the order. */
  readonly onAccept: () => Promise<void>;
  readonly onEdit: () => void;
  readonly onOtherTime: () => void;
  readonly onOtherStore: () => void;
};

const titles = {
  same: "门店更新了菜单",
  changed: "部分餐品有变动",
  meal: "这份套餐暂时出不了",
} as const;

/** When the server no longer has the old menu, only the total shows that prices changed. */
const titleOf = ({ kind, changes }: MenuDifference): string =>
  kind === "changed" && changes.length === 0 ? "餐品价格有变动" : titles[kind];

const reasons = {
  gone: "已下架",
  sold_out: "已售罄",
  price: "价格变了",
  option: "选项变了",
} as const;

const side = (fen: number | undefined): string => (fen === undefined ? "没有了" : moneyText(fen));

const SideBySide = ({ changes, totalWasFen, totalNowFen }: MenuDifference) => (
  <table className={table.table}>
    <thead>
      <tr>
        <th scope="col">餐品</th>
        <th scope="col">选的时候</th>
        <th scope="col">现在</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ productId, name, was, now, reason }, place) => (
        <tr key={`${productId} ${place}`}>
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
        <td>{moneyText(totalWasFen)}</td>
        <td>{moneyText(totalNowFen)}</td>
      </tr>
    </tfoot>
  </table>
);

const Missing = ({ changes }: MenuDifference) => (
  <ul className={table.missing}>
    {changes.map(({ productId, name, reason }, place) => (
      <li key={`${productId} ${place}`}>
        {name}
        <span>{reasons[reason]}</span>
      </li>
    ))}
  </ul>
);

function explanationOf(menuChange: MenuDifference): ReactNode {
  if (menuChange.kind === "same") return <p>你选的餐品和价格都没有变，可以接着下单。</p>;
  if (menuChange.kind === "changed") return <SideBySide {...menuChange} />;
  return (
    <>
      <Missing {...menuChange} />
      <p>换个时间或门店再试；一直没有的话，请联系发码的商家。</p>
    </>
  );
}

export function MenuChangeSheet({ difference, onClose, ...acts }: ChangeSheetProps) {
  useLayer(difference !== undefined, onClose);
  if (!difference) return null;
  const edit: NextStep = { text: "去改餐品", onPress: acts.onEdit };
  const accept = { onPress: acts.onAccept, busyText: "正在核对" };
  const ways: Record<MenuDifference["kind"], readonly [NextStep, NextStep]> = {
    same: [edit, { ...accept, text: "接着下单", busyText: "正在下单" }],
    changed: [edit, { ...accept, text: "按现在的来" }],
    meal: [
      { text: "换个时间", onPress: acts.onOtherTime },
      { text: "换家门店", onPress: acts.onOtherStore },
    ],
  };
  const [other, first] = ways[difference.kind];
  return (
    <BottomSheet
      isOpen
      onClose={onClose}
      title={titleOf(difference)}
      note="还没有下单，兑换码也没有用掉"
      foot={
        <div className="grid halves gap-3 flex-1">
          <Button appearance="line" block onPress={other.onPress}>
            {other.text}
          </Button>
          <Button block busyText={first.busyText} onPress={first.onPress}>
            {first.text}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3 ink-700">{explanationOf(difference)}</div>
    </BottomSheet>
  );
}
