/** The matrix of roles and permissions; a change is a proposal that another administrator decides. */
import { CircleCheck, CircleDashed, Circle } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { durationText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { useNow } from "../../parts/use-now.ts";
import styles from "./operators.module.css";
import { bothHands, permissionGroups, permissionLabel } from "./permission-labels.ts";

type Role = Item<typeof api.operatorAccounts.roles>;

/** Proposes to give a role a permission, or to take it away. */
function propose(role: Role, permission: string) {
  const has = role.permissions.includes(permission);
  const permissions = has
    ? role.permissions.filter((one) => one !== permission)
    : [...role.permissions, permission];
  return askReason({
    op: api.operatorAccounts.setRole,
    input: { roleId: role.roleId, name: role.name, permissions, sinceVersion: role.version },
    title: `${has ? "收回" : "给"}「${role.name}」${permissionLabel(permission)}`,
    effect: [`${role.holders} 位运营会受影响`, "另一位管理员同意后生效"],
    confirm: "提交审批",
    done: "已提交，等另一位管理员同意",
  });
}

function Mark({ role, permission }: { readonly role: Role; readonly permission: string }) {
  const has = role.permissions.includes(permission);
  const isProposed =
    role.waiting !== undefined && role.waiting.permissions.includes(permission) !== has;
  const word = isProposed ? "已提议，等另一位管理员" : has ? "有" : "没有";
  return (
    <button
      type="button"
      className={styles.mark}
      data-state={isProposed ? "proposed" : has ? "has" : "none"}
      aria-label={`${role.name}，${permissionLabel(permission)}：${word}`}
      disabled={isProposed}
      onClick={() => void propose(role, permission)}
    >
      {isProposed ? <CircleDashed /> : has ? <CircleCheck /> : <Circle />}
    </button>
  );
}

const hasBothHands = ({ permissions }: Role): boolean =>
  bothHands.some((pair) => pair.every((one) => permissions.includes(one)));

export function RoleMatrix() {
  const query = useQuery(apiQuery(api.operatorAccounts.roles, {}));
  const now = useNow();
  if (query.isPending) return <Skeleton />;
  if (query.isError) return <Failed failure={query.error} />;
  const { list: roles, permissions } = query.data;
  const waiting = roles.flatMap(({ name, waiting: change }) =>
    change ? [{ name, ...change }] : [],
  );
  const known = new Set([...permissions, ...roles.flatMap((role) => role.permissions)]);
  return (
    <Card title="角色能做什么" aside="● 有 ○ 没有 ◌ 已提议，等另一位管理员">
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="角色与权限">
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">权限</th>
              {roles.map((role) => (
                <th key={role.roleId} scope="col">
                  {role.name}
                  {hasBothHands(role) && <small>提、批都有</small>}
                </th>
              ))}
            </tr>
          </thead>
          {Object.entries(permissionGroups).map(([group, rows]) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {group}
                </th>
              </tr>
              {Object.keys(rows)
                .filter((permission) => known.has(permission))
                .map((permission) => (
                  <tr key={permission}>
                    <th scope="row">
                      {permissionLabel(permission)} <code>{permission}</code>
                    </th>
                    {roles.map((role) => (
                      <td key={role.roleId}>
                        <Mark role={role} permission={permission} />
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </div>
      {waiting.map(({ name, approvalId, expiresAt }) => (
        <div key={name} className={styles.waiting}>
          <Notice tone="warn">
            「{name}」的改动等另一位管理员，剩 {durationText(expiresAt - now)}
            。提、批都有的角色会标出，同一件仍须两人。
          </Notice>
          <ApprovalCard kind="operator_grant" no={approvalId} />
        </div>
      ))}
    </Card>
  );
}
