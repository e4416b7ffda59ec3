/** 参数: the server's figures by topic, each with its bounds, its versions, and going back. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Timeline } from "../../parts/record/timeline.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, TwoLines, Wrapped } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag, TwoPersons } from "../../parts/tag.tsx";
import styles from "./settings.module.css";
import { fieldOfSetting, type Setting, typedValue, valueOfTyped } from "./setting-field.ts";

const SPEC = { topic: text(20), state: oneOf("changed", "waiting"), open: text(60) };
const STATES = [
  ["changed", "改过的"],
  ["waiting", "等第二人"],
] as const;
const TWO_TEXT = "涉及资金或权限：提交后由另一人在审批箱同意才生效";
const ONE_TEXT = "保存后 5 秒内在所有服务器生效；进行中的请求仍按原值";

const of = columnsOf<Setting>();
const columns = [
  of.custom("label", "参数", ({ label, name }) => <TwoLines first={label} second={name} />),
  of.custom(
    "now",
    "现在",
    ({ now, start }) => <>{now.value === start.value ? now.text : <b>{now.text}</b>}</>,
    { align: "right" },
  ),
  of.custom("start", "默认值", ({ start }) => start.text, { align: "right" }),
  of.custom("boundsText", "范围", ({ boundsText }) => <Wrapped>{boundsText}</Wrapped>, {
    from: 1200,
  }),
  of.custom("state", "状态", ({ needsTwo, approvalId, now, start }) => (
    <span className={styles.tags}>
      {approvalId !== undefined && <StateTag tone="warn">等第二人</StateTag>}
      {approvalId === undefined && now.value !== start.value && <StateTag tone="ok">已改</StateTag>}
      {needsTwo && <TwoPersons />}
    </span>
  )),
  of.custom("changedBy", "最近修改", ({ changedBy, changedAt }) =>
    changedBy ? <TwoLines first={changedBy.name} second={timeText(changedAt ?? 0)} /> : EMPTY,
  ),
];

async function rollBack(setting: Setting, version: number, textOfValue: string): Promise<void> {
  const { name, label, needsTwo } = setting;
  await askReason({
    op: api.operatorSettings.rollBack,
    input: { name, version, sinceVersion: setting.version },
    title: version === 0 ? "恢复默认值" : `回退到第 ${version} 版`,
    effect: [
      `「${label}」从 ${setting.now.text} 改回 ${textOfValue}`,
      needsTwo ? TWO_TEXT : ONE_TEXT,
    ],
    confirm: needsTwo ? "提交审批" : `改回 ${textOfValue}`,
    look: "solid",
    done: needsTwo ? "已提交，等第二人" : "已生效",
  });
}

function History({ setting }: { readonly setting: Setting }) {
  const { name, start } = setting;
  const query = useQuery(apiQuery(api.operatorSettings.versions, { name }));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={3} />;
  const { list } = query.data;
  if (list.length === 0)
    return (
      <Section title="修改记录">
        <p>还没有改过，现在用的是默认值。</p>
      </Section>
    );
  return (
    <>
      <Timeline
        title="修改记录"
        events={list.map(({ version, value, changedAt, changedBy, approvedBy, reason }) => ({
          id: String(version),
          at: changedAt,
          title: `第 ${version} 版：${value?.text ?? `默认值 ${start.text}`}`,
          text: reason,
          actor: approvedBy ? `${changedBy.name}，${approvedBy.name} 同意` : changedBy.name,
          isByPerson: true,
        }))}
      />
      {may("settings:edit") && (
        <Section title="回退">
          {list
            .filter(({ version, value }) => version !== setting.version && value !== undefined)
            .slice(0, 5)
            .map(({ version, value }) => (
              <Button
                key={version}
                size="small"
                onClick={() => void rollBack(setting, version, value?.text ?? "")}
              >
                第 {version} 版 {value?.text}
              </Button>
            ))}
          <Button size="small" onClick={() => void rollBack(setting, 0, start.text)}>
            默认值 {start.text}
          </Button>
        </Section>
      )}
    </>
  );
}

function SettingPanel(props: {
  readonly setting: Setting;
  readonly onChange: () => void;
  readonly onClose: () => void;
}) {
  const { setting, onChange, onClose } = props;
  const { label, name, needsTwo, now, start, boundsText, approvalId } = setting;
  const mayChange = may("settings:edit") && approvalId === undefined;
  return (
    <Panel
      title={label}
      text={name}
      tags={needsTwo && <TwoPersons />}
      onClose={onClose}
      foot={
        mayChange && (
          <Button look="solid" onClick={onChange}>
            修改
          </Button>
        )
      }
    >
      {approvalId !== undefined && (
        <>
          <Notice tone="warn">已有修改等第二人，决定之前不能再改</Notice>
          <ApprovalCard kind="setting" no={approvalId} />
        </>
      )}
      <Facts
        rows={[
          ["主题", setting.topic],
          ["现在", now.text],
          ["默认值", start.text],
          ["范围", boundsText],
        ]}
      />
      <History setting={setting} />
    </Panel>
  );
}

export function SettingList({ tabs }: { readonly tabs: React.ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const [edited, setEdited] = useState<Setting>();
  const { topic, state } = values;
  const filter = { ...(topic && { topic }), ...(state && { state }) };
  const topics = useQuery(apiQuery(api.operatorSettings.list, filter)).data?.topics ?? [];
  return (
    <>
      <ResourceTable
        title="参数"
        query={() => apiQuery(api.operatorSettings.list, filter)}
        columns={columns}
        rowKey={({ name }) => name}
        views={tabs}
        filters={
          <FilterBar
            values={values}
            onChange={setSearch}
            filters={[
              { key: "topic", label: "主题", choices: topics.map((one) => [one, one] as const) },
              { key: "state", label: "状态", choices: STATES },
            ]}
          />
        }
        isFiltered={topic !== undefined || state !== undefined}
        onClear={() => setSearch(noFilters(SPEC))}
        panel={(key, row, close) =>
          row ? (
            <SettingPanel key={key} setting={row} onChange={() => setEdited(row)} onClose={close} />
          ) : (
            <Panel title="参数" onClose={close}>
              <Empty title="没有这个参数" text="可能不在所选的筛选里。" />
            </Panel>
          )
        }
        empty={{ title: "没有这样的参数" }}
      />
      {edited && (
        <DrawerForm
          title={`修改「${edited.label}」`}
          op={api.operatorSettings.change}
          fixed={{ name: edited.name, sinceVersion: edited.version }}
          initial={{ value: typedValue(edited) }}
          head={
            <Notice tone={edited.needsTwo ? "warn" : "sea"}>
              现在 {edited.now.text}。{edited.needsTwo ? TWO_TEXT : ONE_TEXT}
            </Notice>
          }
          fields={[fieldOfSetting(edited), { kind: "area", name: "reason", label: "原因" }]}
          toInput={({ value, ...rest }) => ({ ...rest, value: valueOfTyped(edited, value) })}
          submit={edited.needsTwo ? "提交审批" : "保存并生效"}
          done={edited.needsTwo ? "已提交，等第二人" : "已生效"}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
