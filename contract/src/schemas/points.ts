/**
 * A member's points: how many there are and until when, the daily sign-in, the statement, and what
 * points buy.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { points as routes } from "../routes/points.ts";
import { Fen, Instant, pageOf, paging, Points } from "../values.ts";
import { BenefitCard } from "./benefit.ts";
import { StatementEntry, Month, MonthQuery } from "./statement.ts";

/** A number of points, and the instant at which they become available or expire. */
const Dated = Type.Object({ points: Points, at: Instant });

const SignDay = Type.Object({
  /** YYYY-MM-DD in Asia/Shanghai. */
  day: Type.String(),
  points: Points,
  state: Type.Union([Type.Literal("signed"), Type.Literal("today"), Type.Literal("coming")]),
});

const SignIn = Type.Object({
  isSigned: Type.Boolean({ description: "today already" }),
  /** Days in a row up to today, or up to yesterday while the member has not signed in today. */
  streak: Type.Integer({ minimum: 0 }),
  todayPoints: Points,
  /** Seven days that include today: the current week of the streak. */
  days: Type.Array(SignDay),
});

/** A task that earns points once or once a day; `url` leads to where it is done. */
const Task = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String(),
  points: Points,
  state: Type.Union([Type.Literal("open"), Type.Literal("done")]),
  url: Type.Optional(Type.String()),
});

export const PointsSummary = Type.Object({
  available: Points,
  pending: Points,
  /** When the next pending points become available. */
  nextPending: Type.Optional(Dated),
  /** Points that expire within 30 days, and when the first of them do. */
  expiring: Points,
  nextExpiring: Type.Optional(Dated),
  /** Points that were spent and had to be returned; the next earnings repay them. */
  debt: Points,
  lifetime: Points,
  /** The points that expire in each month, the nearest first. */
  calendar: Type.Array(Type.Object({ month: Month, points: Points, at: Instant })),
  signIn: SignIn,
  tasks: Type.Array(Task),
  /** How points are earned and when they expire, one sentence each. */
  rules: Type.Array(Type.String()),
});
export type PointsSummary = Static<typeof PointsSummary>;

const RecordsTab = Type.Union([
  Type.Literal("all"),
  Type.Literal("earned"),
  Type.Literal("spent"),
  Type.Literal("expired"),
]);

const MonthSum = Type.Object({
  month: Month,
  earned: Points,
  spent: Points,
  expired: Points,
});

export const PointsRecords = Type.Object({
  ...pageOf(StatementEntry).properties,
  /** The sums of every month that has a line on this page. */
  months: Type.Array(MonthSum),
});
export type PointsRecords = Static<typeof PointsRecords>;

/** A benefit that points buy; `cashFen` is charged in addition. */
export const PointsBenefit = Type.Object({
  ...BenefitCard.properties,
  skuId: Type.String(),
  points: Points,
  cashFen: Fen,
  category: Type.Object({ code: Type.String(), name: Type.String() }),
  /** Absent when the stock is unlimited. */
  left: Type.Optional(Type.Integer({ minimum: 0 })),
  limitText: Type.Optional(Type.String({ description: "每月限 2 张" })),
  /** The required level, where the caller has not reached it. */
  gradeNeeded: Type.Optional(Type.String({ description: "白银会员可兑" })),
  /** How many points the caller lacks. */
  missing: Points,
});
export type PointsBenefit = Static<typeof PointsBenefit>;

export const points = shapesOf<typeof routes>()({
  summary: {
    summary: "The caller's points, what begins and ends when, the signing in and the tasks",
    input: Type.Object({}),
    output: PointsSummary,
    refusals: [],
  },
  records: {
    summary: "The statement of points, the latest first; pending lines on top of the first page",
    input: Type.Object({ ...paging, tab: Type.Optional(RecordsTab), month: MonthQuery }),
    output: PointsRecords,
    refusals: [],
  },
  benefits: {
    summary: "What points buy, the cheapest first",
    input: Type.Object({
      ...paging,
      /** True: only what the caller's points can buy. */
      affordable: Type.Optional(Type.Boolean()),
      categoryCode: Type.Optional(Type.String({ maxLength: 32 })),
      pointsMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    }),
    output: Type.Object({
      ...pageOf(PointsBenefit).properties,
      affordableCount: Type.Integer({ minimum: 0 }),
      /** For the filter: every category with a benefit that points buy, the largest first. */
      categories: Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          count: Type.Integer({ minimum: 1 }),
        }),
      ),
    }),
    refusals: [],
  },
  signIn: {
    summary: "Signs in for today, once; a repeat answers the same and gives nothing more",
    input: Type.Object({}),
    output: Type.Object({
      points: Points,
      streak: Type.Integer({ minimum: 1 }),
      isNew: Type.Boolean({ description: "false when today was signed already" }),
      summary: PointsSummary,
    }),
    refusals: [],
  },
});
