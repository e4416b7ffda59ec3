/** Popular search words: the list in its order, making, scheduling and hiding one. */
import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { Gate } from "../../parts/gate.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { OrderPanel } from "./order-panel.tsx";

type Row = Item<typeof api.operatorTaxonomy.hotWords>;
const of = columnsOf<Row>();
const columns = [
  of.text("word", "热搜词"),
  of.custom("new", "标签", ({ isNew }) => (isNew ? "新" : "—")),
  of.instant("startsAt", "开始"),
  of.instant("endsAt", "结束"),
  of.custom("state", "状态", ({ isOn }) =>
    isOn ? <StateTag tone="ok">显示</StateTag> : <StateTag tone="sand">已隐藏</StateTag>,
  ),
];

export function HotWordList(props: { readonly tabs: ReactNode }) {
  const [edited, setEdited] = useState<Partial<Row>>();
  const [, setSearch] = useSearchState({ open: text() });
  const all = useQuery(apiQuery(api.operatorTaxonomy.hotWords, {})).data;
  const isNew = edited?.version === undefined;
  return (
    <>
      <ResourceTable
        title="热搜词"
        query={() => apiQuery(api.operatorTaxonomy.hotWords, {})}
        columns={columns}
        rowKey={({ word }) => word}
        views={props.tabs}
        tools={
          <Gate may="catalog:edit">
            <Button icon={<ArrowUpDown />} onClick={() => setSearch({ open: "order" })}>
              调整顺序
            </Button>
            <Button icon={<Plus />} onClick={() => setEdited({ isOn: true })}>
              新增热搜词
            </Button>
          </Gate>
        }
        onOpen={setEdited}
        panel={(key, _row, close) =>
          key === "order" && all ? (
            <OrderPanel
              key={all.etag}
              title="热搜词顺序"
              op={api.operatorTaxonomy.orderHotWords}
              etag={all.etag}
              entries={all.list.map(({ word }) => ({ key: word, name: word }))}
              onClose={close}
            />
          ) : null
        }
        empty={{ title: "还没有热搜词", text: "会员打开搜索时会看到这些词。" }}
      />
      {edited && (
        <DrawerForm
          title={isNew ? "新增热搜词" : `修改 ${edited.word}`}
          op={api.operatorTaxonomy.setHotWord}
          fixed={{
            ...(edited.word === undefined ? {} : { word: edited.word }),
            sinceVersion: edited.version ?? 0,
          }}
          initial={{ isOn: false, isNew: false, ...edited }}
          toInput={(values) => ({
            ...values,
            isOn: values["isOn"] === true,
            isNew: values["isNew"] === true,
          })}
          fields={[
            ...(isNew ? [{ kind: "text", name: "word", label: "热搜词" } as const] : []),
            { kind: "switch", name: "isNew", label: "带「新」标签", isRequired: false },
            { kind: "switch", name: "isOn", label: "会员可见", isRequired: false },
            { kind: "instant", name: "startsAt", label: "开始时间", isRequired: false },
            { kind: "instant", name: "endsAt", label: "结束时间", isRequired: false },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
