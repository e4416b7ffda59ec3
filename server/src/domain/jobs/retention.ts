/** What the product keeps for how long, and what then happens to it, as operators read it. */
import { archivedRows, latestArchives } from "../../platform/archive.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { DONE_RETENTION_MS } from "../../platform/jobs/worker-claims.ts";
import { COUNTER_RETENTION_MS } from "../../platform/cleanup-jobs.ts";
import { EVENT_RETENTION_MS } from "../../platform/push/event-log.ts";

const DAY_MS = 24 * 3_600_000;
const ARCHIVES_SHOWN = 100;

export type RetentionLine = {
  readonly what: string;
  /** Days in the database; absent for what is kept for good. */
  readonly keptDays?: number;
  readonly then: "archived" | "removed" | "kept";
  readonly why: string;
  /** How many rows are in files. */
  readonly archivedRows?: number;
};

/** Returns every policy: what is kept for good first, then what is archived, then what is removed. */
export async function retentionLines(
  { settings }: Context,
  db: Db,
): Promise<readonly RetentionLine[]> {
  const archived = await archivedRows(db);
  const inFiles = (source: string) => ({ archivedRows: archived.get(source) ?? 0 });
  const days = (ms: number) => ms / DAY_MS;
  const removed = { then: "removed" } as const;
  return [
    {
      what: "账本分录、余额与冻结",
      then: "kept",
      why: "会计凭证保存 30 年（会计档案管理办法第十四条）",
    },
    {
      what: "订单、支付、退款、兑换码、提现",
      then: "kept",
      why: "交易信息至少保存三年（电子商务法第三十一条），页面一直可查",
    },
    {
      what: "操作审计",
      keptDays: settings.auditKeptDays,
      then: "archived",
      why: "交易信息至少保存三年（电子商务法第三十一条）；归档后哈希链仍可校验",
      ...inFiles("audit"),
    },
    {
      what: "已结束的订单、退款、兑换码、提现、支付单、优惠券、工单、邀请关系的变更记录",
      keptDays: settings.eventsKeptDays,
      then: "archived",
      why: "交易信息至少保存三年（电子商务法第三十一条）",
      ...inFiles("event"),
    },
    {
      what: "没有差错的对账记录",
      keptDays: settings.reconRunsKeptDays,
      then: "archived",
      why: "网络日志至少留存六个月（网络安全法）",
      ...inFiles("recon-run"),
    },
    {
      what: "已送达的消息",
      keptDays: days(DONE_RETENTION_MS),
      ...removed,
      why: "只用于重试；死信一直保留，直到有人处理",
    },
    {
      what: "请求编号",
      keptDays: days(settings.idempotencyKeptMs),
      ...removed,
      why: "同一请求重复提交时返回同一结果",
    },
    {
      what: "频次计数",
      keptDays: days(COUNTER_RETENTION_MS),
      ...removed,
      why: "最长计数窗口的两倍",
    },
    { what: "推送事件", keptDays: days(EVENT_RETENTION_MS), ...removed, why: "断线重连后补发" },
    {
      what: "会员的个人信息副本",
      keptDays: days(settings.copyKeptMs),
      ...removed,
      why: "会员下载后不再需要；注销时立即删除",
    },
    {
      what: "没有用上的图片",
      keptDays: days(settings.fileUnusedMs),
      ...removed,
      why: "上传后没有保存到任何地方",
    },
    {
      what: "已注销账户的手机号和微信标识（密文摘要）",
      keptDays: days(settings.closedIdentityKeptMs),
      ...removed,
      why: "识别重复注册；个人信息只保存必要的时间（个人信息保护法第十九条）",
    },
  ];
}

/** Returns the newest archive files. */
export const archiveLines = (db: Db) => latestArchives(db, ARCHIVES_SHOWN);
