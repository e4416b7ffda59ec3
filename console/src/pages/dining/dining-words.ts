/** The words of stores, menus and syncs. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import type { Tone } from "../../parts/tag.tsx";

export const storeStates: Readonly<Record<string, readonly [Tone, string]>> = {
  on: ["ok", "接单中"],
  off: ["warn", "已停用"],
  gone: ["sand", "供应商已下线"],
};
export const eatWords = { dine_in: "堂食", take_away: "外带" } as const;

type Run = Item<typeof api.operatorDining.syncRuns>;

/** `32 家门店，新增 1，下线 2，7 份菜单`. */
export const runText = ({ isDone, stores, added, removed, menus }: Run): string =>
  isDone
    ? `${stores} 家门店，新增 ${added}，下线 ${removed}，${menus} 份菜单`
    : "供应商没有给出完整的门店和菜单，什么都没有改";

/** The brands that have a menu, as the choices of a filter. */
export function useMenuBrands(): readonly (readonly [code: string, name: string])[] {
  const { data } = useQuery(apiQuery(api.operatorDining.menus, {}));
  return (data?.list ?? []).map(({ brand, name }) => [brand, name] as const);
}
