/**
 * One exchange code as operators see it: its state, its history, who tried it, and what to tell the
 * member. Instants in ms, money in fen. Devices and networks are pseudonyms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorCodes as routes } from "../../routes/operators/codes.ts";
import { Fen, Instant, Planned } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { ArchivedHistory } from "./order-views.ts";

const Count = Type.Integer({ minimum: 0 });

/** The state as stored, or `EXPIRED` when the end has passed, `ACTIVE` when a lock has lapsed. */
export const OperatorCodeState = Type.Union([
  Type.Literal("INACTIVE"),
  Type.Literal("ACTIVE"),
  Type.Literal("LOCKED"),
  Type.Literal("REDEEMED"),
  Type.Literal("EXPIRED"),
  Type.Literal("FROZEN"),
  Type.Literal("VOID"),
]);
export type OperatorCodeState = Static<typeof OperatorCodeState>;

export const OperatorCodeRow = Type.Object({
  codeId: Type.String(),
  last4: Type.String(),
  serial: Count,
  batchId: Type.String(),
  batchName: Type.String(),
  title: Type.String(),
  state: OperatorCodeState,
  validUntil: Instant,
});
export type OperatorCodeRow = Static<typeof OperatorCodeRow>;

const Person = Type.Object({
  memberNo: Type.Optional(Type.String()),
  nickname: Type.String(),
});

const CodeStep = Type.Object({
  at: Instant,
  name: Type.String(),
  /** The name in Chinese, as operators read it. */
  title: Type.String(),
  text: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
});

const CodeTry = Type.Object({
  at: Instant,
  who: Type.String(),
  memberNo: Type.Optional(Type.String()),
  network: Type.Optional(Type.String()),
  outcome: Type.String(),
  outcomeText: Type.String(),
});

const CodeOrder = Type.Object({
  orderNo: Type.String(),
  title: Type.String(),
  state: Type.String(),
  createdAt: Instant,
});

const CodeAction = Type.Union([
  Type.Literal("release"),
  Type.Literal("freeze"),
  Type.Literal("resume"),
  Type.Literal("extend"),
  Type.Literal("void"),
]);
export type CodeAction = Static<typeof CodeAction>;

export const OperatorCodeDetail = Type.Object({
  ...OperatorCodeRow.properties,
  target: Type.String(),
  batchState: Type.String(),
  usesPerCode: Count,
  usesLeft: Count,
  validFrom: Instant,
  lockedUntil: Type.Optional(Instant),
  givenBack: Count,
  givenBackMax: Count,
  dealer: Type.Optional(Type.Object({ name: Type.String(), owedFen: Fen })),
  owner: Type.Optional(Person),
  steps: Type.Array(CodeStep),
  archivedHistory: Type.Optional(ArchivedHistory),
  tries: Type.Array(CodeTry),
  orders: Type.Array(CodeOrder),
  receipts: Count,
  /** Kind, reference and state of each posting. */
  postings: Type.Array(
    Type.Object({ kind: Type.String(), ref: Type.String(), isReversed: Type.Boolean() }),
  ),
  waitingVoid: Type.Optional(
    Type.Object({ approvalId: Type.String(), expiresAt: Instant, reason: Type.String() }),
  ),
  /** What customer service may tell the member, in Chinese. */
  say: Type.String(),
  /** What this operator may do with the code now. */
  may: Type.Array(CodeAction),
});
export type OperatorCodeDetail = Static<typeof OperatorCodeDetail>;

const one = { codeId: Uuid };
const changed = Type.Object({ state: OperatorCodeState });

export const operatorCodes = shapesOf<typeof routes>()({
  lookup: {
    summary:
      "Finds at most 20 codes by the whole code, the last four symbols, an order or a receipt; " +
      "counted and limited per operator and day",
    input: Type.Object({
      code: Type.Optional(Type.String({ minLength: 4, maxLength: 64 })),
      last4: Type.Optional(Type.String({ pattern: "^[0-9A-Za-z]{4}$" })),
      orderNo: Type.Optional(Type.String({ pattern: "^\\d{19,20}$" })),
      receipt: Type.Optional(Type.String({ minLength: 8, maxLength: 300 })),
    }),
    output: Type.Object({
      list: Type.Array(OperatorCodeRow),
      /** How many of the day's look-ups are used, and how many there are. */
      used: Count,
      most: Count,
      /** What to tell the member when nothing is found, in Chinese. */
      say: Type.Optional(Type.String()),
    }),
    refusals: ["INPUT_INVALID", "RATE_LIMITED"],
  },
  detail: {
    summary: "One code with its history, attempts, orders and a sentence to tell the member",
    input: Type.Object(one),
    output: OperatorCodeDetail,
    refusals: ["NOT_FOUND"],
  },
  release: {
    summary: "Ends the session that locks the code, or holds its uses; not when an order waits",
    input: Type.Object({ ...one, reason: Reason }),
    output: changed,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  freeze: {
    summary: "Keeps the code from being redeemed; a session that locks it ends",
    input: Type.Object({ ...one, reason: Reason }),
    output: changed,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  resume: {
    summary: "Makes a frozen code live again",
    input: Type.Object({ ...one, reason: Reason }),
    output: changed,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  extend: {
    summary: "Sets a later end for one code that is neither redeemed nor void",
    input: Type.Object({ ...one, validUntil: Planned, reason: Reason }),
    output: changed,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  void: {
    summary: "Proposes to void the code; another person decides it with the batch's proposals",
    input: Type.Object({ ...one, reason: Reason }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
