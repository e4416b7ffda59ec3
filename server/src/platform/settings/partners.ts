/** Settings of business partners and customer service. */
import { DAY, HOUR, MINUTE } from "./durations.ts";

export const partnersSettings = {
  // Partners (features.md K1–K5): how long a one-time link is valid, jumps per minute, and how
  // orders are pulled
  partnerPassMs: 5 * MINUTE,
  partnerGoPerMinute: 10,
  partnerPullMs: 10 * MINUTE,
  partnerPullOverlapMs: HOUR,
  partnerPullFirstMs: 7 * DAY,
  // Customer service: the phone number that members read; when empty, they read that there is none.
  servicePhone: "",
  serviceHours: "每天 9:00–21:00",
  // Service tickets (decision 0082): the hours of the day, in Shanghai, between which operators
  // answer; the time for an answer within these hours; and what one member may write.
  ticketOpensMs: 9 * HOUR,
  ticketClosesMs: 21 * HOUR,
  ticketAnswerMs: 4 * HOUR,
  ticketsPerDay: 10,
  ticketEntriesPerHour: 30,
};
