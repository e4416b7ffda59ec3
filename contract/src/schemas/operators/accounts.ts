/** Operators, roles and grants as administrators see them. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorAccounts as routes } from "../../routes/operators/accounts.ts";
import { Instant, Nothing, Phone, Version } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";

const RoleId = Type.String({ pattern: "^[a-z][a-z0-9_-]{1,39}$" });
const RoleIds = Type.Array(RoleId, { maxItems: 20, uniqueItems: true });
const Permission = Type.String({ pattern: "^[a-z]{2,20}:[a-z]{2,20}$" });
const OperatorName = Type.String({ minLength: 1, maxLength: 20 });
const OfOperator = { operatorId: Uuid };
const Proposed = Type.Object({
  approvalId: Type.String({ description: "of the proposal that another administrator decides" }),
});

/** `state`: `pending` until the authenticator is enrolled. */
export const OperatorAccount = Type.Object({
  operatorId: Type.String(),
  name: Type.String(),
  phone: Type.String({ description: "masked" }),
  state: Type.Union([Type.Literal("active"), Type.Literal("pending"), Type.Literal("disabled")]),
  roles: Type.Array(Type.Object({ roleId: Type.String(), name: Type.String() })),
  isEnrolled: Type.Boolean({ description: "has an authenticator" }),
  /** Open sessions at the console. */
  sessions: Type.Integer(),
  lastAt: Type.Optional(Instant),
});
export type OperatorAccount = Static<typeof OperatorAccount>;

const Role = Type.Object({
  roleId: Type.String(),
  name: Type.String(),
  version: Version,
  permissions: Type.Array(Type.String()),
  holders: Type.Integer(),
  /** A change that waits for another administrator. */
  waiting: Type.Optional(
    Type.Object({
      approvalId: Type.String(),
      permissions: Type.Array(Type.String()),
      expiresAt: Instant,
    }),
  ),
});

export const operatorAccounts = shapesOf<typeof routes>()({
  list: {
    summary: "The operators with their roles, second factor, sessions and last use",
    input: Type.Object({
      state: Type.Optional(OperatorAccount.properties.state),
      role: Type.Optional(RoleId),
    }),
    output: Type.Object({ list: Type.Array(OperatorAccount) }),
    refusals: [],
  },
  one: {
    summary: "One operator, with the permissions that the roles give",
    input: Type.Object(OfOperator),
    output: Type.Object({
      ...OperatorAccount.properties,
      permissions: Type.Array(Type.String()),
      /** The grants to this operator that wait for another administrator. */
      waiting: Type.Array(Type.Object({ approvalId: Type.String(), expiresAt: Instant })),
    }),
    refusals: [],
  },
  roles: {
    summary: "The roles with their permissions and proposed changes, and every permission",
    input: Nothing,
    output: Type.Object({ list: Type.Array(Role), permissions: Type.Array(Type.String()) }),
    refusals: [],
  },
  invite: {
    summary: "Propose that the holder of a phone becomes an operator with these roles",
    input: Type.Object({ phone: Phone, name: OperatorName, roles: RoleIds, reason: Reason }),
    output: Proposed,
    refusals: ["OWN_ACCOUNT", "STATE_CHANGED"],
  },
  setRoles: {
    summary: "Propose other roles for an operator",
    input: Type.Object({ ...OfOperator, roles: RoleIds, reason: Reason }),
    output: Proposed,
    refusals: ["OWN_ACCOUNT"],
  },
  enable: {
    summary: "Propose to enable a disabled operator",
    input: Type.Object({ ...OfOperator, reason: Reason }),
    output: Proposed,
    refusals: ["OWN_ACCOUNT", "STATE_CHANGED"],
  },
  resetTotp: {
    summary: "Propose to reset an operator's authenticator; the approval ends all sessions",
    input: Type.Object({ ...OfOperator, reason: Reason }),
    output: Proposed,
    refusals: ["OWN_ACCOUNT", "STATE_CHANGED"],
  },
  disable: {
    summary: "Disable an operator at once; all sessions end",
    input: Type.Object({ ...OfOperator, reason: Reason }),
    output: Nothing,
    refusals: ["OWN_ACCOUNT", "STATE_CHANGED"],
  },
  endSessions: {
    summary: "End all sessions of an operator at once",
    input: Type.Object({ ...OfOperator, reason: Reason }),
    output: Nothing,
    refusals: [],
  },
  setRole: {
    summary: "Propose a new role (version 0), or another name or permissions for one",
    input: Type.Object({
      roleId: RoleId,
      name: OperatorName,
      permissions: Type.Array(Permission, { maxItems: 200, uniqueItems: true }),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Proposed,
    refusals: ["OWN_ACCOUNT", "STATE_CHANGED"],
  },
});
