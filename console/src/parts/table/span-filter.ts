/** The filter of a list by the last days, and the instant from which it asks. */
import type { Filter } from "./filter-bar.tsx";
import { oneOf } from "./search-state.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export const spanParser = oneOf("1", "7", "30", "90");

/** `label` says of what: 申请时间. */
export const spanFilter = (label: string): Filter<"span"> => ({
  key: "span",
  label,
  choices: [
    ["1", "近 24 小时"],
    ["7", "近 7 天"],
    ["30", "近 30 天"],
    ["90", "近 90 天"],
  ],
});

/** Whole minutes, so that the same page has the same key for a while; ms. */
export const fromOf = (span: "1" | "7" | "30" | "90"): number =>
  Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - Number(span) * DAY_MS;
