/**
 * What operators of the demo's past prepared and began: terms, decoy codes, segments, a message to
 * many, a rule of risk and exports; and the proposals that wait for a second person at the present.
 */
import { operatorPermissions } from "@yunjing/contract/permissions";
import {
  createSegment,
  giveToAudience,
  segmentList,
  sendToAudience,
} from "../../domain/audiences/actions.ts";
import { setContract } from "../../domain/catalog/actions.ts";
import { createCanaries } from "../../domain/exchange/actions.ts";
import { beginExport } from "../../domain/exports/actions.ts";
import { operatorNames } from "../../domain/operators/actions.ts";
import { proposeAdjustment } from "../../domain/reconciliation/actions.ts";
import { listSubject, setRule } from "../../domain/risk/actions.ts";
import { invariant } from "../../platform/refusal.ts";
import { demoContracts } from "../data/contracts.ts";
import type { People } from "./batches.ts";
import { deliverAll, deliverEveryone, type PastEnvironment } from "./environment.ts";
import type { Step } from "./steps.ts";

const MINUTE_MS = 60_000;
const named = { namesOf: operatorNames };

const TERMS = [
  { code: "phone-ten-minutes", name: "话费直充 10 分钟到账", contractId: "phone-topup" },
  { code: "store-thirty-days", name: "到店券 30 天未用可退", contractId: "store-30" },
  { code: "online-ninety-days", name: "线上卡 90 天未用可退", contractId: "online-90" },
] as const;

async function keepTerms({ time, db }: PastEnvironment, { maker }: People): Promise<void> {
  for (const { code, name, contractId } of TERMS) {
    const contract = demoContracts.find((one) => one.contractId === contractId);
    invariant(contract, `the demo has no terms ${contractId}`);
    const { contractId: _, refundDays, validDays, form, ...terms } = contract;
    const days = {
      ...(refundDays === undefined ? {} : { refundDays }),
      ...(validDays === undefined ? {} : { validDays }),
    };
    const kept = {
      code,
      name,
      terms: { ...terms, form: [...form], ...days },
      isOn: true,
      sinceVersion: 0,
    };
    const wanted = { ...kept, reason: "同类商品统一履约规则", operatorId: maker };
    await setContract(time.context, db, wanted, operatorNames);
    time.pass(6 * MINUTE_MS);
  }
}

const plantDecoys = async ({ time, db }: PastEnvironment, { maker }: People): Promise<void> => {
  const wanted = {
    name: "仓库标签",
    count: 12,
    makerId: maker,
    reason: "贴在样品卡上，防止内部拍码",
  };
  await createCanaries(time.context, db, wanted);
};

const RESTING = "三十天没有下单";
const SEGMENTS = [
  { name: RESTING, rules: { notOrderedForDays: 30 } },
  { name: "近三十天下单两次以上", rules: { orders: { withinDays: 30, countMin: 2 } } },
  { name: "黄金及以上会员", rules: { grades: [3, 4, 5] } },
];

async function keepSegments({ time, db }: PastEnvironment, { maker }: People): Promise<void> {
  for (const segment of SEGMENTS) {
    const by = { makerId: maker, key: time.context.ids.next() };
    await createSegment(time.context, db, named, { ...segment, ...by });
    time.pass(4 * MINUTE_MS);
  }
}

async function segmentNamed({ db }: PastEnvironment, name: string): Promise<string> {
  const { list } = await segmentList(db, named);
  const found = list.find((segment) => segment.name === name);
  invariant(found, `there is no segment ${name}`);
  return found.segmentId;
}

/** Every member of the segment reads it within minutes. */
async function writeToResting(env: PastEnvironment, { maker }: People): Promise<void> {
  const { time, db } = env;
  await sendToAudience(time.context, db, {
    segmentId: await segmentNamed(env, RESTING),
    title: "电影票上新",
    text: "2D 电影通兑票全国影院可用，90 天内有效，没用可以退。",
    link: "/pages/benefit/detail?id=movie-2d",
    ref: "resting-movie",
    reason: "唤回三十天没有下单的会员",
    makerId: maker,
    key: time.context.ids.next(),
  });
  await deliverAll(env, maker);
  await deliverEveryone(env);
}

/** More wrong codes of one member within a day open a case. */
export const MISTYPED_MAX = 5;
/** Where a member mistypes; an address reserved for documents (RFC 5737). */
export const WATCHED_NETWORK = "203.0.113.24";

const watchMistypedCodes = async ({ time, db }: PastEnvironment, { checker }: People) => {
  await setRule(time.context, db, {
    code: "code_member",
    mode: "on",
    verdict: "watch",
    limit: MISTYPED_MAX,
    sinceVersion: 0,
    reason: "观察一周，没有误伤，启用",
    operatorId: checker,
  });
};

const watchNetwork = async ({ time, db }: PastEnvironment, { checker }: People) => {
  await listSubject(time.context, db, {
    kind: "watch",
    subjectKind: "network",
    subject: WATCHED_NETWORK,
    reason: "连续输错兑换码，先观察",
    operatorId: checker,
  });
};

const exportOf =
  (kind: "orders" | "batches", reason: string) =>
  async (env: PastEnvironment, { maker: memberId }: People): Promise<void> => {
    const { time, db, product } = env;
    const { context } = time;
    const permissions = [...operatorPermissions];
    const caller = { memberId, sessionId: "past", roles: [], permissions };
    const deps = { context, db, lists: product.lists };
    const wanted = { kind, filter: {}, reason, caller, key: context.ids.next() };
    await beginExport(context, db, deps, wanted);
    await deliverAll(env, memberId);
  };

const steps: readonly Step[] = [
  { daysAgo: 15, time: [15, 10], run: keepTerms },
  { daysAgo: 14, time: [11, 5], run: plantDecoys },
  { daysAgo: 13, time: [10, 12], run: watchMistypedCodes },
  { daysAgo: 6, time: [14, 20], run: keepSegments },
  { daysAgo: 5, time: [10, 30], run: writeToResting },
  { daysAgo: 1, time: [10, 5], run: watchNetwork },
  { daysAgo: 1, time: [16, 20], run: exportOf("orders", "给财务核对昨天的订单") },
  { daysAgo: 1, time: [17, 2], run: exportOf("batches", "季度对账，发给经销商") },
];

/** Returns the steps for a past of so many days: what would be before it is done on its first day. */
export const stepsOfOperators = (days: number): Step[] =>
  steps.map((step) => ({ ...step, daysAgo: Math.min(step.daysAgo, days) }));

/** Proposes what a second person decides, less than an hour before the present. */
export async function proposeAtPresent(
  env: PastEnvironment,
  { checker: maker, second: memberId }: People,
  present: Date,
): Promise<void> {
  const { time, db } = env;
  const before = (minutes: number) => new Date(present.getTime() - minutes * MINUTE_MS);
  await time.at(before(48), async () => {
    await giveToAudience(time.context, db, {
      templateId: "meal-twenty",
      segmentId: await segmentNamed(env, RESTING),
      ref: "resting-meal",
      reason: "唤回三十天没有下单的会员",
      makerId: maker,
      key: time.context.ids.next(),
    });
  });
  await time.at(before(31), async () => {
    await proposeAdjustment(time.context, db, {
      memberId,
      account: "available",
      amount: 300,
      reason: "签到页面故障，补发三天积分",
      maker,
      key: time.context.ids.next(),
    });
  });
}
