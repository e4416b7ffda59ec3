/**
 * The order confirmation sheet: the items, the price with its reductions, and the payment split.
 */
import type { Quote } from "@yunjing/contract/schemas/buying";
import type { SavedAccount } from "@yunjing/contract/schemas/accounts";
import { useState } from "react";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { countText, moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Price } from "../../../components/price.tsx";
import { PriceLines } from "../../../components/shop/price-lines.tsx";
import { Switch } from "../../../components/shop/switch.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Checkbox } from "../../../components/checkbox.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./confirm.module.css";
import { AccountPicker } from "./account-picker.tsx";
import { CouponPicker } from "./coupon-picker.tsx";
import type { PickedAccount } from "./use-choice.ts";
import type { QuoteView } from "./use-quote.ts";

type Input = { readonly label: string; readonly text: string };

/** The account to be charged (typed or selected), and whether it is saved for next time. */
export interface AccountView {
  readonly list: readonly SavedAccount[];
  readonly saved: PickedAccount | undefined;
  readonly isSaved: boolean;
  readonly onSavedChange: (isSaved: boolean) => void;
  readonly onPick: (saved: PickedAccount | undefined) => void;
}

interface ConfirmSheetProps {
  readonly view: QuoteView;
  readonly inputs: readonly Input[];
  readonly account: AccountView;
  readonly onPlace: () => Promise<void>;
  readonly onClose: () => void;
}

interface AccountProps extends Pick<ConfirmSheetProps, "inputs" | "account"> {
  readonly onAccounts: () => void;
}

