/** 通知对象: who is notified of each kind of alert, by SMS or by the robot of a group. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { EMPTY } from "../../parts/format.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { alertKinds } from "./alert-words.ts";

type Row = Item<typeof api.operatorQueues.recipients>;

const hours = [
  ["always", "随时，夜间也通知"],
  ["day", "8:00–22:00，夜间的次日 8:00 通知"],
] as const;

const of = columnsOf<Row>();
const columns = [
  of.state("kind", "类型", alertKinds),
  of.custom(
    "operators",
    "短信通知",
    ({ operators }) => operators.map(({ name }) => name).join("、") || EMPTY,
  ),
  of.custom("robot", "群机器人", ({ robot }) => robot ?? EMPTY),
  of.custom("hours", "时间", ({ hours: chosen, version }) =>
    version === 0 ? EMPTY : chosen === "day" ? "8:00–22:00" : "随时",
  ),
];

function RecipientForm({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const { data } = useQuery(apiQuery(api.operatorQueues.recipients, {}));
  const readers = (data?.operators ?? []).filter(({ kinds }) => kinds.includes(row.kind));
  const fields: readonly FieldSpec[] = [
    {
      kind: "many",
      name: "operators",
      label: "短信通知",
      isRequired: false,
      choices: readers.map(({ id, name }) => [id, name] as const),
      help: readers.length === 0 ? "没有看得到这类提醒的同事" : "只列出看得到这类提醒的同事",
    },
    { kind: "switch", name: "hasRobot", label: "通知群机器人", isRequired: false },
    {
      kind: "text",
      name: "robotUrl",
      label: "机器人地址",
      isRequired: row.robot === undefined,
      isShown: ({ hasRobot }) => hasRobot === true,
      placeholder: row.robot === undefined ? "https://" : `已设 ${row.robot}，留空不变`,
      help: `企业微信、钉钉或飞书群机器人。允许的主机：${data?.robotHosts.join("、") || "无，请联系运维设置"}`,
    },
    { kind: "choice", name: "hours", label: "时间", choices: hours },
    { kind: "text", name: "reason", label: "申请原因" },
  ];
  return (
    <DrawerForm
      title={`通知对象：${alertKinds[row.kind][1]}`}
      op={api.operatorQueues.setRecipients}
      fields={fields}
      fixed={{ kind: row.kind, sinceVersion: row.version }}
      initial={{
        operators: row.operators.map(({ id }) => id),
        hasRobot: row.robot !== undefined,
        hours: row.hours,
      }}
      toInput={({ operators, hasRobot, ...values }) => ({
        ...values,
        operators: Array.isArray(operators) ? operators.map(String) : [],
        hasRobot: hasRobot === true,
      })}
      onClose={onClose}
    />
  );
}

export function RecipientList({ tabs }: { readonly tabs: ReactNode }) {
  const [edited, setEdited] = useState<Row>();
  return (
    <>
      <ResourceTable
        title="通知对象"
        query={() => apiQuery(api.operatorQueues.recipients, {})}
        columns={columns}
        rowKey={({ kind }) => kind}
        views={tabs}
        onOpen={setEdited}
        empty={{ title: "没有提醒类型", text: "" }}
      />
      {edited && <RecipientForm row={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
