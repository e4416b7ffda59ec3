/** Claims a coupon once for each press and refreshes every list of coupons. */
import { useQueryClient } from "@tanstack/react-query";
import type { ClaimableCoupon } from "@yunjing/contract/schemas/coupons";
import { api, operationKey } from "../../api.ts";
import { userMessageFor } from "../../device/failure.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";
import { toast } from "../../shell/facade/facade.ts";

export function useClaim(): (coupon: ClaimableCoupon) => Promise<void> {
  const queries = useQueryClient();
  return async ({ templateId, pack }) => {
    const claimed = withIdempotencyKey(`claim:${templateId}`, (idempotencyKey) =>
      api.coupons.claim({ templateId }, { idempotencyKey }),
    );
    await claimed.then(
      () => toast(pack ? `${pack.size} 张券已放入卡包` : "已放入卡包", { kind: "done" }),
      (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
    );
    await Promise.all([
      queries.invalidateQueries({ queryKey: operationKey(api.coupons.templates) }),
      queries.invalidateQueries({ queryKey: operationKey(api.coupons.list) }),
    ]);
  };
}
