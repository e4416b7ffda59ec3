/** Prepared answers: what operators choose from, and their change. */
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorTickets.answers>;

const of = columnsOf<Row>();
const columns = [
  of.custom("text", "回复", ({ title, text }) => <TwoLines first={title} second={text} />),
  of.custom("isOn", "状态", ({ isOn }) => (
    <StateTag tone={isOn ? "ok" : "sand"}>{isOn ? "使用中" : "已停用"}</StateTag>
  )),
  of.instant("changedAt", "修改于", { from: 1200 }),
];

const fields: readonly FieldSpec[] = [
  { kind: "text", name: "title", label: "标题", help: "只有运营看得到" },
  { kind: "area", name: "text", label: "内容", help: "会员会读到；发送前可以再改" },
  { kind: "switch", name: "isOn", label: "使用中" },
  { kind: "text", name: "reason", label: "申请原因" },
];
const newFields: readonly FieldSpec[] = [
  {
    kind: "text",
    name: "answerId",
    label: "编号",
    help: "小写字母、数字和下划线，创建后不能改",
    placeholder: "resend_code",
  },
  ...fields,
];

export function AnswerList({ tabs }: { readonly tabs: ReactNode }) {
  const [edited, setEdited] = useState<Row | "new">();
  const close = () => setEdited(undefined);
  return (
    <>
      <ResourceTable
        title="常用回复"
        query={() => apiQuery(api.operatorTickets.answers, {})}
        columns={columns}
        rowKey={({ answerId }) => answerId}
        views={tabs}
        tools={<Button onClick={() => setEdited("new")}>新建回复</Button>}
        onOpen={setEdited}
        empty={{ title: "没有常用回复", text: "把常写的回复存下来，回复时可以选择后修改。" }}
      />
      {edited === "new" && (
        <DrawerForm
          title="新建常用回复"
          op={api.operatorTickets.setAnswer}
          fields={newFields}
          fixed={{ sinceVersion: 0 }}
          initial={{ isOn: true }}
          toInput={(values) => ({ ...values, isOn: values["isOn"] === true })}
          onClose={close}
        />
      )}
      {edited !== undefined && edited !== "new" && (
        <DrawerForm
          title={edited.title}
          op={api.operatorTickets.setAnswer}
          fields={fields}
          fixed={{ answerId: edited.answerId, sinceVersion: edited.version }}
          initial={{ title: edited.title, text: edited.text, isOn: edited.isOn }}
          toInput={(values) => ({ ...values, isOn: values["isOn"] === true })}
          onClose={close}
        />
      )}
    </>
  );
}
