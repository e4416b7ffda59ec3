/** 报表: bills, flows, margins and what is owed, each with the difference of its totals from the ledger. */
import { useQuery } from "@tanstack/react-query";
import { reportGroups, reportKinds, reports } from "@yunjing/contract/report-kinds";
import { api, apiQuery } from "../../api/client.ts";
import { DateInput } from "../../parts/date-input.tsx";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { fullTime } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Segments, Tabs } from "../../parts/tabs.tsx";
import { useNow } from "../../parts/use-now.ts";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";
import { reportSpan, type ReportSpan, spanChoices } from "./spans.ts";

const SPEC = {
  kind: oneOf(...reportKinds),
  by: oneOf(...reportGroups),
  span: oneOf(...spanChoices.map(([name]) => name)),
  first: text(10),
  last: text(10),
};

const groupWords = {
  day: "按日",
  month: "按月",
  kind: "按类型",
  sku: "按规格",
  supplier: "按供应商",
  order: "按订单",
  dealer: "按经销商",
} as const;

const basisTexts: Readonly<Record<(typeof reportKinds)[number], string>> = {
  bill: "订单按支付日计入，退款和退回记在原订单的那天；充值、提现按入账日",
  flow: "微信支付商户号的每一笔收付，按入账时间；不含调账",
  margin: "时段内支付的订单：现金、余额和兑换码，减退回和供应成本；优惠券和积分不计收入",
  supplier: "供应商已发放的成本，按发放时间入账",
  dealer: "时段内兑换的经销商批次；应付按批次所属月份",
  withdrawal: "已到账的提现，按到账时间",
  invoice: "开票按开具时间，红冲按红冲时间",
};

const dayText = (at: number): string => fullTime(at).slice(0, 10);
const spanText = ({ from, to }: ReportSpan): string => `${dayText(from)} 至 ${dayText(to - 1)}`;

export default function ReportsPage() {
  const now = useNow();
  const [values, setSearch] = useSearchState(SPEC);
  const { kind = "bill", span = "week", first = dayText(now), last = dayText(now) } = values;
  const groups: readonly (typeof reportGroups)[number][] = reports[kind].by;
  const by = values.by && groups.includes(values.by) ? values.by : reports[kind].by[0];
  const wanted = reportSpan(span, now, { first, last });
  const input = { kind, by, from: wanted?.from ?? 0, to: wanted?.to ?? 0 };
  const query = useQuery({
    ...apiQuery(api.operatorReports.read, input),
    enabled: wanted !== undefined,
  });
  const { title } = reports[kind];
  return (
    <>
      <PageHead
        title="报表"
        text={wanted ? `${spanText(wanted)}，合计与账本分录逐项核对` : "请选先后两天"}
        actions={
          <div className={styles.tools}>
            {span === "own" && (
              <>
                <DateInput
                  label="从哪天"
                  value={first}
                  onChange={(day) => setSearch({ first: day })}
                />
                <DateInput
                  label="到哪天"
                  value={last}
                  onChange={(day) => setSearch({ last: day })}
                />
              </>
            )}
            <Segments
              label="时段"
              choices={spanChoices}
              value={span}
              onChange={(next) => setSearch({ span: next })}
            />
          </div>
        }
      />
      <div className={styles.tabs}>
        <Tabs
          label="报表种类"
          look="plain"
          value={kind}
          onChange={(next) => setSearch({ kind: next, by: undefined })}
          tabs={reportKinds.map((id) => ({ id, label: reports[id].title }))}
        />
      </div>
      <Card
        title={title}
        aside={
          <div className={styles.tools}>
            {groups.length > 1 && (
              <Segments
                label="分组"
                choices={groups.map((id) => [id, groupWords[id]] as const)}
                value={by}
                onChange={(next) => setSearch({ by: next })}
              />
            )}
            {wanted && <ExportButton kind="report" title={title} filter={input} />}
          </div>
        }
      >
        <p className={styles.cut}>{basisTexts[kind]}</p>
        {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && wanted && <Skeleton rows={8} />}
        {query.data && <ReportTable report={query.data} title={title} />}
      </Card>
    </>
  );
}
