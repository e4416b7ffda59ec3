/** The withdrawal form: amount, fee, net amount and the applicable rules. */
import type { WithdrawalSheet } from "@yunjing/contract/schemas/withdrawals";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Dock } from "../../../components/dock.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Field } from "../../../components/field.tsx";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Price } from "../../../components/price.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StepUpSheet } from "../../../components/step-up/step-up-sheet.tsx";
import { normalizeYuanInput, yuanInputText } from "../../../components/yuan.ts";
import { feeOf, feeText, isMinimumFee } from "./amounts.ts";
import type { WithdrawView } from "./use-withdraw.ts";

interface PartProps {
  readonly view: WithdrawView;
  readonly sheet: WithdrawalSheet;
}

const Available = ({ sheet }: Pick<PartProps, "sheet">) => (
  <div className="grid">
    <p className="caption">可提现余额</p>
    <Price amountFen={sheet.availableFen} money="exact" size={40} tone="paid" />
  </div>
);

function Amount({ view, sheet }: PartProps) {
  const { typed, fault, showsNameField, name } = view;
  const mostFen = Math.min(sheet.availableFen, sheet.maxFen);
  const limits = `单笔 ${moneyText(sheet.minFen, "shop")} 起，今天还可提 ${sheet.leftToday} 次`;
  return (
    <>
      <Field
        label="提现金额（元）"
        kind="yuan"
        name="amount"
        before="¥"
        value={typed}
        onInput={(text) => view.type(normalizeYuanInput(text))}
        placeholder={`最多 ${moneyText(mostFen)}`}
        hint={limits}
        error={typed === "" || (showsNameField && fault?.includes("姓名")) ? undefined : fault}
        after={
          <button
            type="button"
            className="touch touch-small flex-none text-14 sea-700"
            onClick={() => view.type(yuanInputText(mostFen))}
          >
            全部提现
          </button>
        }
      />
      {showsNameField && (
        <Field
          label="收款人姓名"
          name="name"
          autoComplete="name"
          value={name}
          onInput={view.setName}
          lengthMax={40}
          placeholder="与微信实名一致"
          hint={`超过 ${moneyText(sheet.nameAboveFen, "shop")} 需要核对姓名，只用于这次打款`}
          error={name === "" ? undefined : fault}
        />
      )}
    </>
  );
}

/** Rendered before anything is typed, so that nothing moves later. */
function Sum({ view, sheet }: PartProps) {
  const { amountFen, isSound } = view;
  const feeFen = feeOf(sheet, amountFen);
  const text = (fen: number) => (isSound ? moneyText(fen) : "—");
  return (
    <div aria-live="polite">
      <Facts
        boxed
        items={[
          {
            name: feeText(sheet),
            value:
              isSound && isMinimumFee(sheet, amountFen) ? `${text(feeFen)}（最低）` : text(feeFen),
          },
          { name: "到账微信零钱", value: text(amountFen - feeFen), isStrong: true },
          {
            name: "处理方式",
            value: amountFen > sheet.autoFen ? "人工审核后打款" : "自动打款",
          },
        ]}
      />
    </div>
  );
}

const Rules = ({ rules }: { readonly rules: readonly string[] }) => (
  <Section title="提现说明">
    <ul className="relaxed ink-700 bullets">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </Section>
);

/** The button text shows the net amount, or what is missing. */
function Submit({ view, sheet }: PartProps) {
  const { fault, typed, amountFen } = view;
  const short = sheet.allowed ? (typed === "" ? "请输入金额" : "请核对金额") : "暂不能提现";
  const netFen = amountFen - feeOf(sheet, amountFen);
  return (
    <Button
      appearance="main"
      block
      busyText="正在提交"
      reason={fault === undefined ? undefined : fault.includes("姓名") ? "请填写姓名" : short}
      onPress={view.submit}
    >
      提现 {moneyText(amountFen)}，到账 {moneyText(netFen)}
    </Button>
  );
}

export function WithdrawForm({ view }: { readonly view: WithdrawView }) {
  const { sheet, isLoadingError, refetch, error, proof } = view;
  if (!sheet) {
    return (
      <div className="page-body">
        {isLoadingError ? (
          <ErrorBlock note="没能读到可提现金额，你的余额没有变化" onRetry={refetch} />
        ) : (
          <Skeleton shape="card" count={2} />
        )}
      </div>
    );
  }
  return (
    <>
      <div className="page-body">
        {!sheet.allowed && <NoticeBar kind="warn" text={sheet.why ?? "现在不能提现"} />}
        {error && <NoticeBar kind="bad" text={error} />}
        <Card>
          <div className="grid gap-4">
            <Available sheet={sheet} />
            <Amount view={view} sheet={sheet} />
            <Sum view={view} sheet={sheet} />
          </div>
        </Card>
        <Rules rules={sheet.rules} />
      </div>
      <Dock>
        <Submit view={view} sheet={sheet} />
      </Dock>
      {proof.isProving && (
        <StepUpSheet
          purpose="withdraw"
          what="提现到微信零钱"
          amountFen={view.amountFen}
          onProof={proof.give}
          onClose={proof.leave}
        />
      )}
    </>
  );
}
