/** 门店: the supplier's stores; one can be switched off until an instant, or on again. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { countText, EMPTY, timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { Facts, Notice, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { eatWords, storeStates, useMenuBrands } from "./dining-words.ts";

type Row = Item<typeof api.operatorDining.stores>;

const SPEC = {
  keyword: text(40),
  brand: text(64),
  city: text(6),
  state: oneOf("on", "off", "gone"),
};

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "门店", ({ name, address }) => <TwoLines first={name} second={address} />),
  of.text("brandName", "品牌"),
  of.text("city", "城市"),
  of.custom("services", "服务", ({ services }) => services.map((one) => eatWords[one]).join("、")),
  of.count("delivered", "近 7 天出餐"),
  of.custom(
    "failed",
    "近 7 天失败",
    ({ failed }) =>
      failed === 0 ? countText(failed) : <StateTag tone="bad">{countText(failed)}</StateTag>,
    { align: "right" },
  ),
  of.text("hoursText", "营业时间", { from: 1200 }),
  of.state("state", "状态", storeStates),
  of.instant("until", "停用到", { from: 1200 }),
  of.instant("syncedAt", "最近同步"),
];

const switchOff = ({ storeId, name, sinceVersion }: Row) =>
  askReason({
    op: api.operatorDining.setStore,
    input: { storeId, isOff: true, sinceVersion },
    title: `停用 ${name}`,
    effect: [
      "会员找不到这家门店；正在点餐的会员会读到「这家门店暂停接单，请选择其他门店」",
      "已下的订单照常出餐",
    ],
    fields: [
      { kind: "instant", name: "until", label: "停用到", help: "到时自动恢复；空为一直停用" },
    ],
    confirm: "停用门店",
    look: "danger",
    done: "门店已停用",
  });

const switchOn = ({ storeId, name, sinceVersion }: Row) =>
  askReason({
    op: api.operatorDining.setStore,
    input: { storeId, isOff: false, sinceVersion },
    title: `恢复 ${name}`,
    effect: ["会员可以再选这家门店下单"],
    confirm: "恢复接单",
    done: "门店已恢复接单",
  });

function StorePanel({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const { state, until, reason, changedBy, changedAt, phone } = row;
  const [tone, word] = storeStates[state] ?? ["outline", state];
  return (
    <Panel
      title={row.name}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={`${row.brandName} · ${row.city} · ${row.storeId}`}
      onClose={onClose}
      foot={
        <Gate may={["catalog:publish", "dining:manage"]}>
          {state === "off" ? (
            <Button look="solid" onClick={() => void switchOn(row)}>
              恢复接单
            </Button>
          ) : (
            state === "on" && (
              <Button look="danger" onClick={() => void switchOff(row)}>
                停用门店
              </Button>
            )
          )}
        </Gate>
      }
    >
      {state === "off" && (
        <Notice tone="warn">
          {until === undefined
            ? "一直停用，直到有人恢复"
            : `停用到 ${timeText(until)}，到时自动恢复`}
        </Notice>
      )}
      {state === "gone" && <Notice tone="sea">供应商的门店列表里已没有这家门店。</Notice>}
      <Facts
        rows={[
          ["地址", row.address],
          ["电话", phone === "" ? EMPTY : phone],
          ["营业时间", row.hoursText, row.isOpen ? "现在营业" : "现在休息"],
          ["服务", row.services.map((one) => eatWords[one]).join("、")],
          ["近 7 天", `出餐 ${countText(row.delivered)} 单，失败 ${countText(row.failed)} 单`],
          ["最近同步", timeText(row.syncedAt)],
          ...(changedBy
            ? ([
                ["最近操作", `${changedBy.name} ${timeText(changedAt ?? 0)}`],
                ["原因", reason ?? EMPTY],
              ] as const)
            : []),
        ]}
      />
    </Panel>
  );
}

export function StoreList({ tabs }: { readonly tabs: ReactNode }) {
  const [values, setSearch] = useSearchState(SPEC);
  const { keyword, brand, city: regionCode, state } = values;
  const brands = useMenuBrands();
  const cities =
    useQuery({ ...apiQuery(api.operatorHomePage.cities, {}), staleTime: Infinity }).data?.list ??
    [];
  return (
    <ResourceTable
      title="门店"
      query={(paging) =>
        apiQuery(api.operatorDining.stores, {
          ...(keyword === undefined ? {} : { keyword }),
          ...(brand === undefined ? {} : { brand }),
          ...(regionCode === undefined ? {} : { regionCode }),
          ...(state === undefined ? {} : { state }),
          ...paging,
        })
      }
      columns={columns}
      rowKey={({ storeId }) => storeId}
      views={tabs}
      filters={
        <FilterBar
          values={values}
          onChange={setSearch}
          placeholder="门店名或地址"
          filters={[
            { key: "brand", label: "品牌", choices: brands },
            { key: "city", label: "城市", choices: cities.map(({ code, name }) => [code, name]) },
            {
              key: "state",
              label: "状态",
              choices: Object.entries(storeStates).map(([id, [, word]]) => [id, word]),
            },
          ]}
        />
      }
      isFiltered={[keyword, brand, regionCode, state].some((value) => value !== undefined)}
      onClear={() => setSearch(noFilters(SPEC))}
      panel={(_key, row, close) => row && <StorePanel row={row} onClose={close} />}
      empty={{ title: "还没有门店", text: "点「立即同步」，从供应商读一次门店和菜单。" }}
    />
  );
}
