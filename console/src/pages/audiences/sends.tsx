/** 批量发放: jobs that give a coupon or write a message to each member of an audience. */
import { MessageSquare, Send } from "lucide-react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { countText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { UsedBar } from "../../parts/table/used-bar.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { GiveForm, MessageForm } from "./send-forms.tsx";
import { SendPanel } from "./send-panel.tsx";
import { kindWords, states } from "./send-words.ts";

type Row = Item<typeof api.operatorAudiences.sends>;
const SPEC = {
  kind: oneOf("coupon", "message"),
  form: oneOf("coupon", "message"),
  templateId: text(40),
  open: text(),
};
/** An open page asks again while something is given. */
const RUNNING_MS = 2_000;

const of = columnsOf<Row>();
const columns = [
  of.custom("title", "内容", ({ kind, title, templateId }) => (
    <TwoLines first={title} second={templateId ?? kindWords[kind]} />
  )),
  of.custom("audience", "发给", ({ audience, members }) => (
    <TwoLines first={audience} second={`${countText(members)} 位`} />
  )),
  of.custom("given", "进度", ({ given, already, barred, members, state }) => (
    <UsedBar
      used={given + already + barred}
      // A bar shows what moves; a finished send has its figures alone.
      total={state === "running" || state === "paused" ? members : undefined}
      text={`${countText(given + already + barred)} / ${countText(members)}`}
    />
  )),
  of.custom("state", "状态", ({ state }) => (
    <StateTag tone={states[state][0]}>{states[state][1]}</StateTag>
  )),
  of.custom("maker", "提交人", ({ maker }) => maker.name, { from: 1200 }),
  of.instant("startAt", "开始"),
];

export default function SendsPage() {
  const [{ kind, form, templateId }, setSearch] = useSearchState(SPEC);
  const close = () => setSearch({ form: undefined });
  return (
    <FixedPage>
      <PageHead
        title="批量发放"
        text="每位会员最多一次；可以暂停、继续、取消，已发的不收回"
        actions={
          <>
            {may("messages:send") && (
              <Button icon={<MessageSquare />} onClick={() => setSearch({ form: "message" })}>
                批量发消息
              </Button>
            )}
            {may("campaigns:edit") && (
              <Button look="solid" icon={<Send />} onClick={() => setSearch({ form: "coupon" })}>
                批量发券
              </Button>
            )}
          </>
        }
      />
      <ResourceTable
        title="批量发放"
        query={(paging) => ({
          ...apiQuery(api.operatorAudiences.sends, {
            ...(kind && { kind }),
            ...(templateId && { templateId }),
            ...paging,
          }),
          refetchInterval: ({ state }: { state: { data?: { list: readonly Row[] } } }) =>
            state.data?.list.some((row) => row.state === "running") ? RUNNING_MS : false,
        })}
        columns={columns}
        rowKey={({ sendId }) => sendId}
        filters={
          <FilterBar
            values={{ kind }}
            onChange={setSearch}
            filters={[{ key: "kind", label: "内容", choices: Object.entries(kindWords) }]}
          />
        }
        isFiltered={kind !== undefined || templateId !== undefined}
        onClear={() => setSearch({ kind: undefined, templateId: undefined })}
        panel={(_key, row, onClose) => row && <SendPanel row={row} onClose={onClose} />}
        empty={{
          title: "还没有批量发放",
          text: "给一个人群或一份名单发券、发消息后在这里看进度。",
        }}
      />
      {form === "coupon" && may("campaigns:edit") && (
        <GiveForm {...(templateId && { templateId })} onClose={close} />
      )}
      {form === "message" && may("messages:send") && <MessageForm onClose={close} />}
    </FixedPage>
  );
}
