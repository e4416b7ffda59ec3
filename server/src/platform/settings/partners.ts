/** Settings of business partners, service tickets and invoices. */
import { count, ms, type AdjustableTopic } from "./adjustable.ts";
import { DAY, HOUR, MINUTE } from "./durations.ts";

export const partnersSettings = {
  // Partners (features.md K1–K5): how long a one-time link is valid, jumps per minute, and how
  // orders are pulled
  partnerPassMs: 5 * MINUTE,
  partnerGoPerMinute: 10,
  partnerPullMs: 10 * MINUTE,
  partnerPullOverlapMs: HOUR,
  partnerPullFirstMs: 7 * DAY,
  // Service tickets (decision 0082): the hours of the day, in Shanghai, between which operators
  // answer; the time for an answer within these hours; and what one member may write.
  ticketOpensMs: 9 * HOUR,
  ticketClosesMs: 21 * HOUR,
  ticketAnswerMs: 4 * HOUR,
  ticketsPerDay: 10,
  ticketEntriesPerHour: 30,
  // Invoices (decision 0107): the wait after the first call to the issuer; it doubles up to an hour.
  invoicePollMs: 5_000,
};

export const partnersAdjustable: AdjustableTopic<typeof partnersSettings> = {
  topic: "客服与合作方",
  settings: {
    ticketOpensMs: ms("工单每天从几点开始处理", 0, 24 * HOUR),
    ticketClosesMs: ms("工单每天处理到几点", 0, 24 * HOUR, { notBelow: "ticketOpensMs" }),
    ticketAnswerMs: ms("工单多久内回复", 10 * MINUTE, 2 * DAY),
    ticketsPerDay: count("每个会员每天可提工单", 1, 100),
    ticketEntriesPerHour: count("每个会员每小时可写留言", 1, 500),
    partnerPassMs: ms("跳转链接有效期", MINUTE, HOUR),
    partnerGoPerMinute: count("每个会员每分钟可跳转", 1, 100),
  },
};
