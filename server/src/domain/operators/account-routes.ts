/** Maps the operations on operators and roles to their actions. */
import { operatorPermissions } from "@yunjing/contract/permissions";
import type { OperatorAccount } from "@yunjing/contract/schemas/operators/accounts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Authenticator } from "../members/actions.ts";
import {
  disableOperator,
  endOperatorSessions,
  proposeAccess,
  proposeInvite,
  proposeRole,
  proposeRoles,
} from "./actions/grants.ts";
import { listOperators, listRoles, waitingGrants } from "./actions/read.ts";

export const operatorAccountRoutes = (
  context: Context,
  db: Db,
  { authenticator }: { readonly authenticator: Authenticator },
): Handlers<"operatorAccounts"> => ({
  list: async ({ state, role }) => {
    const isWanted = (account: OperatorAccount): boolean =>
      (state === undefined || account.state === state) &&
      (role === undefined || account.roles.some(({ roleId }) => roleId === role));
    return { list: (await listOperators(context, db)).filter(isWanted) };
  },
  one: async ({ operatorId }) => {
    const [account] = await listOperators(context, db, operatorId);
    if (!account) throw new Refusal("NOT_FOUND");
    const held = new Set(account.roles.map(({ roleId }) => roleId));
    const roles = (await listRoles(context, db)).filter(({ roleId }) => held.has(roleId));
    const permissions = [...new Set(roles.flatMap((role) => role.permissions))].toSorted();
    return { ...account, permissions, waiting: await waitingGrants(context, db, operatorId) };
  },
  roles: async () => ({
    list: await listRoles(context, db),
    permissions: [...operatorPermissions],
  }),
  invite: async (wanted, call) => ({
    approvalId: await proposeInvite(context, db, { ...wanted, maker: memberOf(call).memberId }),
  }),
  setRoles: async ({ operatorId: memberId, roles, reason }, call) => {
    const { memberId: maker } = memberOf(call);
    return { approvalId: await proposeRoles(context, db, { memberId, roles, reason, maker }) };
  },
  enable: async ({ operatorId: memberId, reason }, call) => {
    const wanted = { act: "enable", memberId, reason, maker: memberOf(call).memberId } as const;
    return { approvalId: await proposeAccess(context, db, wanted) };
  },
  resetTotp: async ({ operatorId: memberId, reason }, call) => {
    const wanted = { act: "resetTotp", memberId, reason, maker: memberOf(call).memberId } as const;
    return { approvalId: await proposeAccess(context, db, wanted) };
  },
  disable: async ({ operatorId: memberId }, call) => {
    await disableOperator(context, db, { memberId, actor: memberOf(call).memberId });
    authenticator.invalidate(memberId);
    return {};
  },
  endSessions: async ({ operatorId: memberId }) => {
    await endOperatorSessions(context, db, memberId);
    authenticator.invalidate(memberId);
    return {};
  },
  setRole: async (wanted, call) => {
    const known = (await listRoles(context, db)).find(({ roleId }) => roleId === wanted.roleId);
    call.noteChange?.({
      object: wanted.name,
      before: { permissions: known?.permissions ?? [] },
      after: { permissions: wanted.permissions },
    });
    const { memberId: maker } = memberOf(call);
    return { approvalId: await proposeRole(context, db, { ...wanted, maker }) };
  },
});
