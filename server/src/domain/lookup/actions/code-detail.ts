/** The operators' page of one code: its history, its attempts, its orders, and what may be done. */
import { ownValue } from "@yunjing/contract/own-value";
import type {
  CodeAction,
  OperatorCodeDetail,
  OperatorCodeState,
} from "@yunjing/contract/schemas/operators/codes";
import { readArchivedEvents } from "../../../platform/archived-events.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import { type Call, memberOf } from "../../../platform/http/call.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { auditRead } from "../../audit/actions.ts";
import { displayOf, displayText } from "../../orders/actions.ts";
import { asOf } from "../../orders/model.ts";
import { sayOf } from "../code-say.ts";
import {
  archivedStepsOf,
  type CodeAttempt,
  type CodeEvent,
  type CodeHead,
  type CodeOrderRow,
  readAttempts,
  readCodeEvents,
  readCodeHead,
  readCodeOrders,
  readCodePostings,
  readWaitingVoid,
} from "../store/code-life.ts";
import { codeRowOf, codeStateOf } from "./code-lookup.ts";

const DAY_MS = 86_400_000;

const stepTitles: Readonly<Record<string, string>> = {
  generating: "提交制码",
  ready: "制码完成",
  active: "审批通过",
  activated: "售出激活",
  locked: "占用",
  held: "占用一次",
  left: "自行离开",
  released: "解除占用",
  waits_for_pay: "等待付款",
  not_paid: "未付款，退回",
  redeemed: "兑换成订单",
  given_back: "退回",
  frozen: "冻结",
  resumed: "恢复",
  extended: "延长有效期",
  voided: "作废",
};

const ACTORS: Readonly<Record<string, string>> = {
  member: "未登录",
  system: "系统",
  supplier: "供应商",
  dealer: "经销商",
  operator: "运营",
};

type Step = OperatorCodeDetail["steps"][number];

function stepOf(event: CodeEvent): Step {
  const { at, name, actorKind, actorName, actorNo, orderNo, reason } = event;
  const isMember = actorKind === "member" || actorKind === "dealer";
  const by = isMember && actorNo ? `会员 ${actorNo}` : (actorName ?? ownValue(ACTORS, actorKind));
  const text = orderNo ?? reason;
  return {
    at,
    name,
    title: ownValue(stepTitles, name) ?? name,
    ...(text === null ? {} : { text }),
    ...(by === undefined ? {} : { by }),
  };
}

const CALLER = /^网络 ([0-9a-f]+)，设备 ([0-9a-f]+|未知)$/;
const NAME_DIGITS = 6;

/** The outcome of an attempt in Chinese; of a session, what became of it. */
function outcomeOf(attempt: CodeAttempt, now: number): { outcome: string; outcomeText: string } {
  const { outcome, sessionState, expiresAt } = attempt;
  switch (outcome) {
    case "resumed":
      return { outcome, outcomeText: "继续兑换" };
    case "busy":
      return { outcome, outcomeText: "被拒：他人占用中" };
    case "had":
      return { outcome, outcomeText: "被拒：已达每人次数" };
    case "invalid":
      return { outcome, outcomeText: "被拒：当时不可用" };
    default:
      if (sessionState === "redeemed") return { outcome: "redeemed", outcomeText: "提交订单" };
      if (sessionState === "left") return { outcome: "left", outcomeText: "离开" };
      return expiresAt !== null && expiresAt > now
        ? { outcome: "opened", outcomeText: "占用中" }
        : { outcome: "lapsed", outcomeText: "超时放开" };
  }
}

function attemptOf(attempt: CodeAttempt, now: number): OperatorCodeDetail["tries"][number] {
  const { at, caller, memberNo } = attempt;
  const [, network, device] = CALLER.exec(caller ?? "") ?? [];
  const hasDevice = device !== undefined && device !== "未知";
  const who = hasDevice ? `设备 …${device.slice(0, NAME_DIGITS)}` : "未知设备";
  return {
    at,
    who: memberNo === null ? who : `会员 ${memberNo}`,
    ...(memberNo === null ? {} : { memberNo }),
    ...(network === undefined ? {} : { network: `网络 ${network.slice(0, NAME_DIGITS)}` }),
    ...outcomeOf(attempt, now),
  };
}

function orderOf(context: Pick<Context, "clock">, data: CodeOrderRow) {
  const row = asOf(data, context.clock.now());
  const { orderNo, title, createdAt, kind } = row;
  return { orderNo, title, createdAt, state: displayText(displayOf(row), kind) };
}

