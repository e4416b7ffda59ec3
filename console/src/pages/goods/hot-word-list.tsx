/** Popular search words: the list in its order, making, scheduling and hiding one. */
import type { ReactNode } from "react";
import { api, type Item } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { OrderedList } from "./ordered-list.tsx";

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
  return (
    <OrderedList
      noun="热搜词"
      list={api.operatorTaxonomy.hotWords}
      order={api.operatorTaxonomy.orderHotWords}
      columns={columns}
      entryOf={({ word }) => ({ key: word, name: word })}
      tabs={props.tabs}
      emptyText="会员打开搜索时会看到这些词。"
      form={({ edited, onClose }) => (
        <DrawerForm
          title={edited.version === undefined ? "新增热搜词" : `修改 ${edited.word}`}
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
            ...(edited.version === undefined
              ? [{ kind: "text", name: "word", label: "热搜词" } as const]
              : []),
            { kind: "switch", name: "isNew", label: "带「新」标签", isRequired: false },
            { kind: "switch", name: "isOn", label: "会员可见", isRequired: false },
            { kind: "instant", name: "startsAt", label: "开始时间", isRequired: false },
            { kind: "instant", name: "endsAt", label: "结束时间", isRequired: false },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          onClose={onClose}
        />
      )}
    />
  );
}
