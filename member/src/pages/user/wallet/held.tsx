/** Held amounts: one line that links to its cause, or a sheet with all of them. */
import type { WalletSummary } from "@yunjing/contract/schemas/wallet";
import { useState } from "react";
import { BottomSheet } from "../../../components/bottom-sheet.tsx";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { lock } from "../../../components/money-icons.ts";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./balance-head.module.css";

type HeldAmount = WalletSummary["held"][number];

/** Returns the path of a hold's cause; `undefined` when there is no page for it. */
export function causePath({ cause, no }: HeldAmount): string | undefined {
  switch (cause) {
    case "order":
      return no && `/pages/exchange/ordetail?orderNo=${encodeURIComponent(no)}`;
    case "withdrawal":
      return no
        ? `/pages/user/withdraw?no=${encodeURIComponent(no)}`
        : "/pages/user/withdraw?tab=records";
    case "refund":
      return "/pages/user/topup?tab=records";
  }
}

const openCause = (one: HeldAmount): (() => void) | undefined => {
  const path = causePath(one);
  return path === undefined ? undefined : () => void navigateTo(path);
};

interface HeldProps {
  readonly held: WalletSummary["held"];
  readonly isHidden: boolean;
}

export function Held({ held, isHidden }: HeldProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = held;
  if (!first) return null;
  const sumFen = held.reduce((sum, { fen }) => sum + fen, 0);
  const sumText = isHidden ? "另有金额" : `另有 ${moneyText(sumFen)} `;
  const isOne = held.length === 1;
  return (
    <div className="mt-3">
      <NoticeBar
        kind="warn"
        icon={lock}
        text={isOne ? `${sumText}冻结，${first.text}` : `${sumText}冻结，共 ${held.length} 笔`}
        onPress={isOne ? openCause(first) : () => setOpen(true)}
      />
      <BottomSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="冻结的金额"
        note="冻结的钱还是你的，事情办完就会扣除或退回"
      >
        <div className={styles.helds}>
          <ListRows label="冻结的金额">
            {held.map((one, place) => (
              <ListRow
                key={`${one.cause}${one.no ?? place}`}
                name={moneyText(one.fen)}
                note={one.text}
                onPress={openCause(one)}
              />
            ))}
          </ListRows>
        </div>
      </BottomSheet>
    </div>
  );
}
