/** Reads operators and roles for the console. */
import type { OperatorAccount } from "@yunjing/contract/schemas/operators/accounts";
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { openApprovalsOf } from "../../approvals/actions.ts";
import { findOperator, readOperatorNames, readOperators, readRoles } from "../store/accounts.ts";
import { readAuthenticators } from "../store/authenticators.ts";
import { STEP_MS, totpCode } from "../totp.ts";
import { GRANT_KIND, grantOf } from "./grants.ts";
import { totpSealContext } from "./second-factor.ts";

/** Returns the name of an operator and of the roles; undefined for a member who is none. */
export async function accountOfOperator(
  db: Db,
  memberId: string,
): Promise<{ readonly name: string; readonly roles: readonly string[] } | undefined> {
  const operator = await findOperator(db, memberId);
  if (!operator) return undefined;
  const names = new Map((await readRoles(db)).map(({ roleId, name }) => [roleId, name]));
  return { name: operator.name, roles: operator.roleIds.map((id) => names.get(id) ?? id) };
}

/** Returns a function that names operators; one statement reads all names. */
export async function operatorNames(
  db: Db,
  memberIds: readonly string[],
): Promise<(memberId: string) => string> {
  if (memberIds.length === 0) return () => "";
  const names = await readOperatorNames(db, memberIds);
  return (memberId) => names.get(memberId) ?? "";
}

type Person = { readonly id: string; readonly name: string };

/**
 * Names the persons in these fields of a list as operators; one statement reads all names. A person
 * who is no operator keeps the name from before.
 */
export async function withOperatorNames<
  Field extends string,
  Row extends { readonly [F in Field]?: Person },
>(db: Db, rows: readonly Row[], fields: readonly Field[]): Promise<Row[]> {
  const idsOf = (row: Row) => fields.flatMap((field) => row[field]?.id ?? []);
  const nameOf = await operatorNames(db, [...new Set(rows.flatMap(idsOf))]);
  return rows.map((row) => {
    const named = fields.flatMap((field): [string, Person][] => {
      const person = row[field];
      return person ? [[field, { ...person, name: nameOf(person.id) || person.name }]] : [];
    });
    return { ...row, ...Object.fromEntries(named) };
  });
}

/** `nextCode` is the code of the next 30 seconds, which is accepted now too. */
export type ShownAuthenticator = {
  readonly name: string;
  /** Masked. */
  readonly phone: string;
  readonly code: string;
  readonly nextCode: string;
  readonly secondsLeft: number;
};

/**
 * Returns what every operator's authenticator shows now. Only the sandbox may call it: its operators
 * have no authenticator of their own.
 */
export async function shownAuthenticators(context: Context, db: Db): Promise<ShownAuthenticator[]> {
  const now = context.clock.now().getTime();
  const secondsLeft = Math.ceil((STEP_MS - (now % STEP_MS)) / 1_000);
  return (await readAuthenticators(db)).map(({ memberId, name, phone, secretSealed }) => {
    const secret = context.secrets.open(secretSealed, totpSealContext(memberId));
    const code = totpCode(secret, now);
    return { name, phone, code, nextCode: totpCode(secret, now + STEP_MS), secondsLeft };
  });
}

/** Returns the operators of the console, or one of them. Instants in ms. */
export async function listOperators(
  context: Context,
  db: Db,
  memberId?: string,
): Promise<OperatorAccount[]> {
  const { settings, clock } = context;
  const reading = { idleMs: settings.consoleIdleMs, now: clock.sql() };
  const [rows, roles] = await Promise.all([
    readOperators(db, memberId === undefined ? reading : { ...reading, memberId }),
    readRoles(db),
  ]);
  const names = new Map(roles.map(({ roleId, name }) => [roleId, name]));
  return rows.map(({ memberId: operatorId, name, phone, isDisabled, isEnrolled, ...row }) => ({
    operatorId,
    name,
    phone,
    state: isDisabled ? "disabled" : isEnrolled ? "active" : "pending",
    roles: row.roleIds.map((roleId) => ({ roleId, name: names.get(roleId) ?? roleId })),
    isEnrolled,
    sessions: row.sessions,
    ...(row.lastUsedAt === null ? {} : { lastAt: Math.floor(row.lastUsedAt) }),
  }));
}

/** Returns the roles, each with the newest change that waits for another administrator. */
export async function listRoles(
  context: Context,
  db: Db,
): Promise<Output<"operatorAccounts", "roles">["list"]> {
  const [roles, open] = await Promise.all([
    readRoles(db),
    openApprovalsOf(context, db, { kind: GRANT_KIND }),
  ]);
  return roles.map(({ roleId, name, version, permissions, holders }) => {
    const proposal = open.findLast(
      ({ subject, state, payload }) =>
        state === "waiting" && payload["act"] === "role" && subject === roleId,
    );
    const grant = proposal && grantOf(proposal);
    return {
      roleId,
      name,
      version,
      permissions: [...permissions],
      holders: holders.length,
      ...(proposal && grant?.act === "role"
        ? {
            waiting: {
              approvalId: proposal.id,
              permissions: [...grant.permissions],
              expiresAt: proposal.expiresAt,
            },
          }
        : {}),
    };
  });
}

/** Returns the grants to one operator that wait for another administrator, oldest first. */
export async function waitingGrants(
  context: Context,
  db: Db,
  operatorId: string,
): Promise<Output<"operatorAccounts", "one">["waiting"]> {
  const open = await openApprovalsOf(context, db, { kind: GRANT_KIND, subject: operatorId });
  return open
    .filter(({ state }) => state === "waiting")
    .map(({ id, expiresAt }) => ({ approvalId: id, expiresAt }));
}
