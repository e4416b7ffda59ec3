/** Badges of the operators' queues, saved views, alerts and dead messages. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorQueues as routes } from "../../routes/operators/queues.ts";
import { Instant, listOf, Nothing } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { Person } from "./people.ts";

/** Up to 100; absent where the operator may not read the queue. */
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 100 }));
const Newest = Type.Optional(Type.String());
const Page = Type.String({ pattern: "^[a-z][a-z-]{1,31}$" });
/** The settings of one list; without a page size the list's own holds. */
const ListSettings = Type.Object({
  list: Type.String({ minLength: 1, maxLength: 32 }),
  hidden: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40 }),
  pageSize: Type.Optional(Type.Union([Type.Literal(20), Type.Literal(50), Type.Literal(100)])),
});
export type ListSettings = Static<typeof ListSettings>;

const ViewName = Type.String({ minLength: 1, maxLength: 20 });
const AlertId = Type.String({ pattern: "^[0-9a-f]{32}$" });
const Topic = Type.String({ pattern: "^[a-z0-9._-]{2,60}$" });
const cursor = Type.Optional(Type.String({ maxLength: 200 }));
const pageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));

const AlertKind = Type.Union([
  Type.Literal("circuit_open"),
  Type.Literal("prepaid_low"),
  Type.Literal("unknown_many"),
  Type.Literal("cards_low"),
  Type.Literal("desk_late"),
  Type.Literal("code_guessing"),
  Type.Literal("canary_code"),
  Type.Literal("audit_altered"),
  Type.Literal("campaign_budget"),
  Type.Literal("audit_key"),
]);

/** `day`: from eight to twenty-two in Shanghai; what happens at night is sent at eight. */
const Hours = Type.Union([Type.Literal("always"), Type.Literal("day")]);

const View = Type.Object({ name: Type.String(), search: Type.String() });

const Handed = Type.Object({
  handoverId: Type.String(),
  kind: Type.Union([
    Type.Literal("approval"),
    Type.Literal("refund"),
    Type.Literal("case"),
    Type.Literal("ticket"),
    Type.Literal("desk"),
  ]),
  /** The number or id of the work, as `open` in the address of its list. */
  ref: Type.String(),
  by: Person,
  /** The note of the operator who handed it on. */
  reason: Type.String(),
  /** The role it was handed to; absent when it was handed to this operator. */
  role: Type.Optional(Type.String()),
  at: Instant,
});

export const HandledAlert = Type.Object({
  alertId: Type.String(),
  kind: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  createdAt: Instant,
  acknowledgedBy: Type.Optional(Person),
  acknowledgedAt: Type.Optional(Instant),
  assignedTo: Type.Optional(Person),
});
export type HandledAlert = Static<typeof HandledAlert>;

export const DeadMessage = Type.Object({
  messageId: Type.String(),
  topic: Type.String(),
  attempt: Type.Integer({ minimum: 0 }),
  lastError: Type.String(),
  createdAt: Instant,
  memberNo: Type.Optional(Type.String()),
});
export type DeadMessage = Static<typeof DeadMessage>;

