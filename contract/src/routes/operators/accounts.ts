/** Routes of operators, roles and grants. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const permissions = ["operators:manage"] as const;

export const operatorAccounts = routesOf({
  list: { method: "GET", path: "/operators", caller: "operator", permissions },
  one: {
    method: "GET",
    path: "/operators/{operatorId}",
    caller: "operator",
    permissions,
    isReadAudited: true,
  },
  roles: { method: "GET", path: "/roles", caller: "operator", permissions },
  invite: {
    method: "POST",
    path: "/operators/invite",
    caller: "operator",
    permissions,
    stepUp: stepUpOf.grant,
  },
  setRoles: {
    method: "POST",
    path: "/operators/{operatorId}/roles",
    caller: "operator",
    permissions,
    stepUp: stepUpOf.grant,
  },
  enable: {
    method: "POST",
    path: "/operators/{operatorId}/enable",
    caller: "operator",
    permissions,
    stepUp: stepUpOf.grant,
  },
  resetTotp: {
    method: "POST",
    path: "/operators/{operatorId}/reset-totp",
    caller: "operator",
    permissions,
    stepUp: stepUpOf.grant,
  },
  disable: {
    method: "POST",
    path: "/operators/{operatorId}/disable",
    caller: "operator",
    permissions,
  },
  endSessions: {
    method: "POST",
    path: "/operators/{operatorId}/end-sessions",
    caller: "operator",
    permissions,
  },
  setRole: {
    method: "PUT",
    path: "/roles/{roleId}",
    caller: "operator",
    permissions,
    stepUp: stepUpOf.grant,
  },
});
