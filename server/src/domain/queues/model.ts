/**
 * What waits for operators, and how they share the work.
 *
 * - queue: a list of what operators decide, such as refunds. Its badge counts what waits.
 * - pulse: the badges, the newest id of each queue and the open alerts, polled by the console.
 * - place: what an operator has open; others see who else has it open.
 * - view: a filter of a list that an operator saved under a name.
 */
import type { AlertKind } from "../../platform/alerts.ts";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";

/** A badge counts up to this many; the console shows more as `99+`. */
export const BADGE_MAX = 100;

/** An operator as the caller: rights decide what is counted and listed. */
export type OperatorRights = {
  readonly memberId: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
};

export const may = ({ roles, permissions }: OperatorRights, ...any: readonly string[]): boolean =>
  roles.includes("admin") || any.some((permission) => permissions.includes(permission));

/** Who reads the alerts of a kind: an operator with one of these permissions. */
const alertReaders = {
  circuit_open: ["supply:manage"],
  prepaid_low: ["supply:manage"],
  unknown_many: ["supply:manage", "orders:handle"],
  cards_low: ["supply:manage"],
  desk_late: ["supply:manage", "orders:handle"],
  code_guessing: ["supply:manage", "exchange:approve"],
  canary_code: ["supply:manage", "exchange:approve"],
  campaign_budget: ["campaigns:edit", "campaigns:approve"],
  audit_altered: ["audit:read"],
  audit_key: ["audit:read"],
} as const satisfies Record<AlertKind, readonly string[]>;

export const alertKinds = Object.keys(alertReaders) as AlertKind[];

export const mayReadAlerts = (operator: OperatorRights, kind: AlertKind): boolean =>
  may(operator, ...alertReaders[kind]);

/** Returns the kinds of alerts that this operator may read. */
export const readableAlerts = (operator: OperatorRights): AlertKind[] =>
  alertKinds.filter((kind) => mayReadAlerts(operator, kind));

const kindTexts = {
  circuit_open: "供应商熔断",
  prepaid_low: "预存不足",
  unknown_many: "结果未知过多",
  cards_low: "卡密不足",
  desk_late: "处理超时",
  code_guessing: "猜码",
  canary_code: "诱饵码被试",
  campaign_budget: "活动预算",
  audit_altered: "审计被改",
  audit_key: "审计密钥",
} as const satisfies Record<AlertKind, string>;

/** SMS providers take at most 500 characters; the alert's page has the whole text. */
const TEXT_MAX = 300;

/** What a recipient of an alert reads: 「供应商熔断（话费直充）：…」. */
export function alertText(alert: {
  readonly kind: AlertKind;
  readonly supplier: string | null;
  readonly text: string;
}): string {
  const { kind, supplier, text } = alert;
  const about = supplier === null ? "" : `（${supplier}）`;
  const shown = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
  return `提醒：${kindTexts[kind]}${about}：${shown}`;
}

const HOUR_MS = 3_600_000;
const DAY_FROM_MS = 8 * HOUR_MS;
const DAY_TO_MS = 22 * HOUR_MS;

/** Returns eight o'clock in Shanghai when it is night there; undefined from eight to twenty-two. */
export function dayBegins(now: Date): Date | undefined {
  const there = now.getTime() + SHANGHAI_MS;
  const ofDay = there % (24 * HOUR_MS);
  const midnight = now.getTime() - ofDay;
  if (ofDay < DAY_FROM_MS) return new Date(midnight + DAY_FROM_MS);
  return ofDay < DAY_TO_MS ? undefined : new Date(midnight + 24 * HOUR_MS + DAY_FROM_MS);
}
