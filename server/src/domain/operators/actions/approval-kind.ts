/** Grants of rights as the approvals inbox shows them. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { storedKind } from "../../approvals/actions.ts";
import { findOperator, readRoles } from "../store/accounts.ts";
import { GRANT_KIND, type Grant, grantHandler, grantOf } from "./grants.ts";

const NONE = "—";
const titles = {
  invite: "邀请运营",
  roles: "改角色",
  enable: "恢复账号",
  resetTotp: "重置验证器",
  role: "改角色的权限",
} as const satisfies Record<Grant["act"], string>;

const nameOfOperator = async (db: Db | Tx, memberId: string): Promise<string> =>
  (await findOperator(db, memberId))?.name ?? memberId;

const subjectOf = async (db: Db | Tx, grant: Grant): Promise<string> => {
  if (grant.act === "role" || grant.act === "invite") return grant.name;
  return nameOfOperator(db, grant.memberId);
};

/** Returns the comparison that the checker reads. */
async function changesOf(db: Db | Tx, grant: Grant) {
  const roles = await readRoles(db);
  const namesOf = (ids: readonly string[]): string =>
    ids.map((id) => roles.find(({ roleId }) => roleId === id)?.name ?? id).join("、") || NONE;
  switch (grant.act) {
    case "invite":
      return [{ field: "角色", before: NONE, after: namesOf(grant.roles) }];
    case "roles":
      return [{ field: "角色", before: namesOf(grant.before), after: namesOf(grant.roles) }];
    case "enable":
      return [{ field: "状态", before: "已停用", after: "在职" }];
    case "resetTotp":
      return [{ field: "验证器", before: "已绑定", after: "未绑定" }];
    case "role": {
      const before = roles.find(({ roleId }) => roleId === grant.roleId);
      const had = before?.permissions ?? [];
      const isChange = (one: string) => had.includes(one) !== grant.permissions.includes(one);
      const changed = [...new Set([...had, ...grant.permissions])].filter(isChange);
      return [
        { field: "名称", before: before?.name ?? NONE, after: grant.name },
        ...changed.map((permission) => ({
          field: permission,
          before: had.includes(permission) ? "有" : "没有",
          after: grant.permissions.includes(permission) ? "有" : "没有",
        })),
      ];
    }
  }
}

export const grantApprovals = storedKind({
  kind: GRANT_KIND,
  permissions: ["operators:manage"],
  handler: grantHandler,
  headlines: (_context, db, approvals) =>
    Promise.all(
      approvals.map(async (approval) => {
        const grant = grantOf(approval);
        const subject = await subjectOf(db, grant);
        return { title: `${titles[grant.act]}「${subject}」`, subject, amountFen: null };
      }),
    ),
  detail: async (_context, db, approval) => ({
    changes: await changesOf(db, grantOf(approval)),
    postings: [],
    checks: [],
  }),
});