const usesLeftOf = ({ usesPerCode, uses, state }: CodeHead): number => {
  if (state === "VOID") return 0;
  return usesPerCode > 1 ? Math.max(0, usesPerCode - uses) : Number(state !== "REDEEMED");
};

type Allowed = {
  readonly head: CodeHead;
  readonly state: OperatorCodeState;
  readonly isVoidWaiting: boolean;
};

const isAllowed: Readonly<Record<CodeAction, (allowed: Allowed) => boolean>> = {
  release: ({ head, state }) => (state === "LOCKED" && !head.waitsForPay) || head.heldUses > 0,
  freeze: ({ state }) => state === "ACTIVE" || state === "LOCKED",
  resume: ({ state }) => state === "FROZEN",
  extend: ({ state }) => state !== "REDEEMED" && state !== "VOID",
  void: ({ state, isVoidWaiting }) => state !== "REDEEMED" && state !== "VOID" && !isVoidWaiting,
};

function mayOf(call: Call, allowed: Allowed): CodeAction[] {
  const { roles, permissions } = memberOf(call);
  const holds = (permission: string) => roles.includes("admin") || permissions.includes(permission);
  const actions = Object.keys(isAllowed) as CodeAction[];
  return actions.filter((action) => {
    const isHeld = holds("exchange:approve") || (action === "void" && holds("codes:make"));
    return isHeld && isAllowed[action](allowed);
  });
}

const optionalHead = ({ lockUntil, dealerName, dealerFen, ownerNo, ownerName }: CodeHead) => ({
  ...(lockUntil === null ? {} : { lockedUntil: lockUntil }),
  ...(dealerName === null ? {} : { dealer: { name: dealerName, owedFen: dealerFen ?? 0 } }),
  ...(ownerNo === null ? {} : { owner: { memberNo: ownerNo, nickname: ownerName ?? "" } }),
});

/**
 * Returns a code's page and records that the operator read it. `store` has the files of archived
 * history. Refuses NOT_FOUND.
 */
export async function operatorCodeDetail(
  context: Context,
  db: Db,
  request: { readonly codeId: string; readonly call: Call; readonly store: FileStore },
): Promise<OperatorCodeDetail> {
  const { codeId, call, store } = request;
  const head = await readCodeHead(db, codeId);
  if (!head) throw new Refusal("NOT_FOUND");
  await auditRead(context, db, {
    operatorId: memberOf(call).memberId,
    requestId: call.requestId,
    address: call.address,
    operation: "operatorCodes.detail",
    subject: { codeId },
  });
  const now = context.clock.now().getTime();
  const { codeMac } = head;
  const archived = await readArchivedEvents(context, db, { store, things: archivedStepsOf(head) });
  const [events, attempts, rows, postings, waiting] = await Promise.all([
    readCodeEvents(db, head, archived),
    readAttempts(db, codeMac),
    readCodeOrders(db, codeMac),
    readCodePostings(db, head),
    readWaitingVoid(db, head, new Date(now - DAY_MS)),
  ]);
  const state = codeStateOf(head, now);
  const orders = rows.map((row) => orderOf(context, row));
  const { target, batchState, usesPerCode, validFrom, givenBack, lockUntil } = head;
  const shown = { ...optionalHead(head) };
  if (state !== "LOCKED") delete shown.lockedUntil;
  const usesLeft = usesLeftOf(head);
  const facts = { ...head, state, now, usesLeft, lockUntil, orderText: orders[0]?.state };
  return {
    ...codeRowOf(head, now),
    ...shown,
    target,
    batchState,
    usesPerCode,
    usesLeft,
    validFrom,
    givenBack,
    givenBackMax: context.settings.codeGivenBackMax,
    steps: events.map(stepOf),
    ...(archived.history === undefined ? {} : { archivedHistory: archived.history }),
    tries: attempts.map((attempt) => attemptOf(attempt, now)),
    orders,
    receipts: rows.reduce((sum, { receipts }) => sum + receipts, 0),
    postings,
    ...(waiting === undefined
      ? {}
      : {
          waitingVoid: {
            approvalId: waiting.approvalId,
            reason: waiting.reason,
            expiresAt: waiting.createdAt + DAY_MS,
          },
        }),
    say: sayOf(facts),
    may: mayOf(call, { head, state, isVoidWaiting: waiting !== undefined }),
  };
}

/** Returns the code's state as operators see it. Refuses NOT_FOUND. */
export async function shownCodeState(
  context: Context,
  db: Db,
  codeId: string,
): Promise<OperatorCodeState> {
  const head = await readCodeHead(db, codeId);
  if (!head) throw new Refusal("NOT_FOUND");
  return codeStateOf(head, context.clock.now().getTime());
}
