/**
 * Hook for the price with the member's best coupons beside the buy button. The server computes it by
 * the rules of the quote.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../../api.ts";
import { isServer } from "../../../device/platform.ts";
import { storedToken } from "../../../device/token.ts";
import type { ChoiceView } from "./use-choice.ts";

/** `couponId`: the coupon that the member came with. Undefined data without a login. */
export function useEstimate(
  { sku, quantity, shut }: ChoiceView,
  { regionCode, couponId }: { readonly regionCode: string; readonly couponId: string | undefined },
) {
  const isPriced = sku !== undefined && sku.pointsPrice === undefined && shut === undefined;
  const { data } = useQuery({
    ...apiQuery(api.buying.estimate, {
      skuId: sku?.skuId ?? "",
      quantity,
      regionCode,
      ...(couponId === undefined ? {} : { couponId }),
    }),
    enabled: !isServer && storedToken() !== "" && isPriced,
    // Another quantity keeps the previous price until the new one is there.
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  return isPriced ? data : undefined;
}
