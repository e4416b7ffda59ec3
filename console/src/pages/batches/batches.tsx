/** 码批次: the batches of all makers, with the panel of the open one. */
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText, dayText } from "../../parts/format.ts";
import { isMemberNo } from "../../parts/form/member-no.ts";
import { Gate } from "../../parts/gate.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { UsedBar } from "../../parts/table/used-bar.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { BatchPanel } from "./batch-panel.tsx";
import { stateWords, targetChoices, targetIds } from "./batch-words.ts";
import { ImportBatch } from "./import-batch.tsx";
import { NewBatch } from "./new-batch.tsx";

type Row = Item<typeof api.operatorBatches.list>;

function usedText(row: Row): string {
  if (row.state === "ready") return row.isExpired ? "审批已过期" : "待另一人审批";
  if (row.state === "generating") return `正在生成 ${countText(row.made)}`;
  const rest = row.expired > 0 ? ` · ${countText(row.expired)} 过期` : "";
  const ended = row.void > 0 ? ` · ${countText(row.void)} 作废` : rest;
  return `${countText(row.redeemed)} 已兑${ended}`;
}

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "批次", ({ name, maker, dealer, origin }) => (
    <TwoLines
      first={name}
      second={`${dealer ? "经销商" : "自用"}${origin === "imported" ? " · 导入" : ""} · 制 ${maker.name}`}
    />
  )),
  of.custom("target", "兑换成", ({ target }) => target.title, { from: 1200 }),
  of.count("count", "张数"),
  of.custom("used", "使用", (row) => (
    <UsedBar
      used={row.state === "generating" ? row.made : row.redeemed + row.void}
      total={row.count}
      text={usedText(row)}
    />
  )),
  of.custom("ends", "到期", ({ target }) => dayText(target.validUntil)),
  of.state("state", "状态", stateWords),
];

const SPEC = {
  state: oneOf("ready", "generating", "active", "paused", "ended"),
  target: oneOf(...targetIds),
  dealer: oneOf("yes", "no"),
  ends: oneOf("14", "30", "90"),
  keyword: text(60),
  open: text(),
};

const DAY_MS = 86_400_000;

/** Whole days, so that the same page has the same key for a while. */
const daysFromNow = (days: number): number => (Math.floor(Date.now() / DAY_MS) + days) * DAY_MS;

const views = [
  { id: "all", label: "全部" },
  { id: "ready", label: "待审" },
  { id: "generating", label: "生成中" },
  { id: "active", label: "可用" },
  { id: "paused", label: "已冻结" },
  { id: "ended", label: "已结束" },
] as const;

export default function BatchesPage() {
  const [{ state, target, dealer, ends, keyword }, setSearch] = useSearchState(SPEC);
  const [form, setForm] = useState<"new" | "import">();
  const filter = {
    ...(state === undefined ? {} : { state }),
    ...(target === undefined ? {} : { target }),
    ...(dealer === undefined ? {} : { isDealer: dealer === "yes" }),
    ...(ends === undefined ? {} : { endsBefore: daysFromNow(Number(ends)) }),
    ...(keyword === undefined ? {} : isMemberNo(keyword) ? { makerNo: keyword } : { keyword }),
  };
  const close = () => setForm(undefined);
  return (
    <FixedPage>
      <PageHead
        title="码批次"
        text="制码 → 另一人审批 → 激活；码只存密文，导出文件加密、密钥另给"
        actions={
          <Gate may="codes:make">
            <Button icon={<Upload />} onClick={() => setForm("import")}>
              导入名单
            </Button>
            <Button look="solid" icon={<Plus />} onClick={() => setForm("new")}>
              新建批次
            </Button>
          </Gate>
        }
      />
      <ResourceTable
        title="码批次"
        query={(paging) => apiQuery(api.operatorBatches.list, { ...filter, ...paging })}
        columns={columns}
        rowKey={({ batchId }) => batchId}
        views={
          <Tabs
            label="批次状态"
            value={state ?? "all"}
            tabs={views}
            onChange={(next) =>
              setSearch({ state: next === "all" ? undefined : next, open: undefined })
            }
          />
        }
        filters={
          <FilterBar
            savedAs="batches"
            values={{ keyword, target, dealer, ends }}
            onChange={setSearch}
            placeholder="批次名、制码人会员号"
            filters={[
              { key: "target", label: "兑换成", choices: targetChoices },
              {
                key: "dealer",
                label: "经销商",
                choices: [
                  ["yes", "经销商的"],
                  ["no", "自用的"],
                ],
              },
              {
                key: "ends",
                label: "到期",
                choices: [
                  ["14", "14 天内"],
                  ["30", "30 天内"],
                  ["90", "90 天内"],
                ],
              },
            ]}
          />
        }
        tools={<ExportButton kind="batches" title="码批次" filter={filter} />}
        isFiltered={Object.keys(filter).length > 0}
        onClear={() =>
          setSearch({
            state: undefined,
            target: undefined,
            dealer: undefined,
            ends: undefined,
            keyword: undefined,
          })
        }
        panel={(key, _row, closePanel) => (
          <BatchPanel key={key} batchId={key} onClose={closePanel} />
        )}
        empty={{ title: "还没有批次", text: "新建批次后，由另一人审批才能激活。" }}
      />
      {form === "new" && (
        <NewBatch onClose={close} onMade={(batchId) => setSearch({ open: batchId })} />
      )}
      {form === "import" && <ImportBatch onClose={close} />}
    </FixedPage>
  );
}
