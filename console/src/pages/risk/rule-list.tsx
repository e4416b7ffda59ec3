/** 规则: each with its figures, what it did or would have done within seven days, and its switch. */
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { columnsOf, TwoLines, Wrapped } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { choicesOf, modes, places, verdicts } from "./risk-words.ts";

type Rule = Item<typeof api.operatorRisk.rules>;

const figuresText = ({ figures }: Rule): string =>
  figures.map(({ label, unit, value }) => `${label} ${value} ${unit}`).join("，");

/** `试运行会处理 12 次` for a dry run, `处理 12 次` for a rule that is on. */
function weekText({ week: { acted, dry, subjects } }: Rule): string {
  const parts = [
    ...(acted > 0 ? [`处理 ${acted} 次`] : []),
    ...(dry > 0 ? [`试运行会处理 ${dry} 次`] : []),
  ];
  return parts.length === 0 ? "没有命中" : `${parts.join("，")}，${subjects} 个对象`;
}

const of = columnsOf<Rule>();
const columns = [
  of.text("label", "规则"),
  of.custom("figures", "限度", (rule) => <Wrapped>{figuresText(rule)}</Wrapped>),
  of.custom("place", "判断", ({ place }) => places[place]),
  of.custom("mode", "状态", ({ mode }) => (
    <StateTag tone={modes[mode][0]}>{modes[mode][1]}</StateTag>
  )),
  of.custom("verdict", "命中时", ({ verdict }) => verdicts[verdict]),
  of.custom("week", "近 7 天", (rule) => weekText(rule)),
  of.custom(
    "changedBy",
    "最近修改",
    ({ changedBy, changedAt }) =>
      changedBy ? <TwoLines first={changedBy.name} second={timeText(changedAt ?? 0)} /> : EMPTY,
    { from: 1200 },
  ),
];

function fieldsOf({ figures, verdicts: possible }: Rule): FieldSpec[] {
  return [
    {
      kind: "choice",
      name: "mode",
      label: "状态",
      choices: choicesOf(modes),
      help: "试运行只记录会处理谁，会员没有感觉",
    },
    {
      kind: "choice",
      name: "verdict",
      label: "命中时",
      choices: possible.map((one) => [one, verdicts[one]] as const),
    },
    ...figures.map(({ name, label, unit, min, max }) => ({
      kind: "number" as const,
      name,
      label,
      unit,
      help: `${min} 至 ${max}`,
    })),
    { kind: "area", name: "reason", label: "原因" },
  ];
}

function RuleForm({ rule, onClose }: { readonly rule: Rule; readonly onClose: () => void }) {
  const { code, label, mode, verdict, figures, version } = rule;
  const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  return (
    <DrawerForm
      title={`修改「${label}」`}
      op={api.operatorRisk.setRule}
      fixed={{ code, sinceVersion: version }}
      initial={{ mode, verdict, ...values }}
      head={
        <Notice tone="sea">
          近 7 天{weekText(rule)}。启用前先看试运行会处理多少人；被拒绝的会员读不到是哪条规则。
        </Notice>
      }
      fields={fieldsOf(rule)}
      submit="保存并生效"
      done="已保存，5 秒内在所有服务器生效"
      onClose={onClose}
    />
  );
}

export function RuleList({ tabs }: { readonly tabs: React.ReactNode }) {
  const [edited, setEdited] = useState<Rule>();
  return (
    <>
      <ResourceTable
        title="规则"
        query={() => apiQuery(api.operatorRisk.rules, {})}
        columns={columns}
        rowKey={({ code }) => code}
        views={tabs}
        {...(may("risk:edit") && { onOpen: setEdited })}
        empty={{ title: "没有规则" }}
      />
      {edited && <RuleForm key={edited.code} rule={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
