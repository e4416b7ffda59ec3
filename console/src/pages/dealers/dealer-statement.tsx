/** What a dealer made in a month, what is owed, paid and open, with a choice of the last months. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { countText, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Segments } from "../../parts/tabs.tsx";
import styles from "./dealers.module.css";

type Statement = OutputOf<typeof api.operatorDealers.statement>;
type Payment = Statement["payments"][number];
type Line = readonly [label: string, value: string, note: ReactNode];
type Dealer = { readonly memberId: string; readonly memberNo: string; readonly name: string };

const MONTHS_SHOWN = 4;

/** Returns `month` and the months before it: `2026-01`, `2025-12`. */
function monthsBefore(month: string, count: number): readonly string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

const enterPayment = ({ memberNo, name }: Dealer, { month, openFen }: Statement) =>
  askReason({
    op: api.operatorDealers.paid,
    input: { memberNo, month },
    title: "登记付款",
    effect: [
      `${name} ${month} 待付 ${moneyText(openFen)}，减少下面的金额`,
      "登记后不能修改；登记错了可以撤销",
    ],
    fields: [
      { kind: "money", name: "amountFen", label: "金额", isRequired: true },
      {
        kind: "text",
        name: "slip",
        label: "凭证号",
        isRequired: true,
        help: "银行回单号，同一张每月只登记一次",
      },
    ],
    confirm: "登记付款",
    done: "已登记",
  });

const reversePayment = ({ memberNo, name }: Dealer, { month }: Statement, payment: Payment) =>
  askReason({
    op: api.operatorDealers.reverse,
    input: { memberNo, paymentId: payment.paymentId },
    title: "撤销付款",
    effect: [
      `${name} ${month} 的付款 ${payment.slip} 不再算已付，待付增加 ${moneyText(payment.amountFen)}`,
      "两条记录都留在对账单上；撤销后同一张回单可以重新登记",
    ],
    confirm: `撤销 ${moneyText(payment.amountFen)}`,
    look: "danger",
    done: "已撤销",
  });

/** The lines of a payment: its reversal above it, or the button that reverses it. */
function paymentLines(payment: Payment, onReverse: () => void): readonly Line[] {
  const { slip, amountFen, by, at, reversal } = payment;
  const note = `${by} 登记于 ${timeText(at)}`;
  const paid = (shown: ReactNode): Line => [`付款 ${slip}`, moneyText(amountFen), shown];
  if (reversal) {
    const why = `${reversal.by} 撤销于 ${timeText(reversal.at)}：${reversal.reason}`;
    return [[`撤销 ${slip}`, moneyText(-amountFen), why], paid(note)];
  }
  const button = (
    <Button look="text" size="small" aria-label={`撤销付款 ${slip}`} onClick={onReverse}>
      撤销
    </Button>
  );
  return [
    paid(
      <span className={styles.payment}>
        {note}
        {button}
      </span>,
    ),
  ];
}

/** The batches of the month, the payments with their reversals, and what is open. */
function Sums({ statement, dealer }: { readonly statement: Statement; readonly dealer: Dealer }) {
  const { list, owedFen, paidFen, openFen, payments } = statement;
  return (
    <>
      {openFen < 0 && (
        <Notice tone="warn">付款后有码作废，多付 {moneyText(-openFen)}，请与经销商结清。</Notice>
      )}
      <Facts
        rows={list.map((batch) => [
          batch.name,
          moneyText(batch.owedFen),
          `生成 ${countText(batch.made)}，已兑 ${countText(batch.redeemed)}，作废 ${countText(batch.void)}`,
        ])}
        total={[list.length === 0 ? "这个月没有制码" : "应付合计", moneyText(owedFen)]}
      />
      {list.length > 0 && (
        <Facts
          rows={[
            ...payments.flatMap((payment) =>
              paymentLines(payment, () => void reversePayment(dealer, statement, payment)),
            ),
            ["已付合计", moneyText(paidFen)],
          ]}
          total={["待付", moneyText(openFen)]}
        />
      )}
    </>
  );
}

/** `month` is the current one, such as `2026-11`. */
export function DealerStatement(props: { readonly dealer: Dealer; readonly month: string }) {
  const { dealer } = props;
  const { memberId, memberNo } = dealer;
  const [month, setMonth] = useState(props.month);
  const query = useQuery(apiQuery(api.operatorDealers.statement, { memberId, month }));
  const { data } = query;
  return (
    <Section
      title="对账单"
      aside={
        <ExportButton
          kind="dealerStatement"
          title={`${dealer.name} ${month} 对账单`}
          filter={{ memberNo, month }}
        />
      }
    >
      <div className={styles.months}>
        <Segments
          label="月份"
          choices={monthsBefore(props.month, MONTHS_SHOWN).map((one) => [one, one] as const)}
          value={month}
          onChange={setMonth}
        />
      </div>
      {query.isPending && <Skeleton />}
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {data && <Sums statement={data} dealer={dealer} />}
      {data && data.openFen > 0 && (
        <div className={styles.pay}>
          <Button onClick={() => void enterPayment(dealer, data)}>登记付款</Button>
        </div>
      )}
    </Section>
  );
}
