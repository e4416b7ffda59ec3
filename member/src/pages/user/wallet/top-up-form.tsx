/** The top-up form: packages with their bonus, a custom amount, and the resulting total. */
import type { TopUpPackage, WalletSummary } from "@yunjing/contract/schemas/wallet";
import { type ReactNode, useId } from "react";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Field } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check } from "../../../components/icons.ts";
import { moneyPieces, moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Bone } from "../../../components/skeleton.tsx";
import { Checkbox } from "../../../components/checkbox.tsx";
import { normalizeYuanInput } from "../../../components/yuan.ts";
import { Link } from "../../../shell/link.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { balanceAfterFen, creditText, type Packages } from "./top-up-choice.ts";
import styles from "./top-up-form.module.css";
import type { TopUpView } from "./use-top-up.ts";

const TERMS = "/pages/passport/terms?type=topup";

interface OptionProps {
  readonly group: string;
  readonly id: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A native radio button covers the frame, so arrow keys and labels work. */
const Option = ({ group, id, isOn, onChoose, children }: OptionProps) => (
  <label className={styles.option}>
    <input
      className="touch-cover"
      type="radio"
      name={group}
      value={id}
      checked={isOn}
      onChange={onChoose}
    />
    {children}
    <span className={styles.corner} aria-hidden="true">
      <Icon of={check} size={12} />
    </span>
  </label>
);

const PackageText = ({ amountFen, bonusFen }: TopUpPackage) => (
  <>
    <span className="text-20 ink-900 figure">
      <span className={styles.yen}>¥</span>
      {moneyPieces(amountFen).yuan}
      {moneyPieces(amountFen).decimals}
    </span>
    <span className={bonusFen > 0 ? "text-12 gold-700" : "caption"}>
      {bonusFen > 0 ? `送 ${moneyText(bonusFen, "shop")}` : "不赠送"}
    </span>
  </>
);

const limitsText = ({ amountMinFen, amountMaxFen }: Packages): string =>
  `${moneyPieces(amountMinFen).yuan}–${moneyPieces(amountMaxFen).yuan}`;

function Options({ packages, view }: { readonly packages: Packages; readonly view: TopUpView }) {
  const group = useId();
  const { choice, choose } = view;
  return (
    <fieldset className={styles.options} aria-label="充值金额">
      {packages.list.map((item) => (
        <Option
          key={item.packageId}
          group={group}
          id={item.packageId}
          isOn={choice.packageId === item.packageId}
          onChoose={() => choose({ ...choice, packageId: item.packageId })}
        >
          <PackageText {...item} />
        </Option>
      ))}
      <Option
        group={group}
        id="own"
        isOn={choice.packageId === undefined}
        onChoose={() => choose({ typed: choice.typed })}
      >
        <span className={styles.own}>其他金额</span>
        <span className="caption">{limitsText(packages)}</span>
      </Option>
    </fieldset>
  );
}

interface FormProps {
  readonly view: TopUpView;
  readonly summary: WalletSummary | undefined;
}

function Sum({ view, summary }: FormProps) {
  const { worth } = view;
  const money = (text: string | undefined) => text ?? "—";
  return (
    <div aria-live="polite">
      <Facts
        boxed
        items={[
          { name: "微信支付", value: money(worth && moneyText(worth.amountFen)) },
          { name: "到账", value: money(worth && creditText(worth)) },
          {
            name: "充值后余额",
            value: money(worth && summary && moneyText(balanceAfterFen(summary, worth))),
            isStrong: true,
          },
        ]}
      />
    </div>
  );
}

/** The custom amount field shows an error only after something was typed. */
function OwnAmount({ view, packages }: { readonly view: TopUpView; readonly packages: Packages }) {
  const { choice, choose, fault } = view;
  if (choice.packageId !== undefined) return null;
  return (
    <Field
      label="充值金额（元）"
      kind="yuan"
      name="amount"
      before="¥"
      value={choice.typed}
      onInput={(typed) => choose({ typed: normalizeYuanInput(typed) })}
      placeholder={limitsText(packages)}
      hint="其他金额不赠送"
      error={choice.typed === "" ? undefined : fault}
      canClear
    />
  );
}

const FormSkeleton = () => (
  <div className="grid gap-3" role="status" aria-label="加载中">
    <div className={styles.options}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <span key={place} className={styles.option} data-blank="">
          <Bone height={20} />
          <Bone height={12} />
        </span>
      ))}
    </div>
    <Bone height={108} />
    <span className="grid items-center touch-height">
      <Bone width={70} height={12} />
    </span>
  </div>
);

export function TopUpForm({ view, summary }: FormProps) {
  const { packages, isLoadingError, refetch, error, terms } = view;
  return (
    <Section title="充值" all={{ text: "充值说明", onPress: () => void navigateTo(TERMS) }}>
      {packages ? (
        <div className="grid gap-3">
          {error && <NoticeBar kind="bad" text={error} />}
          <Options packages={packages} view={view} />
          <OwnAmount packages={packages} view={view} />
          <Sum view={view} summary={summary} />
          <Checkbox isOn={terms.isAgreed} onChange={terms.agree}>
            <span className="inline-row wrap">
              <span>同意</span>
              <Link to={TERMS}>《充值协议》</Link>
              <span>赠送 {packages.bonusMonths} 个月有效、不可提现</span>
            </span>
          </Checkbox>
        </div>
      ) : isLoadingError ? (
        <ErrorBlock note="余额没有变化" onRetry={refetch} />
      ) : (
        <FormSkeleton />
      )}
    </Section>
  );
}

interface TopUpButtonProps {
  readonly view: TopUpView;
  readonly isFrozen: boolean;
}

/** The page's main button: its text contains the amount to pay. */
export function TopUpButton({ view, isFrozen }: TopUpButtonProps) {
  const { packages, worth, fault, begin } = view;
  const reason = !packages ? "充值" : isFrozen ? "暂不能充值" : fault && "请选择金额";
  return (
    <Button
      appearance="main"
      block
      busyText="正在下单"
      reason={reason && view.choice.packageId === undefined && packages ? "请输入金额" : reason}
      onPress={begin}
    >
      充值 {worth && moneyText(worth.amountFen)}
    </Button>
  );
}
