/**
 * Grants of rights: proposals that a second administrator decides, and ending access, which one
 * person does at once.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import {
  decideApproval,
  type Decision,
  propose,
  refuseOwnAccount,
} from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import { endSessions, findOrCreateMemberByPhone } from "../../members/actions.ts";
import {
  findOperator,
  lockOperator,
  lockRoles,
  type OperatorRow,
  readRoles,
  type RoleRow,
  setDisabled,
  storeRole,
} from "../store/accounts.ts";
import { deleteAuthenticator } from "../store/authenticators.ts";
import { applyRoles, grantRoles } from "./accounts.ts";

export const GRANT_KIND = "operator_grant";

/** What a proposal does on approval. */
export type Grant =
  | {
      readonly act: "invite";
      readonly memberId: string;
      readonly name: string;
      readonly roles: readonly string[];
    }
  | {
      readonly act: "roles";
      readonly memberId: string;
      readonly roles: readonly string[];
      /** The roles that the maker saw; the grant is stale when they have changed. */
      readonly before: readonly string[];
    }
  | { readonly act: "enable" | "resetTotp"; readonly memberId: string }
  | {
      readonly act: "role";
      readonly roleId: string;
      readonly name: string;
      readonly permissions: readonly string[];
      readonly sinceVersion: number;
    };

type By = { readonly maker: string; readonly reason: string };

/** The payload of a proposal of this kind, which only `proposeGrant` writes. */
export const grantOf = ({ payload }: Pick<Approval, "payload">): Grant => payload as Grant;

const proposeGrant = (context: Context, tx: Tx, grant: Grant, by: By): Promise<string> =>
  propose(context, tx, {
    ...by,
    kind: GRANT_KIND,
    subject: grant.act === "role" ? grant.roleId : grant.memberId,
    payload: grant,
    beneficiary: grant.act === "role" ? null : grant.memberId,
  });

async function requireOperator(tx: Tx, memberId: string): Promise<OperatorRow> {
  await lockOperator(tx, memberId);
  const operator = await findOperator(tx, memberId);
  if (!operator) throw new Refusal("NOT_FOUND");
  return operator;
}

async function requireRoles(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const known = new Set((await readRoles(tx)).map(({ roleId }) => roleId));
  if (!roleIds.every((roleId) => known.has(roleId))) throw new Refusal("NOT_FOUND");
}

/**
 * Proposes that a phone's member becomes an operator. Refuses OWN_ACCOUNT for the maker's own phone,
 * NOT_FOUND for an unknown role, and STATE_CHANGED for an operator.
 */
export const proposeInvite = (
  context: Context,
  db: Db,
  wanted: By & { readonly phone: string; readonly name: string; readonly roles: readonly string[] },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { phone, name, roles, ...by } = wanted;
    await requireRoles(tx, roles);
    const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
    refuseOwnAccount(by.maker, memberId);
    if (await findOperator(tx, memberId)) throw new Refusal("STATE_CHANGED");
    return proposeGrant(context, tx, { act: "invite", memberId, name, roles }, by);
  });

/** Proposes other roles for an operator. Refuses OWN_ACCOUNT and NOT_FOUND. */
export const proposeRoles = (
  context: Context,
  db: Db,
  wanted: By & { readonly memberId: string; readonly roles: readonly string[] },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { memberId, roles, ...by } = wanted;
    const { roleIds: before } = await requireOperator(tx, memberId);
    await requireRoles(tx, roles);
    return proposeGrant(context, tx, { act: "roles", memberId, roles, before }, by);
  });

/**
 * Proposes to enable an operator, or to reset an authenticator. Refuses OWN_ACCOUNT, NOT_FOUND, and
 * STATE_CHANGED for an operator who is not disabled or not enrolled.
 */
export const proposeAccess = (
  context: Context,
  db: Db,
  wanted: By & { readonly memberId: string; readonly act: "enable" | "resetTotp" },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { memberId, act, ...by } = wanted;
    refuseOwnAccount(by.maker, memberId);
    const { isDisabled, isEnrolled } = await requireOperator(tx, memberId);
    if (act === "enable" ? !isDisabled : !isEnrolled) throw new Refusal("STATE_CHANGED");
    return proposeGrant(context, tx, { act, memberId }, by);
  });

