/**
 * Notifies operators and robots of alerts. A job claims each alert once and writes a message to the
 * outbox for every recipient; the handlers send them, and the outbox repeats what fails.
 */
import type { AlertKind } from "../../../platform/alerts.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { enqueueMessage, type OutboxHandlers } from "../../../platform/jobs/outbox.ts";
import { invariant } from "../../../platform/refusal.ts";
import { phoneOf } from "../../members/actions.ts";
import { alertText, dayBegins, mayReadAlerts } from "../model.ts";
import type { AlertDeps } from "../port.ts";
import {
  type AlertRecipients,
  claimUnsent,
  findOpenAlert,
  findRecipients,
  type UnsentAlert,
  unsentAlerts,
} from "../store/recipients.ts";
import { robotSealContext } from "./recipients.ts";

const ALERTS_MAX = 200;
const SMS_TOPIC = "alert.sms";
const ROBOT_TOPIC = "alert.robot";

async function enqueueFor(
  context: Context,
  tx: Tx,
  { alertId, kind }: UnsentAlert,
  recipients: AlertRecipients,
): Promise<void> {
  const dueAt = recipients.hours === "day" ? dayBegins(context.clock.now()) : undefined;
  const enqueue = (memberId: string, topic: string) =>
    enqueueMessage(context, tx, {
      memberId,
      // One recipient who cannot be reached delays no other.
      aggregateId: context.ids.next(),
      topic,
      payload: { alertId, kind },
      ...(dueAt && { dueAt }),
    });
  for (const operatorId of recipients.operatorIds) await enqueue(operatorId, SMS_TOPIC);
  if (recipients.robotSealed) await enqueue(recipients.changedBy, ROBOT_TOPIC);
}

/** Hands alerts to the outbox, each once, for those who are recipients now; returns how many. */
export async function notifyOfAlerts(context: Context, db: Db): Promise<number> {
  const unsent = await unsentAlerts(db, ALERTS_MAX);
  for (const alert of unsent) {
    await transaction(db, async (tx) => {
      if (!(await claimUnsent(tx, alert.alertId, context.clock.sql()))) return;
      const recipients = await findRecipients(tx, alert.kind);
      if (recipients) await enqueueFor(context, tx, alert, recipients);
    });
  }
  return unsent.length;
}

type Named = { readonly alertId: string; readonly kind: AlertKind };

function alertOf({ alertId, kind }: Readonly<Record<string, unknown>>): Named {
  invariant(typeof alertId === "string", "a notification names its alert");
  invariant(typeof kind === "string", "a notification names the kind of its alert");
  return { alertId, kind: kind as AlertKind };
}

/** An operator who was disabled, or may not read the kind any more, is not notified. */
async function sendSms(
  context: Context,
  db: Db,
  { operators, sms }: AlertDeps,
  { alertId, kind, operatorId }: Named & { readonly operatorId: string },
): Promise<void> {
  const alert = await findOpenAlert(db, alertId);
  const [operator] = await operators.activeOperators(db, [operatorId]);
  if (!alert || !operator || !mayReadAlerts(operator, kind)) return;
  const phone = await phoneOf(context, db, operatorId);
  if (phone === undefined) return;
  const text = `【云鲸权益】${alertText(alert)}`;
  await sms.send({ phone, text, dedupeKey: `${alertId}:${operatorId}` });
}

async function sendToRobot(
  context: Context,
  db: Db,
  { robots }: AlertDeps,
  { alertId, kind }: Named,
): Promise<void> {
  const alert = await findOpenAlert(db, alertId);
  const robotSealed = (await findRecipients(db, kind))?.robotSealed;
  if (!alert || !robotSealed) return;
  const url = context.secrets.open(robotSealed, robotSealContext(kind));
  await robots.send({ url, text: alertText(alert), key: `${alertId}:robot` });
}

/** Handlers of the outbox; an alert that was acknowledged by then is not sent. */
export const alertHandlers = (context: Context, db: Db, deps: AlertDeps): OutboxHandlers => ({
  [SMS_TOPIC]: ({ memberId, payload }) =>
    sendSms(context, db, deps, { ...alertOf(payload), operatorId: memberId }),
  [ROBOT_TOPIC]: ({ payload }) => sendToRobot(context, db, deps, alertOf(payload)),
});
