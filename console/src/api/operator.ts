/** The operator who is logged in, and what they may do. */
import type { operatorPermissions } from "@yunjing/contract/permissions";
import type { api, OutputOf } from "./client.ts";

export type Operator = OutputOf<typeof api.operatorPassport.me>;
export type OperatorPermission = (typeof operatorPermissions)[number];

let current: Operator | undefined;

/** Sets the operator after `operatorPassport.me`; undefined after a logout. */
export function setOperator(operator: Operator | undefined): void {
  current = operator;
}

/** Returns the operator of this tab; undefined before the first answer. */
export const currentOperator = (): Operator | undefined => current;

/** Returns true when the operator has at least one of the permissions. */
export function may(...permissions: readonly OperatorPermission[]): boolean {
  if (!current) return false;
  const { roles, permissions: granted } = current;
  return roles.includes("admin") || permissions.some((permission) => granted.includes(permission));
}
