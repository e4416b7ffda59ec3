/** 消息模板: texts that bulk messages begin with. */
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY } from "../../parts/format.ts";
import { Facts, Panel } from "../../parts/panel.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { MessageForm } from "../audiences/send-forms.tsx";

type Row = Item<typeof api.operatorAudiences.templates>;

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "模板", ({ name, code }) => <TwoLines first={name} second={code} />),
  of.custom("title", "会员会读到", ({ title, text }) => <TwoLines first={title} second={text} />),
  of.custom("changedBy", "修改人", ({ changedBy }) => changedBy.name, { from: 1200 }),
  of.instant("changedAt", "修改时间"),
];

function TemplateForm({ row, onClose }: { readonly row?: Row; readonly onClose: () => void }) {
  return (
    <DrawerForm
      title={row ? "修改模板" : "新建模板"}
      op={api.operatorAudiences.setTemplate}
      fixed={row ? { code: row.code, sinceVersion: row.version } : { sinceVersion: 0 }}
      initial={row ? { name: row.name, title: row.title, text: row.text, link: row.link } : {}}
      fields={[
        ...(row
          ? []
          : [
              {
                kind: "text",
                name: "code",
                label: "编号",
                help: "小写字母、数字和连字符，保存后不能改",
              } as const,
            ]),
        { kind: "text", name: "name", label: "名称", help: "只有运营看到" },
        { kind: "text", name: "title", label: "标题" },
        { kind: "area", name: "text", label: "内容", help: "会员会读到" },
        { kind: "text", name: "link", label: "链接", placeholder: "/pages/…" },
      ]}
      onClose={onClose}
    />
  );
}

export function TemplateList({ tabs }: { readonly tabs: ReactNode }) {
  const [form, setForm] = useState<"new" | { edit: Row } | { send: Row } | undefined>(undefined);
  const close = () => setForm(undefined);
  return (
    <>
      <ResourceTable
        title="消息模板"
        query={() => apiQuery(api.operatorAudiences.templates, {})}
        columns={columns}
        rowKey={({ code }) => code}
        views={tabs}
        filters={
          <Button size="small" icon={<Plus />} onClick={() => setForm("new")}>
            新建模板
          </Button>
        }
        panel={(_key, row, onClose) =>
          row && (
            <Panel
              title={row.name}
              text={row.code}
              onClose={onClose}
              foot={
                <>
                  <Button onClick={() => setForm({ edit: row })}>修改模板</Button>
                  <Button look="solid" onClick={() => setForm({ send: row })}>
                    用它发消息
                  </Button>
                </>
              }
            >
              <Facts
                rows={[
                  ["标题", row.title],
                  ["内容", row.text],
                  ["链接", row.link ?? EMPTY],
                ]}
              />
            </Panel>
          )
        }
        empty={{ title: "还没有模板", text: "常发的消息存成模板，发的时候不用再写。" }}
      />
      {form === "new" && <TemplateForm onClose={close} />}
      {typeof form === "object" && "edit" in form && (
        <TemplateForm row={form.edit} onClose={close} />
      )}
      {typeof form === "object" && "send" in form && (
        <MessageForm start={form.send} onClose={close} />
      )}
    </>
  );
}
