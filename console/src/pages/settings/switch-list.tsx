/** 功能开关: what operators switch off for members until an instant; and the maintenance notice. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Facts } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import styles from "./settings.module.css";

type Flag = Item<typeof api.operatorSettings.flags>;

/** What members read while it is off. */
const memberText = ({ text, endsAt }: Flag): string =>
  `${text}，预计 ${endsAt === undefined ? "……" : timeText(endsAt)} 恢复`;

const of = columnsOf<Flag>();
const columns = [
  of.custom("label", "功能", ({ label, name }) => <TwoLines first={label} second={name} />),
  of.custom("state", "状态", ({ isOff }) =>
    isOff ? <StateTag tone="bad">已关闭</StateTag> : <StateTag tone="ok">正常</StateTag>,
  ),
  of.custom("endsAt", "到", ({ isOff, endsAt }) =>
    isOff && endsAt !== undefined ? timeText(endsAt) : EMPTY,
  ),
  of.custom("text", "关闭时会员读到", (row) => memberText(row)),
  of.custom("reason", "最近的原因", ({ reason }) => reason ?? EMPTY, { from: 1200 }),
  of.custom("changedBy", "最近操作", ({ changedBy, changedAt }) =>
    changedBy ? <TwoLines first={changedBy.name} second={timeText(changedAt ?? 0)} /> : EMPTY,
  ),
];

const open = ({ name, label, version }: Flag) =>
  askReason({
    op: api.operatorSettings.setFlag,
    input: { name, isOff: false, sinceVersion: version },
    title: `恢复「${label}」`,
    effect: [`会员马上可以使用「${label}」`],
    confirm: `恢复「${label}」`,
    look: "coral",
    done: "已恢复",
  });

const close = ({ name, label, text, version }: Flag) =>
  askReason({
    op: api.operatorSettings.setFlag,
    input: { name, isOff: true, sinceVersion: version },
    title: `关闭「${label}」`,
    effect: [
      `会员读到：${text}，预计……恢复`,
      "已经开始的支付、退款、出货和打款继续进行",
      "到结束时间自动恢复",
    ],
    fields: [
      {
        kind: "instant",
        name: "endsAt",
        label: "到什么时候",
        help: "最远 7 天以后",
        isRequired: true,
      },
    ],
    confirm: `关闭「${label}」`,
    look: "danger",
    done: "已关闭，5 秒内在所有服务器生效",
  });

function NoticeCard() {
  const query = useQuery(apiQuery(api.operatorSettings.notice, {}));
  const [isOpen, setOpen] = useState(false);
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={2} />;
  const { text, startsAt, endsAt, changedBy, changedAt, version } = query.data;
  return (
    <Card
      title="维护公告"
      aside={
        may("settings:edit") && (
          <Button size="small" onClick={() => setOpen(true)}>
            {text === "" ? "发布公告" : "修改公告"}
          </Button>
        )
      }
    >
      {text === "" ? (
        <p className={styles.notice}>没有公告。发布后显示在会员每一页的上方，到时间自动收起。</p>
      ) : (
        <div className={styles.notice}>
          <Facts
            rows={[
              ["会员读到", text],
              ["从", startsAt === undefined ? "立即" : timeText(startsAt)],
              ["到", endsAt === undefined ? EMPTY : timeText(endsAt)],
              ["最近修改", changedBy ? `${changedBy.name} ${timeText(changedAt ?? 0)}` : EMPTY],
            ]}
          />
        </div>
      )}
      {isOpen && (
        <DrawerForm
          title="维护公告"
          op={api.operatorSettings.setNotice}
          fixed={{ sinceVersion: version }}
          initial={{ text: text === "" ? undefined : text, startsAt, endsAt }}
          toInput={(values) => ({ ...values, text: String(values["text"] ?? "") })}
          fields={[
            {
              kind: "area",
              name: "text",
              label: "公告",
              help: "会员会读到；留空则收起公告",
              isRequired: false,
            },
            { kind: "instant", name: "startsAt", label: "从", help: "不填则立即" },
            { kind: "instant", name: "endsAt", label: "到", help: "到时间自动收起，最远 30 天" },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          submit="保存公告"
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

export function SwitchList({ tabs }: { readonly tabs: React.ReactNode }) {
  return (
    <>
      <ResourceTable
        title="功能开关"
        query={() => apiQuery(api.operatorSettings.flags, {})}
        columns={columns}
        rowKey={({ name }) => name}
        views={tabs}
        {...(may("settings:edit") && {
          onOpen: (flag: Flag) => void (flag.isOff ? open(flag) : close(flag)),
        })}
        empty={{ title: "没有功能开关" }}
      />
      <div className={styles.below}>
        <NoticeCard />
      </div>
    </>
  );
}
