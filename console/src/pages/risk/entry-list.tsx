/** 名单: members, phones, devices and networks that are blocked, watched or allowed, with an end. */
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { choicesOf, listEffects, lists, subjectKinds } from "./risk-words.ts";

type Entry = Item<typeof api.operatorRisk.lists>;
const SPEC = {
  kind: oneOf("block", "watch", "allow"),
  subjectKind: oneOf("member", "phone", "device", "network"),
  state: oneOf("ended"),
  open: text(40),
};

const endText = ({ endsAt, endedAt, isInForce }: Entry): string => {
  if (endedAt !== undefined) return `${timeText(endedAt)} 结束`;
  if (endsAt === undefined) return "一直有效";
  return isInForce ? `到 ${timeText(endsAt)}` : `${timeText(endsAt)} 到期`;
};

const of = columnsOf<Entry>();
const columns = [
  of.custom("label", "对象", ({ subjectKind, label, member }) => (
    <TwoLines first={member?.nickname ?? label} second={`${subjectKinds[subjectKind]} ${label}`} />
  )),
  of.custom("kind", "名单", ({ kind }) => (
    <StateTag tone={lists[kind][0]}>{lists[kind][1]}</StateTag>
  )),
  of.custom("endsAt", "有效", (entry) => endText(entry)),
  of.text("reason", "原因"),
  of.custom("createdBy", "加入", ({ createdBy, createdAt }) => (
    <TwoLines first={createdBy.name} second={timeText(createdAt)} />
  )),
];

const end = ({ entryId, label }: Entry) =>
  askReason({
    op: api.operatorRisk.endEntry,
    input: { entryId },
    title: "移出名单",
    effect: [`「${label}」5 秒内在所有服务器移出名单，规则重新判断`],
    confirm: "移出名单",
    look: "coral",
    done: "已移出名单",
  });

function EntryPanel({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const { kind, label, subjectKind, member, reason, createdBy, createdAt, endedBy } = entry;
  return (
    <Panel
      title={member?.nickname ?? label}
      tags={<StateTag tone={lists[kind][0]}>{lists[kind][1]}</StateTag>}
      onClose={onClose}
      foot={
        may("risk:edit") &&
        entry.endedAt === undefined && (
          <Button look="coral" onClick={() => void end(entry)}>
            移出名单
          </Button>
        )
      }
    >
      <Section title="名单">
        <Facts
          rows={[
            [subjectKinds[subjectKind], member ? <MemberLink key="m" memberNo={label} /> : label],
            ["做什么", listEffects[kind]],
            ["有效", endText(entry)],
            ["原因", reason],
            ["加入", `${createdBy.name} ${timeText(createdAt)}`],
            ["移出", endedBy ? `${endedBy.name}：${entry.endReason ?? ""}` : EMPTY],
          ]}
        />
      </Section>
    </Panel>
  );
}

export function EntryForm({ onClose }: { readonly onClose: () => void }) {
  return (
    <DrawerForm
      title="加入名单"
      op={api.operatorRisk.list}
      initial={{ kind: "watch", subjectKind: "member" }}
      head={
        <Notice tone="sea">
          同时命中几个名单时，会员的先于手机号、设备和网络的。网络常由很多人共用，拦截前先看案件。
        </Notice>
      }
      fields={[
        { kind: "choice", name: "kind", label: "名单", choices: choicesOf(lists) },
        { kind: "choice", name: "subjectKind", label: "对象", choices: choicesOf(subjectKinds) },
        {
          kind: "text",
          name: "subject",
          label: "会员号、手机号、网络地址或代号",
          help: "设备和网络的 12 位代号在案件和「防猜码」里",
        },
        { kind: "instant", name: "endsAt", label: "到什么时候", help: "不填则一直有效" },
        { kind: "area", name: "reason", label: "原因" },
      ]}
      submit="加入名单"
      done="已加入，5 秒内在所有服务器生效"
      onClose={onClose}
    />
  );
}

export function EntryList({ tabs }: { readonly tabs: React.ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { open: _open, ...given } = values;
  const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  return (
    <ResourceTable
      title="名单"
      query={(paging) => apiQuery(api.operatorRisk.lists, { ...filter, ...paging })}
      columns={columns}
      rowKey={({ entryId }) => entryId}
      views={tabs}
      filters={
        <FilterBar
          values={values}
          onChange={setSearch}
          filters={[
            { key: "kind", label: "名单", choices: choicesOf(lists) },
            { key: "subjectKind", label: "对象", choices: choicesOf(subjectKinds) },
            { key: "state", label: "状态", choices: [["ended", "已移出"]] },
          ]}
        />
      }
      isFiltered={Object.keys(filter).length > 0}
      onClear={() => setSearch(noFilters(SPEC))}
      panel={(_key, entry, close) =>
        entry ? (
          <EntryPanel entry={entry} onClose={close} />
        ) : (
          <Panel title="名单" onClose={close}>
            <Empty title="不在名单里了" text="可能已经移出。" />
          </Panel>
        )
      }
      empty={{ title: "名单是空的", text: "从案件里加入，或点「加入名单」。" }}
    />
  );
}
