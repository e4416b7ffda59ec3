/** Creates operators and derives a member's permissions from the roles. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { setRights } from "../../members/actions.ts";
import {
  derivedPermissions,
  insertOperator,
  lockOperator,
  replaceRoles,
} from "../store/accounts.ts";
import { confirmAuthenticator, storePendingSecret } from "../store/authenticators.ts";
import { totpSealContext } from "./second-factor.ts";

/** Writes the permissions that the roles of an operator give now to the member. */
export async function applyRoles(tx: Tx, memberId: string): Promise<void> {
  const permissions = await derivedPermissions(tx, memberId);
  await setRights(tx, { memberId, roles: [], permissions });
}

export type NewOperator = {
  readonly memberId: string;
  readonly name: string;
  readonly roleIds: readonly string[];
  /** Permissions that no role gives; undefined keeps those that the member has. */
  readonly ownPermissions?: readonly string[];
  /** Who proposed and who approved; null for the first administrators and the demo. */
  readonly by: { readonly maker: string; readonly checker: string } | null;
};

/** Makes a member an operator with these roles, or replaces the roles of an operator. */
export async function grantRoles(
  context: Context,
  tx: Tx,
  { memberId, name, roleIds, ownPermissions, by }: NewOperator,
): Promise<void> {
  const now = context.clock.sql();
  await insertOperator(tx, { memberId, name, ownPermissions, now });
  await lockOperator(tx, memberId);
  await replaceRoles(tx, { memberId, roleIds, by, now });
  await applyRoles(tx, memberId);
}

/** Enrols a known authenticator without a login: for the demo's operators and for tests. */
export async function enrolDirectly(
  context: Context,
  tx: Tx,
  { memberId, secret }: { readonly memberId: string; readonly secret: string },
): Promise<void> {
  const secretSealed = context.secrets.seal(secret, totpSealContext(memberId));
  if (!(await storePendingSecret(tx, { memberId, secretSealed }))) return;
  const now = context.clock.sql();
  await confirmAuthenticator(tx, { memberId, secretSealed, step: 0, now });
}
