/** A dealer's month: the remaining allowance and the statement of the amount owed. */
import { useQuery } from "@tanstack/react-query";
import type { DealerView } from "@yunjing/contract/schemas/dealers";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { type Fact, Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { countText, moneyText } from "../../../components/money.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { monthBefore, monthText, priceText } from "./dealer-text.ts";
import styles from "./generate.module.css";
import { Meter } from "./meter.tsx";

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

function Statement({ month, onClose }: { readonly month: string; readonly onClose: () => void }) {
  const [shown, setShown] = useState(month);
  const { data, isError, refetch } = useQuery(apiQuery(api.batches.statement, { month: shown }));
  const facts: Fact[] = [
    { name: "应付合计", value: moneyText(data?.owedFen ?? 0, "exact"), isStrong: true },
  ];
  return (
    <FlowSheet reason="reading a dealer's statement" title={monthText(shown)} onClose={onClose}>
      <div className={styles.sheet}>
        {isError && <ErrorBlock onRetry={refetch} />}
        {!data && !isError && <Skeleton count={2} />}
        {data && <Facts boxed items={facts} />}
        {data?.list.length === 0 && <p className="caption">这个月没有提交批次</p>}
        {data && data.list.length > 0 && (
          <ul className="grid" aria-label="各批次应付">
            {data.list.map((batch) => (
              <Line key={batch.batchId} batch={batch} />
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
  const { data } = useQuery(apiQuery(api.batches.dealer, {}));
  return data?.dealer ? <Month dealer={data.dealer} /> : null;
}
