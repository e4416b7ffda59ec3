/** 每让利 1 元: what the orders that used a campaign's coupons brought for each yuan of discount. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { EMPTY, moneyText } from "../../parts/format.ts";

type Effect = OutputOf<typeof api.operatorCampaigns.detail>["effect"];

export const RETURN_TITLE = "每让利 1 元";
export const RETURN_MEANING =
  "近 30 天用了这个活动的券的订单，毛利除以券的让利。毛利是微信、余额和兑换码的收入，减退款和供应成本。";

/** Returns the margin for each yuan of discount, as money; `—` when nothing was taken off. */
export const returnText = ({ marginFen, offFen }: Pick<Effect, "marginFen" | "offFen">): string =>
  offFen === 0 ? EMPTY : moneyText(Math.round((marginFen / offFen) * 100));

/** All cells of the list share one request. */
export function ReturnCell({ templateId }: { readonly templateId: string }) {
  const list = useQuery(apiQuery(api.operatorCampaigns.effects, {})).data?.list;
  const effect = list?.find((one) => one.templateId === templateId);
  return effect ? <b title={RETURN_MEANING}>{returnText(effect)}</b> : EMPTY;
}
