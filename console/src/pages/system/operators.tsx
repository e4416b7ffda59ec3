/** 运营与角色: the people with roles and second factor, and the matrix of roles and permissions. */
import { ShieldPlus, UserPlus } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { Gate } from "../../parts/gate.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { NewRole } from "./new-role.tsx";
import { OperatorPanel } from "./operator-panel.tsx";
import styles from "./operators.module.css";
import { RoleMatrix } from "./role-matrix.tsx";

type Row = Item<typeof api.operatorAccounts.list>;
const SPEC = { state: oneOf("pending", "disabled"), open: text() };

const of = columnsOf<Row>();
const columns = [
  of.person("name", "运营", ({ name, phone }) => ({ name, second: phone })),
  of.custom("roles", "角色", ({ roles }) => roles.map(({ name }) => name).join("、") || "—"),
  of.custom("isEnrolled", "二次验证", ({ isEnrolled }) =>
    isEnrolled ? <StateTag tone="ok">验证器</StateTag> : <StateTag tone="bad">未绑定</StateTag>,
  ),
  of.instant("lastAt", "上次活动"),
];

const tabs = [
  { id: "active", label: "在职" },
  { id: "pending", label: "待激活" },
  { id: "disabled", label: "已停用" },
] as const;

export default function OperatorsPage() {
  const [{ state = "active", open }, setSearch] = useSearchState(SPEC);
  const [isInviting, setInviting] = useState(false);
  const [isAddingRole, setAddingRole] = useState(false);
  const roles = useQuery(apiQuery(api.operatorAccounts.roles, {}));
  const choices = (roles.data?.list ?? []).map(({ roleId, name }) => [roleId, name] as const);
  const invite = () => {
    // Another administrator may have approved a new role meanwhile.
    void roles.refetch();
    setInviting(true);
  };
  return (
    <>
      <PageHead
        title="运营与角色"
        text="一个权限对应一类操作；同一件事提与批必须两人；改授权要另一位管理员同意"
        actions={
          <Gate may="operators:manage">
            <Button icon={<ShieldPlus />} onClick={() => setAddingRole(true)}>
              新建角色
            </Button>
            <Button look="solid" icon={<UserPlus />} onClick={invite}>
              邀请运营
            </Button>
          </Gate>
        }
      />
      <div className={styles.columns} data-open={open !== undefined || undefined}>
        <ResourceTable
          title="运营"
          query={() => apiQuery(api.operatorAccounts.list, { state })}
          columns={columns}
          rowKey={({ operatorId }) => operatorId}
          views={
            <Tabs
              label="状态"
              tabs={tabs}
              value={state}
              onChange={(id) =>
                setSearch({ state: id === "active" ? undefined : id, open: undefined })
              }
            />
          }
          panel={(key, _row, close) => (
            <OperatorPanel operatorId={key} choices={choices} close={close} />
          )}
          empty={{ title: "没有这样的运营", text: "邀请运营后，由另一位管理员同意才能登录。" }}
          footText={() => "30 分钟无操作即退出，最长 8 小时"}
        />
        <RoleMatrix />
      </div>
      {isAddingRole && <NewRole onClose={() => setAddingRole(false)} />}
      {isInviting && (
        <DrawerForm
          title="邀请运营"
          op={api.operatorAccounts.invite}
          fields={[
            { kind: "text", name: "phone", label: "手机号", isRequired: true },
            { kind: "text", name: "name", label: "姓名", isRequired: true },
            { kind: "many", name: "roles", label: "角色", choices },
            {
              kind: "area",
              name: "reason",
              label: "申请原因",
              isRequired: true,
              help: "另一位管理员同意后生效",
            },
          ]}
          submit="提交审批"
          done="已提交，等另一位管理员同意"
          onClose={() => setInviting(false)}
        />
      )}
    </>
  );
}
