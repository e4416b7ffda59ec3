/**
 * Risk: what members do is judged by rules and lists at five places; pure rules.
 *
 * - place: where an act is judged, such as a registration.
 * - subject: whose acts are counted or listed: a member, phone, device or network. Devices and
 *   networks have names from which nothing can be read.
 * - rule: a limit with figures. `dry` only records what it would have done; `on` acts.
 * - verdict: what a rule that is on does: `watch` opens a case, `review` also lets a withdrawal wait
 *   for its review, `refuse` also refuses the act.
 * - entry: a subject on a list; `allow` passes all rules, `watch` opens a case, `block` refuses.
 * - case: what an operator decides about a subject.
 */
import { isIPv6 } from "node:net";
import { ownValue } from "@yunjing/contract/own-value";
import type { RiskPlace } from "@yunjing/contract/schemas/operators/risk";
import type { Context } from "../../platform/context.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type Mode = "off" | "dry" | "on";
export type Verdict = "watch" | "review" | "refuse";
export type ListKind = "allow" | "watch" | "block";
export const subjectKinds = ["member", "phone", "device", "network"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** What a member reads who is refused; it names no rule. */
export const refusedTexts: Readonly<Record<RiskPlace, string>> = {
  registration: "现在不能注册，请稍后再试",
  coupon: "现在不能领券，请稍后再试",
  code: "现在不能兑换，你的兑换码不受影响，请稍后再试",
  payment: "现在不能付款，订单没有扣款，请稍后再试",
  withdrawal: "现在不能提现，余额不受影响，请稍后再试",
};

/** A figure of a rule with its bounds, both included. */
export type RuleFigure = {
  readonly name: "limit" | "withinHours";
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly start: number;
};

export type RiskRule = {
  readonly label: string;
  readonly place: RiskPlace;
  readonly measure: "count" | "count_new" | "phone_age";
  readonly subject: Exclude<SubjectKind, "phone">;
  /** The window of a count. It slides: no span of this length holds more acts than the limit. */
  readonly windowMs: number;
  readonly figures: readonly RuleFigure[];
  /** What it may do; the first is its start value. */
  readonly verdicts: readonly Verdict[];
};

const limit = (label: string, unit: string, [min, start, max]: readonly [number, number, number]) =>
  ({ name: "limit", label, unit, min, max, start }) as const;
const hours = (label: string, [min, start, max]: readonly [number, number, number]) =>
  ({ name: "withinHours", label, unit: "小时", min, max, start }) as const;

/** Every rule. Each begins in a dry run, until an operator has seen whom it would hit. */
export const riskRules = {
  registration_device: {
    label: "同一设备注册多个会员",
    place: "registration",
    measure: "count",
    subject: "device",
    windowMs: DAY_MS,
    figures: [limit("24 小时内最多注册", "个", [1, 3, 50])],
    verdicts: ["watch", "refuse"],
  },
  registration_network: {
    label: "同一网络集中注册",
    place: "registration",
    measure: "count",
    subject: "network",
    windowMs: HOUR_MS,
    // Many people share the exit of a carrier or a campus.
    figures: [limit("1 小时内最多注册", "个", [5, 60, 5_000])],
    verdicts: ["watch", "refuse"],
  },
  coupon_device: {
    label: "同一设备领券过多",
    place: "coupon",
    measure: "count",
    subject: "device",
    windowMs: DAY_MS,
    figures: [limit("24 小时内最多领", "张", [1, 20, 500])],
    verdicts: ["watch", "refuse"],
  },
  code_device: {
    label: "同一设备输错兑换码过多",
    place: "code",
    measure: "count",
    subject: "device",
    windowMs: DAY_MS,
    figures: [limit("24 小时内最多输错", "次", [3, 20, 500])],
    verdicts: ["watch", "refuse"],
  },
  code_member: {
    label: "同一会员输错兑换码过多",
    place: "code",
    measure: "count",
    subject: "member",
    windowMs: DAY_MS,
    figures: [limit("24 小时内最多输错", "次", [3, 20, 500])],
    verdicts: ["watch", "refuse"],
  },
  payment_new_member: {
    label: "新会员付款笔数过多",
    place: "payment",
    measure: "count_new",
    subject: "member",
    windowMs: DAY_MS,
    figures: [
      hours("新会员：注册后", [1, 24, 720]),
      limit("24 小时内最多付款", "笔", [1, 10, 200]),
    ],
    verdicts: ["watch", "refuse"],
  },
  payment_device: {
    label: "同一设备付款笔数过多",
    place: "payment",
    measure: "count",
    subject: "device",
    windowMs: DAY_MS,
    figures: [limit("24 小时内最多付款", "笔", [1, 30, 500])],
    verdicts: ["watch", "refuse"],
  },
  withdrawal_phone: {
    label: "换绑手机后很快提现",
    place: "withdrawal",
    measure: "phone_age",
    subject: "member",
    windowMs: DAY_MS,
    figures: [hours("换绑后", [1, 72, 720])],
    verdicts: ["review", "watch", "refuse"],
  },
  withdrawal_device: {
    label: "同一设备提现笔数过多",
    place: "withdrawal",
    measure: "count",
    subject: "device",
    windowMs: DAY_MS,
    figures: [limit("24 小时内最多提现", "笔", [1, 3, 50])],
    verdicts: ["review", "watch", "refuse"],
  },
} as const satisfies Readonly<Record<string, RiskRule>>;

export type RuleCode = keyof typeof riskRules;
export const ruleCodes = Object.keys(riskRules) as RuleCode[];
/** The rule of hits and cases that a list caused. */
export const LIST_RULE = "list";

/** Returns a rule by its code, which may come from outside. */
export const ruleOf = (code: string): RiskRule | undefined => ownValue(riskRules, code);
/** Returns what operators read for the rule of a hit or a case. */
export const ruleLabel = (code: string): string =>
  code === LIST_RULE ? "名单" : (ruleOf(code)?.label ?? code);

export type Figures = Readonly<Partial<Record<RuleFigure["name"], number>>>;

/** A rule with its figures in force; version 0 was never changed. */
export type RuleInForce = RiskRule & {
  readonly code: RuleCode;
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly values: Figures;
  readonly version: number;
};

export type StoredRule = {
  readonly code: string;
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly version: number;
};

/** Returns what is wrong with a figure, as a sentence; `undefined` for a valid one. */
export function figureFault({ label, unit, min, max }: RuleFigure, value: unknown) {
  const isInside = typeof value === "number" && Number.isInteger(value);
  if (isInside && value >= min && value <= max) return undefined;
  return `「${label}」填 ${min} 至 ${max} ${unit}的整数`;
}

/**
 * Returns every rule as it is in force. A stored figure or verdict that the rule does not allow any
 * more is replaced by its start value.
 */
export function rulesInForce(stored: readonly StoredRule[]): RuleInForce[] {
  const byCode = new Map(stored.map((row) => [row.code, row]));
  return ruleCodes.map((code) => {
    const rule: RiskRule = riskRules[code];
    const row = byCode.get(code);
    const values = rule.figures.map((figure) => {
      const value = row?.figures[figure.name];
      return [figure.name, figureFault(figure, value) === undefined ? value : figure.start];
    });
    const verdict = row && rule.verdicts.includes(row.verdict) ? row.verdict : rule.verdicts[0];
    return {
      ...rule,
      code,
      mode: row?.mode ?? "dry",
      verdict: verdict ?? "watch",
      values: Object.fromEntries(values) as Figures,
      version: row?.version ?? 0,
    };
  });
}

/**
 * Returns the network of an address: the whole IPv4 address, or the first 64 bits of an IPv6
 * address.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

/** Returns the text under which a network is counted and named. */
export const networkSubject = (address: string): string => `network:${networkOf(address)}`;

/**
 * Returns a stable name for a network or a device that cannot be traced back to it: 12 hexadecimal
 * digits.
 */
export const hashedName = ({ secrets }: Pick<Context, "secrets">, subject: string): string =>
  secrets.mac("code-guesser", subject).toString("hex").slice(0, 12);

/** A subject as rules, lists and cases store it: `device:4f1c…`. */
export type Subject = `${SubjectKind}:${string}`;

/** Returns the stored subject of a phone; the number cannot be read from it. */
export const phoneSubject = ({ secrets }: Pick<Context, "secrets">, phone: string): Subject =>
  `phone:${secrets.mac("phone-lookup", phone).toString("hex")}`;

/** Returns the kind and the name of a stored subject. */
export function subjectParts(subject: string): {
  readonly kind: SubjectKind;
  readonly name: string;
} {
  const at = subject.indexOf(":");
  const kind = subjectKinds.find((one) => one === subject.slice(0, at)) ?? "device";
  return { kind, name: subject.slice(at + 1) };
}

export type Entry = {
  readonly kind: ListKind;
  readonly label: string;
  /** ms; undefined without an end. */
  readonly endsAt: number | undefined;
};

/**
 * Returns the entry that decides about an act: that of the member before that of the phone, the
 * device and the network, because a network is shared by many.
 */
export function entryOf(
  entries: ReadonlyMap<string, Entry>,
  subjects: Readonly<Partial<Record<SubjectKind, Subject>>>,
  nowMs: number,
): { readonly entry: Entry; readonly subject: Subject } | undefined {
  for (const kind of subjectKinds) {
    const subject = subjects[kind];
    const entry = subject === undefined ? undefined : entries.get(subject);
    if (subject && entry && (entry.endsAt === undefined || entry.endsAt > nowMs))
      return { entry, subject };
  }
  return undefined;
}
