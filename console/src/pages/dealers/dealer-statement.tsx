/** What a dealer made in a month and what is owed for it, with a choice of the last months. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { countText, moneyText } from "../../parts/format.ts";
import { Facts, Section } from "../../parts/panel.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Segments } from "../../parts/tabs.tsx";
import styles from "./dealers.module.css";

const MONTHS_SHOWN = 4;

/** Returns `month` and the months before it: `2026-01`, `2025-12`. */
function monthsBefore(month: string, count: number): readonly string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** `month` is the current one, such as `2026-11`. */
export function DealerStatement(props: { readonly memberId: string; readonly month: string }) {
  const { memberId } = props;
  const [month, setMonth] = useState(props.month);
  const query = useQuery(apiQuery(api.operatorDealers.statement, { memberId, month }));
  return (
    <Section title="对账单">
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
      {query.data && (
        <Facts
          rows={query.data.list.map((batch) => [
            batch.name,
            moneyText(batch.owedFen),
            `生成 ${countText(batch.made)}，已兑 ${countText(batch.redeemed)}`,
          ])}
          total={[
            query.data.list.length === 0 ? "这个月没有制码" : "应付合计",
            moneyText(query.data.owedFen),
          ]}
        />
      )}
    </Section>
  );
}