/** An operator may not add permissions to a role that the same operator holds. Refuses OWN_ACCOUNT. */
function refuseOwnRole(
  role: RoleRow | undefined,
  permissions: readonly string[],
  operatorId: string,
): void {
  if (!role) return;
  const isMore = permissions.some((permission) => !role.permissions.includes(permission));
  if (isMore) refuseOwnAccount(operatorId, ...role.holders);
}

/**
 * Proposes a new role (`sinceVersion` 0) or other permissions for one. Refuses STATE_CHANGED for
 * another version, and OWN_ACCOUNT when the maker holds the role and it gets more permissions.
 */
export const proposeRole = (
  context: Context,
  db: Db,
  wanted: By & Omit<Extract<Grant, { act: "role" }>, "act">,
): Promise<string> =>
  transaction(db, async (tx) => {
    const { maker, reason, ...role } = wanted;
    const known = (await readRoles(tx)).find(({ roleId }) => roleId === role.roleId);
    if ((known?.version ?? 0) !== role.sinceVersion) throw new Refusal("STATE_CHANGED");
    refuseOwnRole(known, role.permissions, maker);
    return proposeGrant(context, tx, { act: "role", ...role }, { maker, reason });
  });

async function applyRole(
  tx: Tx,
  { act: _, ...role }: Extract<Grant, { act: "role" }>,
  checker: string,
): Promise<void> {
  await lockRoles(tx);
  const known = (await readRoles(tx)).find(({ roleId }) => roleId === role.roleId);
  refuseOwnRole(known, role.permissions, checker);
  if (!(await storeRole(tx, role))) throw new Refusal("STATE_CHANGED");
  for (const memberId of known?.holders ?? []) {
    await lockOperator(tx, memberId);
    await applyRoles(tx, memberId);
  }
}

/** Applies a grant in the transaction of its approval. Refuses STATE_CHANGED for a stale one. */
async function applyGrant(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const { maker, checker } = approval;
  invariant(checker !== null, "an approved proposal has a checker");
  const grant = grantOf(approval);
  if (grant.act === "role") return applyRole(tx, grant, checker);
  const { memberId } = grant;
  const by = { maker, checker };
  if (grant.act === "invite") {
    if (await findOperator(tx, memberId)) throw new Refusal("STATE_CHANGED");
    await grantRoles(context, tx, { memberId, name: grant.name, roleIds: grant.roles, by });
    return undefined;
  }
  const operator = await requireOperator(tx, memberId);
  const now = context.clock.sql();
  if (grant.act === "roles") {
    if (operator.roleIds.join() !== grant.before.join()) throw new Refusal("STATE_CHANGED");
    await grantRoles(context, tx, { memberId, name: operator.name, roleIds: grant.roles, by });
  } else if (grant.act === "enable") {
    if (!(await setDisabled(tx, { memberId, isDisabled: false, now }))) {
      throw new Refusal("STATE_CHANGED");
    }
    await applyRoles(tx, memberId);
  } else {
    await deleteAuthenticator(tx, memberId);
    await endSessions(context, tx, { memberId, why: "authenticator reset" });
  }
  return undefined;
}

export const grantHandler: ApprovalHandler = { onApproved: applyGrant };

/** Decides a grant; refuses as `decideApproval` does, and STATE_CHANGED for a stale one. */
export const decideGrant = (context: Context, db: Db, decision: Decision): Promise<void> =>
  decideApproval(context, db, { [GRANT_KIND]: grantHandler }, decision);

/**
 * Disables an operator at once and ends all sessions. Refuses OWN_ACCOUNT, NOT_FOUND and
 * STATE_CHANGED.
 */
export const disableOperator = (
  context: Context,
  db: Db,
  { memberId, actor }: { readonly memberId: string; readonly actor: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    refuseOwnAccount(actor, memberId);
    await requireOperator(tx, memberId);
    if (!(await setDisabled(tx, { memberId, isDisabled: true, now: context.clock.sql() }))) {
      throw new Refusal("STATE_CHANGED");
    }
    await applyRoles(tx, memberId);
    await endSessions(context, tx, { memberId, why: "operator disabled" });
  });

/** Ends all sessions of an operator at once. Refuses NOT_FOUND. */
export const endOperatorSessions = (context: Context, db: Db, memberId: string): Promise<void> =>
  transaction(db, async (tx) => {
    await requireOperator(tx, memberId);
    await endSessions(context, tx, { memberId, why: "ended by an administrator" });
  });
