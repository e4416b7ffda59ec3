/** 确认兑换: what is charged and from where, what remains, and whether the exchange can be refunded. */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import type { Quote } from "@yunjing/contract/schemas/buying";
import { userMessageFor } from "../../../device/failure.ts";
import { Artwork } from "../../../components/artwork.tsx";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { type Fact, Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { countText, moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { PointsPrice } from "../../../components/price.tsx";
import { Switch } from "../../../components/shop/switch.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Stepper } from "../../../components/stepper.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import type { ChoiceView } from "../../benefit/detail/use-choice.ts";
import type { QuoteView } from "../../benefit/detail/use-quote.ts";
import styles from "./exchange.module.css";
import { priceText } from "./points-text.ts";

interface ConfirmSheetProps {
  readonly benefit: BenefitDetail;
  readonly choice: ChoiceView;
  readonly view: QuoteView;
  readonly onPlace: () => Promise<void>;
  readonly onClose: () => void;
}

/** The complete calculation: 3,260 − 2,600，剩 660. */
const sumOf = (before: string, taken: string, left: string) => (
  <>
    {before} − {taken}，<strong>剩 {left}</strong>
  </>
);

type Taken = Pick<Quote, "points" | "balance" | "balanceFen" | "cashFen">;

export function takenOf({ points, balance, balanceFen, cashFen }: Taken): readonly Fact[] {
  const { available, used } = points;
  const afterFen = balance.availableFen - balanceFen;
  return [
    {
      name: "积分",
      value: sumOf(countText(available), countText(used), countText(Math.max(0, available - used))),
    },
    ...(balanceFen > 0
      ? [
          {
            name: "余额",
            value: sumOf(
              moneyText(balance.availableFen),
              moneyText(balanceFen),
              moneyText(afterFen),
            ),
          },
        ]
      : []),
    ...(cashFen > 0 ? [{ name: "还需支付", value: moneyText(cashFen), isStrong: true }] : []),
  ];
}

const returns = {
  never: "兑换后不可退回",
  unused_auto: "未使用可退，积分退回原来的有效期",
  before_code: "办理前可退，积分退回原来的有效期",
  manual: "需要退换可在订单里申请退款",
} as const;

function Item({ quote }: { readonly quote: Quote }) {
  return quote.items.map((item) => (
    <div key={item.skuId} className="row gap-3">
      <Artwork name={item.artwork} tint={item.tint} size={88} />
      <div className="grid gap-1 grow">
        <p className="text-16 ink-900 medium">{item.title}</p>
        <p className="caption">{item.spec}</p>
        <PointsPrice points={quote.points.used} addFen={quote.payableFen} money="exact" />
      </div>
    </div>
  ));
}

const Count = ({ benefit, choice }: Pick<ConfirmSheetProps, "benefit" | "choice">) => {
  const { sku, quantity, max, count } = choice;
  const min = sku?.quantityMin ?? 1;
  const hint = benefit.limitText ?? (max < 99 ? `一次最多 ${max} 件` : undefined);
  return (
    <div className={styles.countRow}>
      <span className="flex-1 text-14 ink-900">数量</span>
      {hint && <span className="caption">{hint}</span>}
      {max > min ? (
        <Stepper
          label="数量"
          appearance="plain"
          value={quantity}
          min={min}
          max={max}
          maxReason={hint}
          onChange={count}
        />
      ) : (
        <span className="text-16 ink-900 strong">×{quantity}</span>
      )}
    </div>
  );
};

function Content({ benefit, choice, view }: Omit<ConfirmSheetProps, "onPlace" | "onClose">) {
  const { quote, error, notice, refetch, options, change } = view;
  if (!quote) {
    return error ? (
      <ErrorBlock title="现在兑换不了" note={userMessageFor(error)} onRetry={refetch} />
    ) : (
      <Skeleton count={2} />
    );
  }
  const noticeText = notice ?? (error ? userMessageFor(error) : undefined);
  const isMany = noticeText?.includes("待支付订单") ?? false;
  const toUnpaid = () => void navigateTo("/pages/user/orders?state=wait_pay");
  return (
    <div className={styles.content}>
      {noticeText && (
        <NoticeBar
          kind="bad"
          text={noticeText}
          {...(isMany ? { actionText: "去处理", onPress: toUnpaid } : {})}
        />
      )}
      <Item quote={quote} />
      <Count benefit={benefit} choice={choice} />
      {choice.inputs.length > 0 && (
        <Facts
          items={choice.inputs.map(({ label, text }) => ({
            name: label,
            value: text,
            isStrong: true,
          }))}
        />
      )}
      {quote.payableFen > 0 && quote.balance.availableFen > 0 && (
        <Switch
          name="余额支付"
          note={`可用 ${moneyText(quote.balance.availableFen)}`}
          isOn={options.useBalance}
          onChange={(useBalance) => change({ useBalance })}
        />
      )}
      <Facts boxed items={takenOf(quote)} />
      <p className="caption">先用最早到期的积分，{returns[benefit.refundRule]}。</p>
    </div>
  );
}

/** Returns the button text: everything that a press charges. */
function submitText({ points, payableFen, cashFen }: Quote): string {
  const price = priceText(points.used, payableFen > 0 ? moneyText(payableFen) : undefined);
  return cashFen > 0 ? `扣 ${price}，去支付` : `扣 ${price}，确认兑换`;
}

export function ConfirmSheet(props: ConfirmSheetProps) {
  const { view, onPlace, onClose } = props;
  const { quote, isFetching } = view;
  const missing = quote ? quote.points.used - quote.points.available : 0;
  const reason = isFetching
    ? "正在核对"
    : missing > 0
      ? `还差 ${countText(missing)} 积分`
      : undefined;
  return (
    <FlowSheet
      reason="confirming an exchange"
      title="确认兑换"
      onClose={onClose}
      foot={
        quote && (
          <Button appearance="main" block busyText="正在兑换" reason={reason} onPress={onPlace}>
            {submitText(quote)}
          </Button>
        )
      }
    >
      <Content {...props} />
    </FlowSheet>
  );
}
