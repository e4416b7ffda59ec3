/** 任务: the scheduled jobs with their last run, lag and error; run now, pause, let go on. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { durationText, EMPTY, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { jobName } from "./job-words.ts";

type Job = Item<typeof api.operatorJobs.list>;

const states = {
  late: ["bad", "没有运行"],
  failing: ["bad", "失败，重试中"],
  paused: ["warn", "已暂停"],
  running: ["ok", "运行中"],
  waiting: ["sand", "等待下次"],
} as const satisfies Readonly<Record<Job["state"], readonly [string, string]>>;

const at = (time: number | undefined): string => (time === undefined ? EMPTY : timeText(time));

/** How far the daily reconciliation is: the check it is at, and the slices compared so far. */
const progressText = ({ ended, checks, slices }: NonNullable<Job["progress"]>): string =>
  `第 ${Math.min(ended + 1, checks)} / ${checks} 项，已查 ${slices} 段`;

const of = columnsOf<Job>();
const columns = [
  of.custom("name", "任务", ({ name }) => <TwoLines first={jobName(name)} second={name} />),
  of.custom("state", "状态", ({ state }) => (
    <StateTag tone={states[state][0]}>{states[state][1]}</StateTag>
  )),
  of.custom("progress", "进度", ({ progress }) => (progress ? progressText(progress) : EMPTY), {
    from: 1200,
  }),
  of.custom("endedAt", "上次结束", ({ endedAt }) => at(endedAt)),
  of.custom("dueAt", "下次", ({ dueAt, state }) => (state === "paused" ? EMPTY : at(dueAt))),
  of.custom("lag", "延迟", ({ lagMs }) => (lagMs < 1_000 ? EMPTY : durationText(lagMs)), {
    align: "right",
  }),
  of.custom("lastError", "最后的错误", ({ lastError }) => lastError ?? EMPTY, { from: 1200 }),
];

const run = ({ name }: Job) =>
  askReason({
    op: api.operatorJobs.run,
    input: { name },
    title: "立即运行",
    effect: [`「${jobName(name)}」马上运行一次`, "同一时间只有一台服务器运行"],
    confirm: "立即运行",
    done: "几秒内开始运行",
  });

const pause = ({ name }: Job) =>
  askReason({
    op: api.operatorJobs.pause,
    input: { name },
    title: "暂停任务",
    effect: [`「${jobName(name)}」在所有服务器停止`, "正在运行的一次会做完", "恢复之前不会再运行"],
    confirm: "暂停",
    look: "danger",
    done: "已暂停",
  });

const resume = ({ name }: Job) =>
  askReason({
    op: api.operatorJobs.resume,
    input: { name },
    title: "恢复任务",
    effect: [`「${jobName(name)}」按时运行；已到时间的马上运行`],
    confirm: "恢复",
    done: "已恢复",
  });

function JobPanel({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const { name, state, lagMs, failures, lastError, pausedAt, pausedBy, pauseReason } = job;
  const isPaused = state === "paused" || pausedAt !== undefined;
  return (
    <Panel
      title={jobName(name)}
      tags={<StateTag tone={states[state][0]}>{states[state][1]}</StateTag>}
      text={name}
      onClose={onClose}
      foot={
        may("jobs:manage") && (
          <>
            {isPaused ? (
              <Button look="solid" onClick={() => void resume(job)}>
                恢复
              </Button>
            ) : (
              <Button onClick={() => void pause(job)}>暂停</Button>
            )}
            {!isPaused && state !== "running" && (
              <Button look="solid" onClick={() => void run(job)}>
                立即运行
              </Button>
            )}
          </>
        )
      }
    >
      {pausedBy && (
        <Notice tone="warn">
          {pausedBy.name} 在 {at(pausedAt)} 暂停：{pauseReason}
        </Notice>
      )}
      {lastError !== undefined && failures > 0 && <Notice tone="bad">{lastError}</Notice>}
      <Section title="运行">
        <Facts
          rows={[
            ["上次开始", at(job.startedAt)],
            ["上次结束", at(job.endedAt)],
            ["下次", isPaused ? EMPTY : at(job.dueAt)],
            ...(lagMs < 1_000 ? [] : [["延迟", durationText(lagMs)] as const]),
            ["连续失败", `${failures} 次`],
            ...(job.leaseUntil === undefined ? [] : [["占用到", at(job.leaseUntil)] as const]),
            ...(job.progress ? [["进度", progressText(job.progress)] as const] : []),
          ]}
        />
      </Section>
    </Panel>
  );
}

export function JobList({ tabs }: { readonly tabs: ReactNode }) {
  return (
    <ResourceTable
      title="任务"
      query={() => apiQuery(api.operatorJobs.list, {})}
      columns={columns}
      rowKey={({ name }) => name}
      views={tabs}
      panel={(key, row, close) =>
        row ? (
          <JobPanel key={key} job={row} onClose={close} />
        ) : (
          <Panel title="任务" onClose={close}>
            <Empty title="没有这个任务" />
          </Panel>
        )
      }
      empty={{ title: "还没有任务运行过" }}
    />
  );
}