/** A delivery to a wrong account cannot be undone, so the account is shown again in large text. */
const Account = ({ inputs, account, onAccounts }: AccountProps) => (
  <div className={styles.account}>
    <dl className={styles.inputs}>
      {inputs.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <div className={styles.accountFoot}>
      {account.saved ? (
        <span className="ink-500">保存的账号</span>
      ) : (
        <Checkbox isOn={account.isSaved} onChange={account.onSavedChange}>
          保存账号，下次直接选
        </Checkbox>
      )}
      {account.list.length > 0 && (
        <Button appearance="line" size={32} onPress={onAccounts}>
          {account.saved ? "更换账号" : "选保存的账号"}
        </Button>
      )}
    </div>
  </div>
);

const Items = ({ quote }: { readonly quote: Quote }) => (
  <ul className="grid gap-3">
    {quote.items.map((item) => (
      <li key={item.skuId} className="row gap-3">
        <BenefitPicture artwork={item.artwork} photo={item.photo} tint={item.tint} size={64} />
        <span className="grid gap-half grow">
          <span className="text-16 ink-900 medium">{item.title}</span>
          <span className="caption">
            {[item.spec, `×${item.quantity}`].filter(Boolean).join("，")}
          </span>
        </span>
        <Price amountFen={item.totalFen} money="exact" size={16} tone="paid" />
      </li>
    ))}
  </ul>
);

/** Returns the coupon row's text: the discount, the number of coupons, or that there is none. */
function couponText({ coupons }: Quote): { readonly text: string; readonly isOff: boolean } {
  const offFen = coupons.usable
    .filter(({ couponId }) => coupons.chosen.includes(couponId))
    .reduce((sum, coupon) => sum + coupon.offFen, 0);
  if (offFen > 0) return { text: `−${moneyText(offFen)}`, isOff: true };
  const count = coupons.usable.length;
  return { text: count > 0 ? `${count} 张可用` : "暂无可用", isOff: false };
}

function pointsNote({ points }: Quote): string {
  if (points.usable === 0)
    return points.why ?? `共 ${countText(points.available)} 积分，本单不可用`;
  return `本单最多用 ${countText(points.usable)} 积分（共 ${countText(points.available)}）`;
}

interface TendersProps {
  readonly quote: Quote;
  readonly view: QuoteView;
  readonly onCoupons: () => void;
}

function Tenders({ quote, view, onCoupons }: TendersProps) {
  const { options, change } = view;
  const coupon = couponText(quote);
  const { points, balance } = quote;
  const canPoints = points.usable > 0;
  return (
    <div className={styles.tenders}>
      <button type="button" className={styles.row} onClick={onCoupons}>
        <span className="text-14 ink-900 flex-1">优惠券</span>
        {coupon.isOff && quote.coupons.best.join() === quote.coupons.chosen.join() && (
          <span className="text-12 sea-700">已选最优</span>
        )}
        <span className={styles.value} data-off={coupon.isOff ? "" : undefined}>
          {coupon.text}
        </span>
        <Icon of={chevron} size={18} />
      </button>
      <Switch
        name="积分抵扣"
        note={
          points.used > 0
            ? `用 ${countText(points.used)} 积分抵 ${moneyText(points.offFen)}`
            : pointsNote(quote)
        }
        isOn={options.usePoints && canPoints}
        isDisabled={!canPoints}
        onChange={(usePoints) => change({ usePoints })}
      />
      <Switch
        name="余额"
        note={
          balance.usedFen > 0
            ? `用 ${moneyText(balance.usedFen)}，剩 ${moneyText(balance.availableFen - balance.usedFen)}`
            : `可用 ${moneyText(balance.availableFen)}`
        }
        isOn={options.useBalance && balance.availableFen > 0}
        isDisabled={balance.availableFen === 0}
        onChange={(useBalance) => change({ useBalance })}
      />
    </div>
  );
}

/** Returns the button text: what a press of it charges. */
function submitText({ cashFen, balanceFen, points }: Quote): string {
  if (cashFen > 0) return "提交订单";
  if (balanceFen > 0) return `用余额支付 ${moneyText(balanceFen)}`;
  return points.used > 0 ? `扣 ${countText(points.used)} 积分，提交订单` : "免费领取";
}

const sumName = ({ cashFen, balanceFen }: Quote): string => {
  if (cashFen > 0) return "还需支付";
  return balanceFen > 0 ? "余额支付" : "应付";
};

function Foot({ view, onPlace }: Pick<ConfirmSheetProps, "view" | "onPlace">) {
  const { quote, isFetching } = view;
  if (!quote) return null;
  const saved = quote.items.reduce((sum, item) => sum + item.marketFen * item.quantity, 0);
  const savedFen = saved - quote.payableFen;
  return (
    <>
      <div className={styles.sum} aria-live="polite">
        <span className="text-14 ink-700">{sumName(quote)}</span>
        <Price
          amountFen={quote.cashFen > 0 ? quote.cashFen : quote.payableFen}
          money="exact"
          size={28}
        />
        {savedFen > 0 && <span className="caption push-end">比市场价省 {moneyText(savedFen)}</span>}
      </div>
      <Button
        appearance="main"
        block
        busyText="正在提交"
        {...(isFetching ? { reason: "正在核价" } : {})}
        onPress={onPlace}
      >
        {submitText(quote)}
      </Button>
    </>
  );
}

interface ContentProps extends Pick<ConfirmSheetProps, "view" | "inputs" | "account"> {
  readonly onAccounts: () => void;
  readonly onCoupons: () => void;
}

/** The server names the invalid field; its message is more specific than the refusal code. */
function blockedReason(error: unknown): string {
  const data = error instanceof ApiFailure ? error.data : undefined;
  const text = typeof data === "object" && data !== null && "text" in data ? data.text : undefined;
  return typeof text === "string" ? text : userMessageFor(error);
}

function Content({ view, inputs, account, onCoupons, onAccounts }: ContentProps) {
  const { quote, error, notice, refetch } = view;
  if (!quote) {
    return error ? (
      <ErrorBlock title="现在买不了" note={blockedReason(error)} onRetry={refetch} />
    ) : (
      <Skeleton count={2} />
    );
  }
  const isMany = notice?.includes("待支付订单") ?? false;
  const manyAct = {
    act: "去处理",
    onPress: () => void navigateTo("/pages/user/orders?state=wait_pay"),
  };
  return (
    <div className={styles.content}>
      {notice && <NoticeBar kind="bad" text={notice} {...(isMany ? manyAct : {})} />}
      {error && !notice && <NoticeBar kind="bad" text={blockedReason(error)} />}
      <Items quote={quote} />
      {inputs.length > 0 && <Account inputs={inputs} account={account} onAccounts={onAccounts} />}
      <Tenders quote={quote} view={view} onCoupons={onCoupons} />
      <PriceLines lines={quote.lines} />
    </div>
  );
}

export function ConfirmSheet({ view, inputs, account, onPlace, onClose }: ConfirmSheetProps) {
  const [picking, setPicking] = useState<"coupon" | "account">();
  const back = () => setPicking(undefined);
  const { quote } = view;
  if (picking === "coupon" && quote) {
    return (
      <CouponPicker
        coupons={quote.coupons}
        onChoose={(couponIds) => {
          view.change({ couponIds });
          back();
        }}
        onClose={back}
      />
    );
  }
  if (picking === "account") {
    return (
      <AccountPicker
        list={account.list}
        saved={account.saved}
        onPick={(saved) => {
          account.onPick(saved);
          back();
          // Another account is typed in the form on the page, so the sheet closes.
          if (!saved) onClose();
        }}
        onClose={back}
      />
    );
  }
  return (
    <FlowSheet
      reason="confirming an order"
      title="确认订单"
      onClose={onClose}
      foot={<Foot view={view} onPlace={onPlace} />}
    >
      <Content
        {...{ view, inputs, account }}
        onCoupons={() => setPicking("coupon")}
        onAccounts={() => setPicking("account")}
      />
    </FlowSheet>
  );
}
