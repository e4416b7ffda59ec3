/** Form that proposes a new role with its permissions; another administrator decides. */
import { api } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { permissionGroups } from "./permission-labels.ts";

const choices = Object.entries(permissionGroups).flatMap(([group, labels]) =>
  Object.entries(labels).map(([permission, label]) => [permission, label, group] as const),
);

export function NewRole({ onClose }: { readonly onClose: () => void }) {
  return (
    <DrawerForm
      title="新建角色"
      op={api.operatorAccounts.setRole}
      fixed={{ sinceVersion: 0 }}
      fields={[
        { kind: "text", name: "name", label: "名称", placeholder: "例如 仓管" },
        {
          kind: "text",
          name: "roleId",
          label: "编码",
          help: "小写字母开头，可用小写字母、数字、- 和 _；定了不能改，例如 warehouse",
        },
        { kind: "many", name: "permissions", label: "权限", choices },
        { kind: "area", name: "reason", label: "申请原因", help: "另一位管理员同意后才有这个角色" },
      ]}
      submit="提交审批"
      done="已提交，等另一位管理员同意"
      onClose={onClose}
    />
  );
}
