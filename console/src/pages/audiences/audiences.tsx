/** 人群与名单: whom coupons and messages are for, by rules or by a file. */
import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { type Segment, SegmentCount, SegmentForm } from "./segment-form.tsx";
import { ruleWords } from "./segment-words.ts";

type List = Item<typeof api.operatorAudiences.lists>;
const SPEC = { tab: oneOf("segments", "lists"), open: text() };

const ofList = columnsOf<List>();
const listColumns = [
  ofList.text("name", "名单"),
  ofList.count("members", "会员"),
  ofList.custom("maker", "上传人", ({ maker }) => maker.name),
  ofList.instant("createdAt", "上传时间"),
];
const of = columnsOf<Segment>();

const remove = ({ segmentId, name }: Segment) =>
  askReason({
    op: api.operatorAudiences.deleteSegment,
    input: { segmentId },
    title: "删除人群",
    effect: [`「${name}」不能再选`, "已提交的发放保留自己的名单，不受影响"],
    reasonField: false,
    confirm: "删除人群",
    look: "danger",
  });

export default function AudiencesPage() {
  const [{ tab = "segments" }, setSearch] = useSearchState(SPEC);
  const [form, setForm] = useState<"new" | "list" | Segment | undefined>(undefined);
  const cities = useQuery(apiQuery(api.operatorHomePage.cities, {})).data?.list ?? [];
  const close = () => setForm(undefined);
  const tabs = (
    <Tabs
      label="人群与名单"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "segments", label: "人群" },
        { id: "lists", label: "名单" },
      ]}
    />
  );
  const columns = [
    of.custom("name", "人群", ({ name, rules }) => (
      <TwoLines first={name} second={ruleWords(rules, cities).join("；")} />
    )),
    of.custom("maker", "创建人", ({ maker }) => maker.name),
    of.instant("changedAt", "修改时间"),
  ];
  return (
    <FixedPage>
      <PageHead
        title="人群与名单"
        text="人群按条件选会员，名单按文件选；提交发放时名单就固定"
        actions={
          <>
            <Button icon={<Upload />} onClick={() => setForm("list")}>
              上传名单
            </Button>
            <Button look="solid" icon={<Plus />} onClick={() => setForm("new")}>
              新建人群
            </Button>
          </>
        }
      />
      {tab === "segments" ? (
        <ResourceTable
          title="人群"
          query={() => apiQuery(api.operatorAudiences.segments, {})}
          columns={columns}
          rowKey={({ segmentId }) => segmentId}
          views={tabs}
          panel={(_key, row, onClose) =>
            row && (
              <Panel
                title={row.name}
                text={`${row.maker.name} · ${timeText(row.changedAt)}`}
                onClose={onClose}
                foot={
                  <>
                    <Button look="danger" onClick={() => void remove(row)}>
                      删除人群
                    </Button>
                    <Button look="solid" onClick={() => setForm(row)}>
                      修改人群
                    </Button>
                  </>
                }
              >
                <Section title="条件">
                  <Facts
                    rows={ruleWords(row.rules, cities).map((word, at) => [`${at + 1}`, word])}
                  />
                </Section>
                <Section title="现在">
                  <SegmentCount rules={row.rules} />
                </Section>
              </Panel>
            )
          }
          empty={{ title: "还没有人群", text: "新建后，可以给这些会员发券、发消息。" }}
        />
      ) : (
        <ResourceTable
          title="名单"
          query={() => apiQuery(api.operatorAudiences.lists, {})}
          columns={listColumns}
          rowKey={({ listId }) => listId}
          views={tabs}
          empty={{ title: "最近 30 天没有名单", text: "上传会员号或手机号的文件，只保存会员。" }}
        />
      )}
      {form === "list" && (
        <DrawerForm
          title="上传名单"
          op={api.operatorAudiences.createList}
          fields={[
            { kind: "text", name: "name", label: "名称" },
            {
              kind: "file",
              name: "text",
              label: "会员号或手机号",
              help: "每行一个，CSV 取第一列，最多 20,000 行；有一行不对就整份不保存",
            },
          ]}
          submit="保存名单"
          done="名单已保存"
          onClose={close}
          onDone={() => setSearch({ tab: "lists", open: undefined })}
        />
      )}
      {form !== undefined && form !== "list" && (
        <SegmentForm
          key={form === "new" ? "new" : form.segmentId}
          segment={form === "new" ? undefined : form}
          cities={cities}
          onClose={close}
        />
      )}
    </FixedPage>
  );
}
