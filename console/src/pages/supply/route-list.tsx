/** The ways in which one SKU can be had, and how one way comes among the others. */
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { supplierName } from "../../parts/supplier-choices.ts";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorSupply.routes>;
const SPEC = { keyword: text(64) };
const SKU = /^[A-Za-z0-9_-]{2,64}$/;

const of = columnsOf<Row>();
const columns = [
  of.count("priority", "优先级"),
  of.custom("supplier", "供应商", ({ supplierId }) => supplierName(supplierId)),
  of.text("product", "供应商商品"),
  of.money("costFen", "成本"),
  of.custom("weight", "权重", ({ weight }) => (weight === undefined ? "按成本" : weight), {
    align: "right",
  }),
  of.custom("state", "状态", ({ isOn }) =>
    isOn ? <StateTag tone="ok">可用</StateTag> : <StateTag tone="sand">已停</StateTag>,
  ),
];

function RoutePanel(props: {
  readonly skuId: string;
  readonly row: Row;
  readonly onClose: () => void;
}) {
  const { skuId, row, onClose } = props;
  const [isEditing, setEditing] = useState(false);
  const { supplierId, priority, weight, isOn } = row;
  return (
    <Panel
      title={supplierName(supplierId)}
      text={`规格 ${skuId} · 供应商商品 ${row.product}`}
      onClose={onClose}
      foot={
        may("supply:manage") && (
          <Button look="solid" onClick={() => setEditing(true)}>
            改优先级与权重
          </Button>
        )
      }
    >
      <Notice tone="sea">
        优先级小的先用；同级有权重的按权重分，没有的按成本，成功率低的靠后。
      </Notice>
      <Facts
        rows={[
          ["优先级", String(priority)],
          ["权重", weight === undefined ? EMPTY : String(weight)],
          ["状态", isOn ? "可用" : "已停"],
        ]}
        total={["成本", moneyText(row.costFen)]}
      />
      {isEditing && (
        <DrawerForm
          title={`${skuId} 走${supplierName(supplierId)}`}
          op={api.operatorSupply.setRoute}
          fixed={{ skuId, supplierId }}
          initial={{ priority, weight, isOn }}
          toInput={(values) => ({
            priority: Number(values["priority"]),
            reason: String(values["reason"]),
            isOn: values["isOn"] === true,
            ...(values["weight"] === undefined ? {} : { weight: Number(values["weight"]) }),
          })}
          fields={[
            { kind: "number", name: "priority", label: "优先级", help: "0 最先" },
            { kind: "number", name: "weight", label: "权重", help: "1–1000；不填为按成本" },
            { kind: "switch", name: "isOn", label: "可用" },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          done="已保存，只影响新订单"
          onClose={() => setEditing(false)}
        />
      )}
    </Panel>
  );
}

export function RouteList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { keyword } = values;
  const skuId = keyword !== undefined && SKU.test(keyword) ? keyword : undefined;
  return (
    <ResourceTable
      title="渠道与价格"
      query={() =>
        skuId === undefined
          ? { queryKey: ["operatorSupply", "routes", ""], queryFn: async () => ({ list: [] }) }
          : apiQuery(api.operatorSupply.routes, { skuId })
      }
      columns={columns}
      rowKey={({ supplierId }) => supplierId}
      views={tabs}
      filters={<FilterBar values={values} onChange={setSearch} placeholder="规格（SKU）编号" />}
      isFiltered={skuId !== undefined}
      onClear={() => setSearch({ keyword: undefined })}
      panel={(_key, row, close) =>
        row && skuId !== undefined && <RoutePanel skuId={skuId} row={row} onClose={close} />
      }
      empty={{
        title: "输入规格编号",
        text: "例如 phone-mobile-10：显示这个规格能走哪些供应商，先走哪一个。",
      }}
    />
  );
}
