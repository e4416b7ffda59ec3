/**
 * The result after redeeming: what was received, where to find it, and a button for the next use.
 */
import type { Output } from "@yunjing/contract/operations";
import { useEffect, useState } from "react";
import { api } from "../../../api.ts";
import { tokenState } from "../../../device/token.ts";
import { Button } from "../../../components/button.tsx";
import { CountUp } from "../../../components/count-up.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check } from "../../../components/icons.ts";
import { countText, moneyText } from "../../../components/money.ts";
import { HOME } from "../../../routes.ts";
import { redirectTo, switchTab } from "../../../shell/navigate.ts";
import styles from "./manifest.module.css";

type RedeemedProps = {
  readonly done: Output<"exchange", "redeem">;
  readonly manifest: Output<"exchange", "open">["manifest"];
  /** The name of what was redeemed. */
  readonly name: string;
  readonly onAgain: () => Promise<void>;
};

const orderPath = (receiptToken: string): string => `/pages/exchange/ordetail#r=${receiptToken}`;

function redeemedText({ manifest, name }: RedeemedProps): string {
  const { target, points, valueFen } = manifest;
  if (points) return `${countText(points)} 积分已到账`;
  if (target === "balance" && valueFen) return `${moneyText(valueFen)} 已存入余额`;
  return target === "level" ? `${name}已生效` : `${name}已兑换`;
}

function whereText({ target }: RedeemedProps["manifest"]): string {
  switch (target) {
    case "balance":
      return "可在「我的 - 我的钱包」查看，订单列表里有这一笔";
    case "points":
      return "可在「我的 - 我的积分」查看，订单列表里有这一笔";
    case "coupon":
      return "已存入你的优惠券，订单列表里有这一笔";
    case "level":
      return "可在「我的」查看等级和权益，订单列表里有这一笔";
    default:
      return tokenState() === "valid"
        ? "正在为你发放，进度在订单里查看"
        : "正在为你发放，进度在订单里查看；登录后可收进我的订单";
  }
}

/** The points after the exchange, counted up, read from the server once. */
function PointsNow({ gained }: { readonly gained: number }) {
  const [available, setAvailable] = useState<number>();
  useEffect(() => {
    void api.points.summary({}).then(
      (summary) => setAvailable(summary.available),
      () => undefined,
    );
  }, []);
  return (
    <p className={styles.pointsNow}>
      <span className="caption">可用积分</span>
      <span className="text-40 gold-700 bold">
        {available === undefined ? (
          " "
        ) : (
          <CountUp from={Math.max(0, available - gained)} to={available} />
        )}
      </span>
    </p>
  );
}

export function Redeemed(props: RedeemedProps) {
  const { done, manifest, onAgain } = props;
  const isPoints = manifest.target === "points" && manifest.points !== undefined;
  const { usesLeft = 0, receiptToken } = done;
  return (
    <div className="page">
      <div className={styles.done} role="status">
        <span className={styles.doneMark}>
          <Icon of={check} size={36} />
        </span>
        <h2 className="text-20 ink-900 strong">{redeemedText(props)}</h2>
        {isPoints && <PointsNow gained={manifest.points ?? 0} />}
        <p className="ink-500">{whereText(manifest)}</p>
        {usesLeft > 0 && (
          <p className="ink-500">这个兑换码你还可兑换 {usesLeft} 次，有效期内随时可用</p>
        )}
      </div>
      <Dock>
        <div className="grid halves gap-3 flex-1">
          {usesLeft > 0 ? (
            <Button appearance="line" block onPress={onAgain}>
              继续兑换
            </Button>
          ) : isPoints ? (
            <Button appearance="line" block onPress={() => redirectTo(orderPath(receiptToken))}>
              看订单
            </Button>
          ) : (
            <Button appearance="line" block onPress={() => switchTab(HOME)}>
              去首页
            </Button>
          )}
          {isPoints ? (
            <Button block onPress={() => redirectTo("/pages/user/score")}>
              去用积分
            </Button>
          ) : (
            <Button block onPress={() => redirectTo(orderPath(receiptToken))}>
              看订单
            </Button>
          )}
        </div>
      </Dock>
    </div>
  );
}
