/** What a batch's codes may be redeemed for, as choices: SKUs, coupons, brands and levels. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { may } from "../../api/operator.ts";

type Choice = readonly [value: string, label: string];
/** By field; a field without choices is typed. */
export type TargetChoices = Readonly<
  Partial<Record<"skuId" | "templateId" | "brand" | "grade", readonly Choice[]>>
>;

const SKUS_MAX = 1_000;
const CAMPAIGNS_MAX = 100;

/**
 * Loads the choices of a kind of target. They belong to other pages: an operator without the
 * permission of that page types the number instead.
 */
export function useTargetChoices(kind: BatchTarget["target"]): TargetChoices {
  const mayReadGoods = may("catalog:read", "catalog:edit");
  const skus = useQuery({
    ...apiQuery(api.operatorCatalog.offers, { pageSize: SKUS_MAX }),
    enabled: kind === "benefit" && mayReadGoods,
  });
  const brands = useQuery({
    ...apiQuery(api.operatorTaxonomy.brands, {}),
    enabled: (kind === "meal" || kind === "voucher") && mayReadGoods,
  });
  const campaigns = useQuery({
    ...apiQuery(api.operatorCampaigns.list, { pageSize: CAMPAIGNS_MAX }),
    enabled: kind === "coupon" && may("campaigns:edit"),
  });
  const levels = useQuery({
    ...apiQuery(api.operatorLevels.list, {}),
    enabled: kind === "level" && may("levels:edit"),
  });
  const choices = {
    skuId: skus.data?.list
      .filter(({ isOn }) => isOn)
      .map(({ skuId, title, spec }): Choice => [skuId, spec === "" ? title : `${title} · ${spec}`]),
    brand: brands.data?.list
      .filter(({ isOn }) => isOn)
      .map(({ code, name }): Choice => [code, name]),
    templateId: campaigns.data?.list.map(({ templateId, title }): Choice => [templateId, title]),
    grade: levels.data?.list.map(({ grade, name }): Choice => [String(grade), name]),
  };
  return Object.fromEntries(
    Object.entries(choices).filter(([, list]) => list !== undefined && list.length > 0),
  );
}
