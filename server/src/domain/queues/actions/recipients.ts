/** Who is notified of which kind of alert, as operators read and change it. */
import type { AlertKind } from "../../../platform/alerts.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { alertKinds, mayReadAlerts } from "../model.ts";
import type { AlertDeps, NamedOperator } from "../port.ts";
import { robotAddress, robotLabel } from "../robot-address.ts";
import {
  type AlertHours,
  type AlertRecipients,
  findRecipients,
  readRecipients,
  storeRecipients,
} from "../store/recipients.ts";

/** The sealed address of a kind's robot belongs to this kind only. */
export const robotSealContext = (kind: AlertKind): string => `alert:robot:${kind}`;

export type ListedRecipients = Pick<
  AlertRecipients,
  "kind" | "operatorIds" | "robotLabel" | "hours" | "version"
>;

/** Returns one entry for every kind; a kind without recipients has version 0. */
export async function listRecipients(
  db: Db,
  { operators }: Pick<AlertDeps, "operators">,
): Promise<{
  readonly list: readonly ListedRecipients[];
  readonly operators: readonly NamedOperator[];
}> {
  const [stored, active] = await Promise.all([readRecipients(db), operators.activeOperators(db)]);
  const unset = { operatorIds: [], robotLabel: null, hours: "always", version: 0 } as const;
  const list = alertKinds.map(
    (kind) => stored.find((one) => one.kind === kind) ?? { kind, ...unset },
  );
  return { list, operators: active };
}

export type RecipientChange = {
  readonly kind: AlertKind;
  /** Operators who may read this kind of alert. */
  readonly operators: readonly string[];
  /** False removes the robot. */
  readonly hasRobot: boolean;
  /** A new address; without one the robot keeps its own. */
  readonly robotUrl?: string | undefined;
  readonly hours: AlertHours;
  /** The version that was shown; 0 for none. */
  readonly sinceVersion: number;
  /** The operator who makes the change. */
  readonly actor: string;
};

type Robot = Pick<AlertRecipients, "robotSealed" | "robotLabel">;

function robotOf(
  context: Context,
  { robots }: Pick<AlertDeps, "robots">,
  { kind, hasRobot, robotUrl }: RecipientChange,
  stored: Robot | undefined,
): Robot {
  if (!hasRobot) return { robotSealed: null, robotLabel: null };
  if (robotUrl === undefined) {
    if (stored?.robotSealed) return stored;
    throw new Refusal("INPUT_INVALID", { field: "robotUrl", text: "请填写机器人的地址" });
  }
  const url = robotAddress(robotUrl, robots.hosts);
  const robotSealed = context.secrets.seal(url.href, robotSealContext(kind));
  return { robotSealed, robotLabel: robotLabel(url) };
}

async function requireReaders(
  tx: Tx,
  { operators }: Pick<AlertDeps, "operators">,
  { kind, operators: wanted }: RecipientChange,
): Promise<void> {
  if (wanted.length === 0) return;
  const active = await operators.activeOperators(tx, wanted);
  const readers = new Set(
    active.filter((one) => mayReadAlerts(one, kind)).map(({ memberId }) => memberId),
  );
  if (wanted.every((id) => readers.has(id))) return;
  const text = "只能选看得到这类提醒、且未停用的同事";
  throw new Refusal("INPUT_INVALID", { field: "operators", text });
}

/**
 * Sets who is notified of a kind. Refuses STATE_CHANGED when it was changed since `sinceVersion`,
 * and INPUT_INVALID for an operator who may not read the kind, and for a robot's address that is
 * missing or whose host is not allowed.
 */
export const setRecipients = (
  context: Context,
  db: Db,
  deps: Pick<AlertDeps, "operators" | "robots">,
  change: RecipientChange,
): Promise<void> =>
  transaction(db, async (tx) => {
    await requireReaders(tx, deps, change);
    const { kind, hours, sinceVersion, actor: changedBy } = change;
    const robot = robotOf(context, deps, change, await findRecipients(tx, kind));
    const operatorIds = [...new Set(change.operators)];
    const { robotSealed, robotLabel: label } = robot;
    const set = { kind, operatorIds, robotSealed, robotLabel: label, hours, changedBy, version: 0 };
    const isStored = await storeRecipients(tx, set, { sinceVersion, now: context.clock.sql() });
    if (!isStored) throw new Refusal("STATE_CHANGED");
  });
