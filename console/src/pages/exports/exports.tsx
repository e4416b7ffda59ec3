/** 导出: the files one has asked for, and with the audit's right those of all operators. */
import { exportKinds } from "@yunjing/contract/export-kinds";
import { useQueryClient } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { saveExport } from "../../parts/export-button/save-export.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { tell, tellFailure } from "../../parts/toast.tsx";
import { kindTitles } from "./kind-titles.ts";
import { Written } from "./written.tsx";

type Row = Item<typeof api.operatorExports.list>;

const states = {
  queued: ["outline", "排队中"],
  running: ["sea", "写入中"],
  done: ["ok", "可下载"],
  failed: ["bad", "失败"],
  cancelled: ["sand", "已取消"],
  gone: ["sand", "文件已删除"],
} as const;

/** An open page asks again while a file is being written. */
const WRITING_MS = 2_000;

const SPEC = { whose: oneOf("mine", "all"), kind: oneOf(...exportKinds) };

function stateNote({ state, fault, expiresAt, endedAt }: Row): string | undefined {
  if (state === "failed") return fault;
  if (state === "done" && expiresAt) return `${timeText(expiresAt)} 删除`;
  return endedAt === undefined ? undefined : timeText(endedAt);
}

const of = columnsOf<Row>();
const columnsWith = (cancel: (row: Row) => void, save: (row: Row) => void) => [
  of.custom("title", "导出", ({ title, exportId, isClear }) => (
    <TwoLines first={isClear ? `${title}（明文）` : title} second={exportId} />
  )),
  of.custom("filterText", "筛选", ({ filterText, reason }) => (
    <TwoLines first={filterText} second={reason} />
  )),
  of.custom("maker", "申请人", ({ maker }) => maker.name, { from: 1200 }),
  of.custom("rows", "行数", (row) => <Written row={row} />, { align: "right" }),
  of.custom("state", "状态", (row) => (
    <TwoLines
      first={<StateTag tone={states[row.state][0]}>{states[row.state][1]}</StateTag>}
      second={stateNote(row)}
    />
  )),
  of.custom(
    "downloads",
    "下载",
    ({ downloads, downloadedAt, maker }) =>
      downloadedAt === undefined ? (
        "—"
      ) : (
        <TwoLines first={`${maker.name} · ${downloads} 次`} second={timeText(downloadedAt)} />
      ),
    { from: 1200 },
  ),
  of.instant("createdAt", "申请时间"),
  of.custom(
    "actions",
    "操作",
    (row) => {
      if (!row.isMine || !may("exports:make")) return "—";
      if (row.state === "done")
        return (
          <Button size="small" onClick={() => save(row)}>
            下载
          </Button>
        );
      if (row.state === "queued" || row.state === "running")
        return (
          <Button size="small" look="text" onClick={() => cancel(row)}>
            取消
          </Button>
        );
      return "—";
    },
    { align: "right" },
  ),
];

/** Acts on a row and loads the list again; both need no reason. */
function useActions() {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ["operatorExports"] });
  return {
    cancel: (row: Row) =>
      void api.operatorExports
        .cancel({ exportId: row.exportId })
        .then(() => tell("已取消"))
        .catch((failure: unknown) => tellFailure(sentenceFor(failure)))
        .then(reload),
    save: (row: Row) => void saveExport(row.exportId).then(reload),
  };
}

export default function ExportsPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { whose = may("exports:make") ? "mine" : "all", kind } = values;
  const { cancel, save } = useActions();
  return (
    <FixedPage>
      <PageHead
        title="导出"
        text="每人同时 3 个、每天 10 个；文件写好后保留 24 小时，每次下载的链接只能用一次"
      />
      <ResourceTable
        title="导出"
        query={(paging) => ({
          ...apiQuery(api.operatorExports.list, { whose, ...(kind && { kind }), ...paging }),
          refetchInterval: ({ state }: { state: { data?: { list: readonly Row[] } } }) =>
            state.data?.list.some((row) => row.state === "queued" || row.state === "running")
              ? WRITING_MS
              : false,
        })}
        columns={columnsWith(cancel, save)}
        rowKey={({ exportId }) => exportId}
        views={
          may("audit:read") && (
            <Tabs
              label="导出"
              value={whose}
              onChange={(next) => setSearch({ whose: next })}
              tabs={[
                { id: "mine", label: "我的" },
                { id: "all", label: "所有人" },
              ]}
            />
          )
        }
        filters={
          <FilterBar
            values={{ kind }}
            onChange={setSearch}
            filters={[
              {
                key: "kind",
                label: "内容",
                choices: exportKinds.map((one) => [one, kindTitles[one]]),
              },
            ]}
          />
        }
        isFiltered={kind !== undefined}
        onClear={() => setSearch({ kind: undefined })}
        empty={{ title: "还没有导出", text: "在订单、会员等列表里点「导出」，文件会出现在这里。" }}
      />
    </FixedPage>
  );
}
