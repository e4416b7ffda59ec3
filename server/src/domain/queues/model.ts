/**
 * What waits for operators, and how they share the work.
 *
 * - queue: a list of what operators decide, such as refunds. Its badge counts what waits.
 * - pulse: the badges, the newest id of each queue and the open alerts, polled by the console.
 * - place: what an operator has open; others see who else has it open.
 * - view: a filter of a list that an operator saved under a name.
 */
import type { AlertKind } from "../../platform/alerts.ts";

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
  cards_low: ["supply:manage"],
  desk_late: ["supply:manage", "orders:handle"],
  code_guessing: ["supply:manage", "exchange:approve"],
  canary_code: ["supply:manage", "exchange:approve"],
  audit_altered: ["audit:read"],
  audit_key: ["audit:read"],
} as const satisfies Record<AlertKind, readonly string[]>;

const alertKinds = Object.keys(alertReaders) as AlertKind[];

/** Returns the kinds of alerts that this operator may read. */
export const readableAlerts = (operator: OperatorRights): AlertKind[] =>
  alertKinds.filter((kind) => may(operator, ...alertReaders[kind]));
