/** The panel of one operator: roles, permissions, sessions, and the changes of access. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { permissionLabel } from "./permission-labels.ts";

type Choices = readonly (readonly [value: string, label: string])[];
const SECOND = "另一位管理员同意后生效";
const states = {
  active: ["ok", "在职"],
  pending: ["warn", "待激活"],
  disabled: ["outline", "已停用"],
} as const;

export function OperatorPanel(props: {
  readonly operatorId: string;
  readonly choices: Choices;
  readonly close: () => void;
}) {
  const { operatorId, choices, close } = props;
  const query = useQuery(apiQuery(api.operatorAccounts.one, { operatorId }));
  if (query.isPending)
    return (
      <Panel title="运营" onClose={close}>
        <Skeleton />
      </Panel>
    );
  if (query.isError)
    return (
      <Panel title="运营" onClose={close}>
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    );
  const { name, phone, state, roles, isEnrolled, sessions, permissions, waiting } = query.data;
  const [tone, label] = states[state];
  const input = { operatorId };
  const changeRoles = () =>
    askReason({
      op: api.operatorAccounts.setRoles,
      input,
      title: `改「${name}」的角色`,
      effect: [`现在：${roles.map((role) => role.name).join("、") || "没有角色"}`, SECOND],
      fields: [{ kind: "many", name: "roles", label: "角色", choices }],
      confirm: "提交审批",
      done: "已提交，等另一位管理员同意",
    });
  const reset = () =>
    askReason({
      op: api.operatorAccounts.resetTotp,
      input,
      title: `重置「${name}」的验证器`,
      effect: ["恢复码一并作废，所有登录退出", "下次登录重新绑定验证器", SECOND],
      confirm: "提交审批",
      done: "已提交，等另一位管理员同意",
    });
  const enable = () =>
    askReason({
      op: api.operatorAccounts.enable,
      input,
      title: `恢复「${name}」`,
      effect: ["恢复停用前的角色", SECOND],
      confirm: "提交审批",
      done: "已提交，等另一位管理员同意",
    });
  const disable = () =>
    askReason({
      op: api.operatorAccounts.disable,
      input,
      title: `停用「${name}」`,
      effect: ["立即生效，不需第二人", `${sessions} 个登录立即退出`, "恢复需要两位管理员"],
      confirm: "停用",
      look: "danger",
      done: "已停用",
    });
  const endSessions = () =>
    askReason({
      op: api.operatorAccounts.endSessions,
      input,
      title: `退出「${name}」的所有登录`,
      effect: [`${sessions} 个登录立即退出`, "可以重新登录"],
      confirm: "全部下线",
      look: "danger",
      done: "已全部下线",
    });
  return (
    <Panel
      title={name}
      tags={<StateTag tone={tone}>{label}</StateTag>}
      text={phone}
      onClose={close}
      foot={
        state === "disabled" ? (
          <Button look="solid" onClick={() => void enable()}>
            恢复账号
          </Button>
        ) : (
          <>
            <Button look="danger" onClick={() => void disable()}>
              停用
            </Button>
            <Button onClick={() => void endSessions()}>全部下线</Button>
            {isEnrolled && <Button onClick={() => void reset()}>重置验证器</Button>}
            <Button look="solid" onClick={() => void changeRoles()}>
              改角色
            </Button>
          </>
        )
      }
    >
      {waiting.map(({ approvalId }) => (
        <ApprovalCard key={approvalId} kind="operator_grant" no={approvalId} />
      ))}
      <Section title="概况">
        <Facts
          rows={[
            ["角色", roles.map((role) => role.name).join("、") || "—"],
            ["二次验证", isEnrolled ? "已绑定验证器" : "未绑定"],
            ["登录中", `${sessions} 个`],
          ]}
        />
      </Section>
      <Section title="能做什么" aside={`${permissions.length} 项`}>
        <Facts rows={permissions.map((permission) => [permissionLabel(permission), permission])} />
      </Section>
    </Panel>
  );
}
