/** 充值套餐: what members can top up, and with which bonus. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorWallet.packages>;
/** 充 ¥100.00 送 ¥5.00, as members see it. */
const nameOf = ({ amountFen = 0, bonusFen = 0 }: Partial<Row>): string =>
  `充 ${moneyText(amountFen)}${bonusFen > 0 ? ` 送 ${moneyText(bonusFen)}` : ""}`;

const of = columnsOf<Row>();
const columns = [
  of.custom("package", "套餐", (row) => <TwoLines first={nameOf(row)} second={row.packageId} />),
  of.money("amountFen", "充值"),
  of.money("bonusFen", "赠送"),
  of.custom(
    "cost",
    "赠送比例",
    ({ amountFen, bonusFen }) => `${((bonusFen / Math.max(1, amountFen)) * 100).toFixed(1)}%`,
    { align: "right" },
  ),
  of.custom("chosen", "默认选中", ({ isChosen }) => (isChosen ? "是" : "—")),
  of.custom("state", "状态", ({ isOn }) =>
    isOn ? <StateTag tone="ok">在售</StateTag> : <StateTag tone="sand">已下架</StateTag>,
  ),
  of.count("sort", "排序", { from: 1200 }),
];

export default function TopUpPackagesPage() {
  const [edited, setEdited] = useState<Partial<Row> | undefined>(undefined);
  const isNew = edited?.packageId === undefined;
  return (
    <FixedPage>
      <PageHead
        title="充值套餐"
        text="赠送必须少于充值金额；已开始的充值按原条件"
        actions={
          <Button look="solid" icon={<Plus />} onClick={() => setEdited({ isOn: true })}>
            新增套餐
          </Button>
        }
      />
      <ResourceTable
        title="充值套餐"
        query={() => apiQuery(api.operatorWallet.packages, {})}
        columns={columns}
        rowKey={({ packageId }) => packageId}
        onOpen={setEdited}
        empty={{ title: "还没有充值套餐", text: "没有套餐时，会员只能填金额充值，没有赠送。" }}
      />
      {edited && (
        <DrawerForm
          title={isNew ? "新增充值套餐" : `修改「${nameOf(edited)}」`}
          op={api.operatorWallet.setPackage}
          fixed={edited.packageId === undefined ? {} : { packageId: edited.packageId }}
          initial={{ isOn: false, isChosen: false, sort: 0, ...edited }}
          toInput={(values) => ({
            ...values,
            isOn: values["isOn"] === true,
            isChosen: values["isChosen"] === true,
          })}
          fields={[
            ...(isNew
              ? [
                  {
                    kind: "text",
                    name: "packageId",
                    label: "编号",
                    placeholder: "pack-100",
                    help: "小写字母、数字和连字符，创建后不能改",
                  } as const,
                ]
              : []),
            { kind: "money", name: "amountFen", label: "充值金额" },
            { kind: "money", name: "bonusFen", label: "赠送金额" },
            { kind: "switch", name: "isOn", label: "在售", isRequired: false },
            { kind: "switch", name: "isChosen", label: "默认选中", isRequired: false },
            { kind: "number", name: "sort", label: "排序", help: "小的在前" },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </FixedPage>
  );
}
