/** A dealer's month: the remaining allowance and the statement of the amount owed. */
import { useQuery } from "@tanstack/react-query";
import type { DealerView, OwnStatement } from "@yunjing/contract/schemas/dealers";
import { useState } from "react";
import { apiQuery } from "../../../api.ts";
import { dealerApi } from "../../../dealer-api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { formatDate } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { type Fact, Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { countText, moneyText } from "../../../components/money.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import { monthBefore, monthText, priceText } from "./dealer-text.ts";
import styles from "./generate.module.css";
import { Meter } from "./meter.tsx";
import { saveStatement } from "./save-statement.ts";

type LineProps = {
  readonly batch: {
    readonly name: string;
    readonly made: number;
    readonly redeemed: number;
    readonly void: number;
    readonly expired: number;
    readonly priceFen: number;
    readonly owedFen: number;
  };
};

const Line = ({ batch }: LineProps) => (
  <li className={styles.row}>
    <span>{batch.name}</span>
    <span>{moneyText(batch.owedFen, "exact")}</span>
    <span className="full-width caption">
      {`${countText(batch.made)} 个，每个 ${moneyText(batch.priceFen, "exact")}`}
      {`；已兑换 ${countText(batch.redeemed)}，作废 ${countText(batch.void)}`}
      {batch.expired > 0 && `，过期 ${countText(batch.expired)}`}
    </span>
  </li>
);

/** Opens the invoice of a month that is over. */
function openInvoice(month: string, close: () => void): void {
  close();
  void navigateTo(`/pages/user/invoice?month=${month}`);
}

/** A payment, or one that was entered wrongly and taken back. */
const PaymentRow = ({ payment }: { readonly payment: OwnStatement["payments"][number] }) => (
  <li className={styles.row}>
    <span>{payment.reversedAt === undefined ? "付款" : "付款（已撤销）"}</span>
    <span className={payment.reversedAt === undefined ? "" : styles.reversed}>
      {moneyText(payment.amountFen, "exact")}
    </span>
    <span className="full-width caption">{`${formatDate(payment.at)}，凭证 ${payment.slip}`}</span>
  </li>
);

const sumsOf = ({ owedFen, paidFen, openFen }: OwnStatement): Fact[] => [
  { name: "应付合计", value: moneyText(owedFen, "exact") },
  { name: "已付", value: moneyText(paidFen, "exact") },
  openFen < 0
    ? { name: "多付", value: moneyText(-openFen, "exact"), isStrong: true }
    : { name: "待付", value: moneyText(openFen, "exact"), isStrong: true },
];

function Files({ statement }: { readonly statement: OwnStatement }) {
  const save = (format: "pdf" | "csv") =>
    saveStatement(statement.month, format).catch((failure: unknown) =>
      toast(userMessageFor(failure), { kind: "failed" }),
    );
  return (
    <div className={styles.foot}>
      <Button appearance="sea" busyText="正在生成" onPress={() => save("pdf")}>
        下载 PDF
      </Button>
      <Button appearance="line" busyText="正在生成" onPress={() => save("csv")}>
        下载表格
      </Button>
    </div>
  );
}

function Statement({ month, onClose }: { readonly month: string; readonly onClose: () => void }) {
  const [shown, setShown] = useState(month);
  const { data, isError, refetch } = useQuery(
    apiQuery(dealerApi.batches.statement, { month: shown }),
  );
  return (
    <FlowSheet
      reason="reading a dealer's statement"
      title={monthText(shown)}
      onClose={onClose}
      foot={data && <Files statement={data} />}
    >
      <div className={styles.sheet}>
        {isError && <ErrorBlock onRetry={refetch} />}
        {!data && !isError && <Skeleton count={2} />}
        {data && <Facts boxed items={sumsOf(data)} />}
        {data?.list.length === 0 && <p className="caption">这个月没有提交批次</p>}
        {data && data.list.length > 0 && (
          <ul className="grid" aria-label="各批次应付">
            {data.list.map((batch) => (
              <Line key={batch.batchId} batch={batch} />
            ))}
          </ul>
        )}
        {data && data.payments.length > 0 && (
          <ul className="grid" aria-label="付款">
            {data.payments.map((payment) => (
              <PaymentRow key={`${payment.slip} ${payment.at}`} payment={payment} />
            ))}
          </ul>
        )}
        <p className="caption">生效后未作废的码都计入，兑换与否、过期与否都一样</p>
        {shown < month && (data?.owedFen ?? 0) > 0 && (
          <Button appearance="soft" block onPress={() => openInvoice(shown, onClose)}>
            这个月的发票
          </Button>
        )}
        <div className={styles.acts}>
          <Button appearance="line" size={44} onPress={() => setShown(monthBefore(shown))}>
            看上个月
          </Button>
          {shown !== month && (
            <Button appearance="line" size={44} onPress={() => setShown(month)}>
              回到本月
            </Button>
          )}
        </div>
      </div>
    </FlowSheet>
  );
}

function Month({ dealer }: { readonly dealer: DealerView }) {
  const [isOpen, setOpen] = useState(false);
  const { month, used, codesMonth, faceFenMonth } = dealer;
  return (
    <Section title={`${dealer.name}，本月额度`} note={priceText(dealer)}>
      <div className="grid gap-4 min-width-0">
        <Meter label="已生成（个）" part={used.codes} all={codesMonth} tone="sea" />
        <Meter
          label="面额（元）"
          part={Math.ceil(used.faceFen / 100)}
          all={Math.floor(faceFenMonth / 100)}
          tone="sea"
        />
        <div className={styles.acts}>
          <Button appearance="soft" size={32} onPress={() => setOpen(true)}>
            对账单
          </Button>
        </div>
      </div>
      {isOpen && <Statement month={month} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Renders nothing for makers without dealer terms. */
export function DealerCard() {
  const { data } = useQuery(apiQuery(dealerApi.batches.dealer, {}));
  return data?.dealer ? <Month dealer={data.dealer} /> : null;
}
