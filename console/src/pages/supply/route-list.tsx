/** The ways in which one SKU can be had, and how one way comes among the others. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
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

type Values = Readonly<Record<string, FieldValue>>;

const routeFields: readonly FieldSpec[] = [
  { kind: "text", name: "product", label: "供应商商品", isRequired: true },
  { kind: "money", name: "costFen", label: "成本", isRequired: true },
  { kind: "number", name: "priority", label: "优先级", help: "0 最先" },
  { kind: "number", name: "weight", label: "权重", help: "1–1000；不填为按成本" },
  { kind: "switch", name: "isOn", label: "可用" },
  { kind: "area", name: "reason", label: "原因" },
];

/** Sends product and cost only where they differ from the row: what stays needs no connection. */
const changeOf = (values: Values, row?: Row) => ({
  priority: Number(values["priority"]),
  reason: String(values["reason"]),
  isOn: values["isOn"] === true,
  ...(values["weight"] === undefined ? {} : { weight: Number(values["weight"]) }),
  ...(values["product"] === row?.product ? {} : { product: String(values["product"]) }),
  ...(values["costFen"] === row?.costFen ? {} : { costFen: Number(values["costFen"]) }),
});

/** 成本记录: what the way cost before, and who changed it. */
function CostHistory(props: { readonly skuId: string; readonly supplierId: string }) {
  const { data } = useQuery(apiQuery(api.operatorSupply.routeCosts, props));
  if (!data || data.list.length === 0) return null;
  return (
    <Section title="成本记录">
      <Facts
        rows={data.list.map(({ at, costFen, product, by, reason }) => [
          timeText(at),
          moneyText(costFen),
          `${product} · ${by}：${reason}`,
        ])}
      />
    </Section>
  );
}

function NewRoute(props: { readonly skuId: string; readonly onClose: () => void }) {
  const { skuId, onClose } = props;
  const connected = useQuery(apiQuery(api.operatorSupply.suppliers, {})).data?.list ?? [];
  return (
    <DrawerForm
      title={`${skuId} 新增渠道`}
      op={api.operatorSupply.setRoute}
      fixed={{ skuId }}
      initial={{ priority: 0, isOn: true }}
      toInput={(values) => ({ ...changeOf(values), supplierId: String(values["supplierId"]) })}
      fields={[
        {
          kind: "choice",
          name: "supplierId",
          label: "供应商",
          choices: connected
            .filter(({ isConnected }) => isConnected)
            .map(({ supplierId, name }) => [supplierId, name] as const),
        },
        ...routeFields,
      ]}
      done="渠道已保存，只影响新订单"
      onClose={onClose}
    />
  );
}

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
            修改渠道
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
      <CostHistory skuId={skuId} supplierId={supplierId} />
      {isEditing && (
        <DrawerForm
          title={`${skuId} 走${supplierName(supplierId)}`}
          op={api.operatorSupply.setRoute}
          fixed={{ skuId, supplierId }}
          initial={{ priority, weight, isOn, product: row.product, costFen: row.costFen }}
          toInput={(values) => changeOf(values, row)}
          fields={routeFields}
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
  const [isNew, setNew] = useState(false);
  const skuId = keyword !== undefined && SKU.test(keyword) ? keyword : undefined;
  return (
    <>
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
        tools={
          skuId !== undefined &&
          may("supply:manage") && (
            <Button icon={<Plus />} onClick={() => setNew(true)}>
              新增渠道
            </Button>
          )
        }
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
      {isNew && skuId !== undefined && <NewRoute skuId={skuId} onClose={() => setNew(false)} />}
    </>
  );
}
