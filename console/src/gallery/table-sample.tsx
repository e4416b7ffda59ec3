/** The list of the gallery: columns, filters, selection and a panel over invented rows. */
import { Panel } from "../parts/panel.tsx";
import { columnsOf } from "../parts/table/columns.tsx";
import { FilterBar } from "../parts/table/filter-bar.tsx";
import { ResourceTable } from "../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../parts/table/search-state.ts";
import { tell } from "../parts/toast.tsx";

type Row = {
  readonly no: string;
  readonly member: string;
  readonly amountFen: number;
  readonly points: number;
  readonly state: string;
  readonly at: number;
  readonly used: number;
};

const SAMPLE_AT = 1_795_000_000_000;
const HOUR_MS = 3_600_000;
const rows: readonly Row[] = ["done", "open", "failed"].map((state, place) => ({
  no: `20261122${String(place).padStart(11, "0")}`,
  member: "林知远",
  amountFen: (place - 1) * 12_850,
  points: place * 1_280,
  state,
  at: SAMPLE_AT - place * HOUR_MS,
  used: place * 40,
}));
const states = {
  done: ["ok", "已完成"],
  open: ["sea", "处理中"],
  failed: ["bad", "失败"],
} as const;
const SPEC = { state: oneOf("done", "open", "failed"), keyword: text(64), open: text(40) };

const of = columnsOf<Row>();
const columns = [
  of.no("no", "单号"),
  of.person("member", "会员", ({ member }) => ({ name: member, second: "801620476" })),
  of.money("amountFen", "金额"),
  of.points("points", "积分"),
  of.state("state", "状态", states),
  of.progress("used", "进度", ({ used }) => ({ used, total: 100, label: `已用 ${used}%` })),
  of.ago("at", "等待", { lateMs: HOUR_MS }),
];

export function TableSample() {
  const [values, setSearch] = useSearchState(SPEC);
  return (
    <ResourceTable
      title="列表"
      query={() => ({
        queryKey: ["gallery", "list", values.state],
        queryFn: async () => ({
          list: rows.filter(({ state }) => values.state === undefined || state === values.state),
        }),
      })}
      columns={columns}
      rowKey={({ no }) => no}
      filters={
        <FilterBar
          values={values}
          onChange={setSearch}
          filters={[
            {
              key: "state",
              label: "状态",
              choices: Object.entries(states).map(([state, [, word]]) => [state, word] as const),
            },
          ]}
          placeholder="单号"
        />
      }
      isFiltered={values.state !== undefined}
      onClear={() => setSearch({ state: undefined, keyword: undefined })}
      bulk={[{ label: "批量查单", run: (chosen) => tell(`${chosen.length} 张`) }]}
      selectionText={(chosen) => `${chosen.length} 张`}
      fresh={{ count: 3, unit: "张新单" }}
      panel={(key, _row, close) => (
        <Panel title={key} onClose={close}>
          详情
        </Panel>
      )}
      footText={() => "样例数据"}
      empty={{ title: "没有单" }}
    />
  );
}
