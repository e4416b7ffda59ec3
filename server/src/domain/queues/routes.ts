/** Maps the operations of the operators' queues to actions, with names beside ids. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../platform/context.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { HandoverNotice } from "../approvals/model.ts";
import { memberLabels } from "../members/actions.ts";
import {
  acknowledge,
  alertsPage,
  assign,
  deadPage,
  listRecipients,
  listViews,
  type PulseDeps,
  readListSettings,
  readPulse,
  removeView,
  saveListSettings,
  resendDead,
  resendTopic,
  setRecipients,
  storeView,
} from "./actions.ts";
import { readableAlerts } from "./model.ts";
import type { AlertDeps } from "./port.ts";

const PAGE_SIZE = 50;

/** Returns a function that names operators by their ids. */
async function personsOf(namesOf: NamesOf, db: Db, ids: readonly string[]) {
  const nameOf = await namesOf(db, ids);
  return (id: string) => ({ id, name: nameOf(id) });
}

type PersonOf = Awaited<ReturnType<typeof personsOf>>;
type Handed = Output<"operatorQueues", "pulse">["handed"][number];

const handedOf =
  (person: PersonOf) =>
  ({ id, object, byId, reason, role, at }: HandoverNotice): Handed => {
    // `handover_object_check` of the table holds the kinds.
    const dot = object.indexOf(".");
    return {
      handoverId: id,
      kind: object.slice(0, dot) as Handed["kind"],
      ref: object.slice(dot + 1),
      by: person(byId),
      reason,
      ...withoutNulls({ role }),
      at,
    };
  };

const nextPage = (nextCursor: string | undefined) =>
  nextCursor === undefined ? {} : { nextCursor };

/** `wake` wakes the outbox dispatcher after the commit. */
export const operatorQueueRoutes = (
  context: Context,
  db: Db,
  deps: PulseDeps &
    Pick<AlertDeps, "operators" | "robots"> & {
      readonly namesOf: NamesOf;
      readonly wake: (db: Db) => Promise<void>;
    },
): Handlers<"operatorQueues"> => ({
  pulse: async ({ place }, call) => {
    const { others, handed, ...pulse } = await readPulse(context, db, deps, {
      operator: memberOf(call),
      place,
    });
    const ids = [...others, ...handed.map(({ byId }) => byId)];
    const person = await personsOf(deps.namesOf, db, ids);
    return { ...pulse, others: others.map(person), handed: handed.map(handedOf(person)) };
  },
  listSettings: async (_input, call) => ({
    list: await readListSettings(db, memberOf(call).memberId),
  }),
  setListSettings: async (settings, call) => {
    await saveListSettings(db, memberOf(call).memberId, settings);
    return {};
  },
  views: async ({ page }, call) => ({
    list: await listViews(db, { operatorId: memberOf(call).memberId, page }),
  }),
  saveView: async ({ page, ...view }, call) => {
    await storeView(context, db, { operatorId: memberOf(call).memberId, page }, view);
    return {};
  },
  deleteView: async (view, call) => {
    await removeView(db, { ...view, operatorId: memberOf(call).memberId });
    return {};
  },
  alerts: async ({ kind, state = "open", cursor, pageSize = PAGE_SIZE }, call) => {
    const wanted = { operator: memberOf(call), kind, isOpen: state === "open", cursor, pageSize };
    const { list, nextCursor } = await alertsPage(db, wanted);
    const ids = list.flatMap((one) => [one.acknowledgedBy ?? [], one.assignedTo ?? []].flat());
    const person = await personsOf(deps.namesOf, db, ids);
    return {
      list: list.map((one) => ({
        alertId: one.id,
        kind: one.kind,
        subject: one.subject,
        text: one.text,
        createdAt: one.createdAt,
        ...withoutNulls({ acknowledgedAt: one.acknowledgedAt }),
        ...(one.acknowledgedBy === null ? {} : { acknowledgedBy: person(one.acknowledgedBy) }),
        ...(one.assignedTo === null ? {} : { assignedTo: person(one.assignedTo) }),
      })),
      ...nextPage(nextCursor),
    };
  },
  acknowledge: async ({ alertId }, call) => {
    await acknowledge(context, db, { alertId, operator: memberOf(call) });
    return {};
  },
  assign: async ({ alertId, toId }, call) => {
    await assign(db, { alertId, toId, operator: memberOf(call) });
    return {};
  },
  recipients: async () => {
    const { list, operators } = await listRecipients(db, deps);
    const person = await personsOf(
      deps.namesOf,
      db,
      list.flatMap(({ operatorIds }) => operatorIds),
    );
    return {
      list: list.map(({ kind, operatorIds, robotLabel, hours, version }) => ({
        kind,
        operators: operatorIds.map(person),
        hours,
        version,
        ...(robotLabel === null ? {} : { robot: robotLabel }),
      })),
      operators: operators.map((one) => ({
        id: one.memberId,
        name: one.name,
        kinds: readableAlerts(one),
      })),
      robotHosts: [...deps.robots.hosts],
    };
  },
  setRecipients: async ({ reason: _reason, ...change }, call) => {
    await setRecipients(context, db, deps, { ...change, actor: memberOf(call).memberId });
    return {};
  },
  dead: async ({ topic, cursor, pageSize = PAGE_SIZE }) => {
    const { list, topics, nextCursor } = await deadPage(db, { topic, cursor, pageSize });
    const labels = await memberLabels(
      db,
      list.map(({ memberId }) => memberId),
    );
    return {
      list: list.map(({ id: messageId, memberId, ...message }) => ({
        messageId,
        topic: message.topic,
        attempt: message.attempt,
        lastError: message.lastError,
        createdAt: message.createdAt,
        ...withoutNulls({ memberNo: labels.get(memberId)?.memberNo ?? null }),
      })),
      topics: [...topics],
      ...nextPage(nextCursor),
    };
  },
  resend: async ({ messageId }) => {
    await resendDead(context, db, messageId);
    await deps.wake(db);
    return {};
  },
  resendTopic: async ({ topic }) => {
    const resent = await resendTopic(context, db, topic);
    await deps.wake(db);
    return { resent };
  },
});
