/** After redeeming: what was got, and where to find it. */
import type { Output } from "@yunjing/contract/operations";
import { Button } from "../../../parts/button.tsx";
import { Dock } from "../../../parts/dock.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { check } from "../../../parts/icons.ts";
import { countText, moneyText } from "../../../parts/money.ts";
import { HOME } from "../../../pages.ts";
import { redirectTo, switchTab } from "../../../shell/navigate.ts";
import styles from "./manifest.module.css";

type RedeemedProps = {
  readonly done: Output<"exchange", "redeem">;
  readonly manifest: Output<"exchange", "open">["manifest"];
};

function gotText(manifest: RedeemedProps["manifest"]): string {
  if (manifest.points) return `${countText(manifest.points)} 积分已到账`;
  if (manifest.target === "balance" && manifest.valueFen)
    return `${moneyText(manifest.valueFen)} 已存入余额`;
  return `${manifest.title}已兑换`;
}

export function Redeemed({ done, manifest }: RedeemedProps) {
  const where = manifest.target === "balance" ? "我的钱包" : "我的积分";
  return (
    <div className={styles.page}>
      <div className={styles.done} role="status">
        <span className={styles.doneMark}>
          <Icon of={check} size={36} />
        </span>
        <h2 className={styles.title}>{gotText(manifest)}</h2>
        <p className={styles.doneNote}>可在「我的 - {where}」查看，订单列表里有这一笔</p>
      </div>
      <Dock>
        <div className={styles.dockPair}>
          <Button look="line" block onPress={() => switchTab(HOME)}>
            去首页
          </Button>
          <Button
            block
            onPress={() => redirectTo(`/pages/exchange/ordetail#r=${done.receiptToken}`)}
          >
            看订单
          </Button>
        </div>
      </Dock>
    </div>
  );
}
