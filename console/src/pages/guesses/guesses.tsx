/** 防猜码: how much is guessed and from which networks, friction for guests, and canaries. */
import { useQuery } from "@tanstack/react-query";
import { Bird } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Chart } from "../../parts/chart/chart.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { countText, fullTime, timeText } from "../../parts/format.ts";
import { Card, CardRow, Figure, PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import styles from "./guesses.module.css";

const HOURS_SHOWN = 48;
const modes = [
  ["auto", "按警报自动"],
  ["on", "始终开启"],
  ["off", "关闭"],
] as const;

const setFriction = () =>
  askReason({
    op: api.operatorGuesses.friction,
    input: {},
    title: "调整访客验证",
    effect: ["未登录的人输入兑换码前要先完成计算验证"],
    fields: [{ kind: "choice", name: "mode", label: "方式", choices: modes, isRequired: true }],
    confirm: "调整访客验证",
  });

export default function GuessesPage() {
  const report = useQuery(apiQuery(api.operatorGuesses.watch, {}));
  const [isPlanting, setPlanting] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const head = (
    <PageHead
      title="防猜码"
      text="网络与设备只显示代号；诱饵码被使用时立即提醒"
      actions={
        <>
          <Button onClick={() => void setFriction()}>访客验证</Button>
          <Button look="solid" icon={<Bird />} onClick={() => setPlanting(true)}>
            投放诱饵码
          </Button>
        </>
      }
    />
  );
  if (report.isPending)
    return (
      <>
        {head}
        <Skeleton />
      </>
    );
  if (report.isError)
    return (
      <>
        {head}
        <Failed failure={report.error} onRetry={() => void report.refetch()} />
      </>
    );
  const { data } = report;
  const hours = data.hours.slice(0, HOURS_SHOWN).toReversed();
  return (
    <>
      {head}
      {data.isAlarmed && (
        <Notice tone="bad">
          猜码超过警戒线{data.raisedAt === undefined ? "" : `，${timeText(data.raisedAt)} 起`}
          ，访客须完成验证后才能继续。
        </Notice>
      )}
      {codes.length > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={() => setCodes([])}>
              已抄下
            </Button>
          }
        >
          诱饵码只显示这一次：{codes.join("、")}
        </Notice>
      )}
      <CardRow>
        <Figure
          label="近 10 分钟输错"
          value={countText(data.now)}
          aside={`警戒线 ${countText(data.threshold)}`}
          tone={data.now > data.threshold ? "bad" : "ink"}
        />
        <Figure label="平时水平" value={countText(data.usual)} aside="7 天中位数" />
        <Figure
          label="访客验证"
          value={data.isOn ? "已开启" : "未开启"}
          aside={modes.find(([mode]) => mode === data.mode)?.[1]}
        />
      </CardRow>
      <CardRow>
        <Card>
          {hours.length === 0 ? (
            <Empty title="近两天没有输错的码" text="有人输错时，这里按小时显示次数。" />
          ) : (
            <Chart
              title="输错次数"
              unit="次/小时"
              kind="bar"
              definition="每小时输入不存在的兑换码的次数，不含会员自己的笔误重试。"
              points={hours.map(({ hour, wrong }) => ({
                label: fullTime(hour).slice(5, 13),
                value: wrong,
              }))}
            />
          )}
        </Card>
        <Card title="输错最多的网络">
          <div className={styles.facts}>
            {data.networks.length === 0 ? (
              <p>近一天没有输错的网络。</p>
            ) : (
              <Facts
                rows={data.networks.map(({ network, wrong, lastAt }) => [
                  network,
                  `${countText(wrong)} 次`,
                  timeText(lastAt),
                ])}
              />
            )}
          </div>
        </Card>
      </CardRow>
      <Card title="诱饵码">
        <div className={styles.facts}>
          {data.canaries.length === 0 ? (
            <p>还没有诱饵码。投放后，谁用到它，立即收到提醒。</p>
          ) : (
            <Facts
              rows={data.canaries.map(({ name, count, at }) => [
                name,
                `${countText(count)} 张`,
                timeText(at),
              ])}
            />
          )}
        </div>
      </Card>
      {isPlanting && (
        <DrawerForm
          title="投放诱饵码"
          op={api.operatorGuesses.plant}
          fields={[
            { kind: "text", name: "name", label: "名称", help: "放在哪里，便于追查" },
            { kind: "number", name: "count", label: "数量", unit: "张" },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          submit="生成诱饵码"
          done="已生成，只显示一次"
          onClose={() => setPlanting(false)}
          onDone={(made) => setCodes(made.codes)}
        />
      )}
    </>
  );
}
