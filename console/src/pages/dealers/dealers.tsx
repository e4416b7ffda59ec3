/** 经销商: the terms of each dealer, this month's use, and the monthly statement. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel, Section } from "../../parts/panel.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { UsedBar } from "../../parts/table/used-bar.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { DealerStatement } from "./dealer-statement.tsx";

type Row = Item<typeof api.operatorDealers.list>;

const priceOf = ({ priceBp, priceFen }: Row): string => {
  if (priceFen !== undefined) return `每张 ${moneyText(priceFen)}`;
  return priceBp === undefined ? EMPTY : `面值的 ${priceBp / 100}%`;
};

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "经销商", (row) => <TwoLines first={row.name} second={row.memberNo} />),
  of.custom("price", "价格", priceOf),
  of.custom("codes", "本月张数", ({ used, codesMonth }) => (
    <UsedBar
      used={used.codes}
      total={codesMonth}
      text={`${countText(used.codes)} / ${countText(codesMonth)} 张`}
    />
  )),
  of.custom("face", "本月面值", ({ used, faceFenMonth }) => (
    <UsedBar
      used={used.faceFen}
      total={faceFenMonth}
      text={`${moneyText(used.faceFen)} / ${moneyText(faceFenMonth)}`}
    />
  )),
  of.custom("state", "状态", ({ isOn }) =>
    isOn ? <StateTag tone="ok">合作中</StateTag> : <StateTag tone="sand">已停</StateTag>,
  ),
];

const terms: readonly FieldSpec[] = [
  { kind: "text", name: "name", label: "名称" },
  {
    kind: "percent",
    name: "priceBp",
    label: "按面值比例",
    help: "例如 85，每张按面值的 85% 收；与每张价格只填一项",
  },
  { kind: "money", name: "priceFen", label: "每张价格" },
  { kind: "number", name: "codesMonth", label: "每月张数上限", unit: "张" },
  { kind: "money", name: "faceFenMonth", label: "每月面值上限" },
  { kind: "switch", name: "isOn", label: "合作中", isRequired: false },
  { kind: "area", name: "reason", label: "原因" },
];

function DealerPanel({ row, close }: { readonly row: Row; readonly close: () => void }) {
  const { memberId, month } = row;
  const [isEditing, setEditing] = useState(false);
  return (
    <Panel
      title={row.name}
      tags={
        row.isOn ? <StateTag tone="ok">合作中</StateTag> : <StateTag tone="sand">已停</StateTag>
      }
      onClose={close}
      foot={
        <Button look="solid" onClick={() => setEditing(true)}>
          修改条件
        </Button>
      }
    >
      <Section title="条件">
        <Facts
          rows={[
            ["会员", <MemberLink key="member" memberNo={row.memberNo} />],
            ["价格", priceOf(row)],
            ["每月张数上限", `${countText(row.codesMonth)} 张`],
            ["每月面值上限", moneyText(row.faceFenMonth)],
          ]}
        />
      </Section>
      <DealerStatement key={memberId} dealer={row} month={month} />
      {isEditing && (
        <DrawerForm
          title={`修改 ${row.name}`}
          op={api.operatorDealers.set}
          fixed={{ memberId, sinceVersion: row.version }}
          initial={{
            name: row.name,
            priceBp: row.priceBp,
            priceFen: row.priceFen,
            codesMonth: row.codesMonth,
            faceFenMonth: row.faceFenMonth,
            isOn: row.isOn,
          }}
          toInput={(values) => ({ ...values, isOn: values["isOn"] === true })}
          fields={terms}
          onClose={() => setEditing(false)}
        />
      )}
    </Panel>
  );
}

export default function DealersPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <FixedPage>
      <PageHead
        title="经销商"
        text="价格和额度只影响新批次，已生成的批次按原价"
        actions={
          <Button look="solid" icon={<Plus />} onClick={() => setAdding(true)}>
            新增经销商
          </Button>
        }
      />
      <ResourceTable
        title="经销商"
        query={() => apiQuery(api.operatorDealers.list, {})}
        columns={columns}
        rowKey={({ memberId }) => memberId}
        panel={(_key, row, close) => row && <DealerPanel row={row} close={close} />}
        empty={{ title: "还没有经销商", text: "新增后，这位会员可以在会员端制码。" }}
      />
      {isAdding && (
        <DrawerForm
          title="新增经销商"
          op={api.operatorDealers.set}
          fixed={{ sinceVersion: 0 }}
          initial={{ isOn: true }}
          toInput={(values) => ({ ...values, isOn: values["isOn"] === true })}
          fields={[{ kind: "member", name: "memberNo", label: "会员", isRequired: true }, ...terms]}
          submit="新增经销商"
          done="已新增"
          onClose={() => setAdding(false)}
        />
      )}
    </FixedPage>
  );
}