export const operatorQueues = shapesOf<typeof routes>()({
  pulse: {
    summary: "The badges, the newest of each queue, the open alerts, and who has the place open",
    input: Type.Object({
      /** What this operator has open, such as `refund.RF…`; it counts as open for 40 s. */
      place: Type.Optional(Type.String({ pattern: "^[a-z_]{2,24}\\.[A-Za-z0-9_.-]{1,80}$" })),
    }),
    output: Type.Object({
      counts: Type.Object({
        approvals: Count,
        desk: Count,
        refunds: Count,
        withdrawals: Count,
        /** Invoices that members asked for. */
        invoices: Count,
        cases: Count,
        held: Count,
        /** Tickets that wait for an answer by this operator, or by a role they were handed to. */
        tickets: Count,
        /** Open risk cases. */
        risk: Count,
        dead: Count,
      }),
      newest: Type.Object({
        desk: Newest,
        refunds: Newest,
        withdrawals: Newest,
        invoices: Newest,
        cases: Newest,
        held: Newest,
        tickets: Newest,
        risk: Newest,
        dead: Newest,
        alerts: Newest,
      }),
      alerts: Type.Integer({ minimum: 0 }),
      others: Type.Array(Person),
      /** What others handed to this operator in the last hour, the latest first; at most five. */
      handed: Type.Array(Handed),
    }),
    refusals: [],
    isRevalidated: true,
  },
  listSettings: {
    summary: "How this operator wants the lists: hidden columns, rows of a page",
    input: Type.Object({}),
    output: listOf(ListSettings),
    refusals: [],
  },
  setListSettings: {
    summary: "Keep how this operator wants one list",
    input: ListSettings,
    output: Nothing,
    refusals: [],
  },
  views: {
    summary: "The operator's saved views of a page",
    input: Type.Object({ page: Page }),
    output: listOf(View),
    refusals: [],
  },
  saveView: {
    summary: "Save the filter of a page under a name, or replace it; at most twenty of a page",
    input: Type.Object({
      page: Page,
      name: ViewName,
      search: Type.String({ maxLength: 1_000 }),
    }),
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  deleteView: {
    summary: "Remove a saved view",
    input: Type.Object({ page: Page, name: ViewName }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  alerts: {
    summary: "Alerts that this operator may read, the latest first",
    input: Type.Object({
      kind: Type.Optional(Type.String({ maxLength: 32 })),
      state: Type.Optional(Type.Union([Type.Literal("open"), Type.Literal("all")])),
      cursor,
      pageSize,
    }),
    output: Type.Object({
      list: Type.Array(HandledAlert),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  acknowledge: {
    summary: "The operator has seen it; it counts no more",
    input: Type.Object({ alertId: AlertId }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  assign: {
    summary: "Give an alert to an operator, or take it back",
    input: Type.Object({ alertId: AlertId, toId: Type.Optional(Uuid) }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  recipients: {
    summary: "Who is notified of which kind of alert; and who may be",
    input: Type.Object({}),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          kind: AlertKind,
          operators: Type.Array(Person),
          /** The host of the robot's address, and its last characters. */
          robot: Type.Optional(Type.String()),
          hours: Hours,
          /** 0 where nothing was set. */
          version: Type.Integer({ minimum: 0 }),
        }),
      ),
      /** Operators, each with the kinds that they may be notified of. */
      operators: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), kinds: Type.Array(AlertKind) }),
      ),
      /** Hosts that a robot's address may have. */
      robotHosts: Type.Array(Type.String()),
    }),
    refusals: [],
  },
  setRecipients: {
    summary: "Set who is notified of a kind of alert: operators by SMS, a group by its robot",
    input: Type.Object({
      kind: AlertKind,
      operators: Type.Array(Uuid, { maxItems: 20 }),
      /** False removes the robot. */
      hasRobot: Type.Boolean(),
      /** A new webhook address; without one the robot keeps its own. */
      robotUrl: Type.Optional(Type.String({ minLength: 10, maxLength: 500 })),
      hours: Hours,
      sinceVersion: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  dead: {
    summary: "Messages that were given up, the latest first, and how many of each topic",
    input: Type.Object({ topic: Type.Optional(Topic), cursor, pageSize }),
    output: Type.Object({
      list: Type.Array(DeadMessage),
      /** Of the latest thousand. */
      topics: Type.Array(Type.Object({ topic: Type.String(), dead: Type.Integer() })),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  resend: {
    summary: "Send a dead message again; it has one more attempt",
    input: Type.Object({ messageId: Uuid, reason: Reason }),
    output: Nothing,
    refusals: ["STATE_CHANGED"],
  },
  resendTopic: {
    summary: "Send the dead messages of a topic again, at most five hundred",
    input: Type.Object({ topic: Topic, reason: Reason }),
    output: Type.Object({ resent: Type.Integer({ minimum: 0 }) }),
    refusals: [],
  },
});
