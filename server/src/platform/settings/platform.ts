/** Settings of the outbox, push, files and the cloud protocol. */
import { count, days, ms, type AdjustableTopic } from "./adjustable.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./durations.ts";

export const platformSettings = {
  /** Searches of one operator in a minute. */
  searchesPerMinute: 60,
  // Outbox (reliability.md 3.6)
  /**
   * How long a claimed message stays with a worker that no longer renews it. A worker polls each
   * second, so the messages of a killed one come back within ten seconds.
   */
  outboxLeaseMs: 8 * SECOND,
  /** How long a worker renews the lease of one message: a delivery that hangs comes back as well. */
  outboxRenewMaxMs: MINUTE,
  outboxTriesMax: 20,
  outboxBatch: 20,
  idempotencyKeptMs: 7 * DAY,
  /**
   * Days until old rows are archived: the operators' audit, and the history of what has ended. At
   * least three years (E-Commerce Law of China, article 31; the Cybersecurity Law asks
   * for six months of logs).
   */
  auditKeptDays: 1_826,
  eventsKeptDays: 1_826,
  /** Days until runs of the reconciliation that found nothing are archived. */
  reconRunsKeptDays: 180,
  // Push (reliability.md 2.5, WebSocket): the intervals of pings, and of checking sessions without
  // a hint.
  pushPingMs: 30 * SECOND,
  pushCheckMs: MINUTE,
  /**
   * The time over which a stopping server spreads its closes, so that clients do not all reconnect
   * to the next process at once.
   */
  pushDrainMs: 2 * SECOND,
  // Files (reliability.md 2.5, Uploads; cloud-protocol.md 8)
  fileTicketMs: 10 * MINUTE,
  fileLinkMs: 10 * MINUTE,
  /** How long an unused upload is stored. */
  fileUnusedMs: DAY,
  /** Uploads and kilobytes per day, of a member, or of an address without a login. */
  filesPerDay: 500,
  fileKbPerDay: 204_800,
  /** Uploads per day of all callers without a login together. */
  filesOfNobodyPerDay: 20_000,
  /** Concurrent uploads of one member, or of one address, at each process. */
  filesAtOnce: 5,
  /**
   * Requests per minute and address, counted by each process for itself; off while the sandbox is on.
   */
  floodPerMinute: 1_200,
  // Cloud protocol (cloud-protocol.md, Freshness): how far a client's clock may differ from the
  // server's.
  cloudWindowMs: 15 * MINUTE,
  /**
   * A token with less remaining lifetime than this is renewed in the response (cloud-protocol.md
   * 6).
   */
  cloudRenewBelowMs: 5 * MINUTE,
};

export const platformAdjustable: AdjustableTopic<typeof platformSettings> = {
  topic: "系统",
  settings: {
    searchesPerMinute: count("每个运营人员每分钟可搜索", 10, 600),
    outboxTriesMax: count("一条消息最多发送几次", 3, 100),
    auditKeptDays: days("操作审计在数据库中保存多少天，之后归档", 1_100, 7_305),
    eventsKeptDays: days("已结束业务的变更记录保存多少天，之后归档", 1_100, 7_305),
    reconRunsKeptDays: days("没有差错的对账记录保存多少天，之后归档", 30, 1_826),
    fileLinkMs: ms("图片链接有效期", MINUTE, HOUR),
    filesPerDay: count("每个会员每天可上传图片", 1, 5_000),
    filesOfNobodyPerDay: count("未登录的访客每天一共可上传图片", 0, 1_000_000),
  },
};
