/** The list of words: which are refused while they are typed, and which a person reviews. */
import type { ReactNode } from "react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Word = Item<typeof api.operatorModeration.words>;

const levels = {
  deny: ["bad", "不能使用"],
  review: ["warn", "转人工"],
} as const;

const columns = (() => {
  const of = columnsOf<Word>();
  return [
    of.text("word", "词"),
    of.state("level", "处理", levels),
    of.custom("isOn", "状态", ({ isOn }) => (isOn ? "使用中" : "已停用")),
    of.instant("changedAt", "修改时间"),
  ];
})();

function WordForm({ word, onClose }: { readonly word?: Word; readonly onClose: () => void }) {
  return (
    <DrawerForm
      title={word ? `修改「${word.word}」` : "添加词"}
      op={api.operatorModeration.setWord}
      fixed={{ sinceVersion: word?.version ?? 0, ...(word && { word: word.word }) }}
      initial={word ?? { level: "review", isOn: true }}
      fields={[
        ...(word
          ? []
          : [
              {
                kind: "text" as const,
                name: "word" as const,
                label: "词",
                isRequired: true,
                help: "全角、空格、符号、形近字和形近数字都按同一个词比较",
              },
            ]),
        {
          kind: "choice",
          name: "level",
          label: "昵称里出现时",
          isRequired: true,
          choices: [
            ["deny", "不能使用：会员当场看到，改了才能保存"],
            ["review", "转人工：审核通过前，别人看到默认昵称"],
          ],
        },
        { kind: "switch", name: "isOn", label: "使用中" },
        { kind: "area", name: "reason", label: "原因", isRequired: true },
      ]}
      done="词库已更新"
      onClose={onClose}
    />
  );
}

export function WordList({ tabs }: { readonly tabs: ReactNode }) {
  const [open, setOpen] = useState<Word | "new">();
  return (
    <>
      <ResourceTable
        title="词库"
        query={() => apiQuery(api.operatorModeration.words, {})}
        columns={columns}
        rowKey={({ word }) => word}
        views={tabs}
        tools={
          <Button size="small" onClick={() => setOpen("new")}>
            添加词
          </Button>
        }
        onOpen={setOpen}
        empty={{ title: "词库还是空的", text: "添加的词立刻用于会员修改昵称。" }}
      />
      {open !== undefined && (
        <WordForm {...(open === "new" ? {} : { word: open })} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
