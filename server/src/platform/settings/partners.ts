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
};
