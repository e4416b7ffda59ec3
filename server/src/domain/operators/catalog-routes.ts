/** Maps operators' operations on the offer to actions of the catalog module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  changePrice,
  changeStock,
  publishBenefit,
  switchSku,
  unpublishBenefit,
} from "../catalog/actions.ts";

type Times = { readonly startsAt?: number | undefined; readonly endsAt?: number | undefined };
const datesOf = ({ startsAt, endsAt }: Times) => ({
  ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt) }),
  ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt) }),
});

export const operatorCatalogRoutes = (context: Context, db: Db): Handlers<"operatorCatalog"> => ({
  publish: async ({ benefitId, sinceVersion, reason }, call) => {
    const operatorId = memberOf(call).memberId;
    const publication = { benefitId, sinceVersion, reason, operatorId };
    return { version: await publishBenefit(context, db, publication) };
  },
  unpublish: async ({ benefitId, reason }, call) => {
    const operatorId = memberOf(call).memberId;
    await unpublishBenefit(context, db, { benefitId, operatorId, reason });
    return {};
  },
  setPrice: async ({ startsAt, endsAt, pointsPrice, pointsCashFen, ...price }, call) => ({
    version: await changePrice(context, db, {
      ...price,
      ...(pointsPrice === undefined ? {} : { pointsPrice }),
      ...(pointsCashFen === undefined ? {} : { pointsCashFen }),
      ...datesOf({ startsAt, endsAt }),
      operatorId: memberOf(call).memberId,
    }),
  }),
  changeStock: async ({ skuId, delta, reason }, call) => {
    const operatorId = memberOf(call).memberId;
    return { total: await changeStock(context, db, { skuId, delta, reason, operatorId }) };
  },
  switchSku: async ({ skuId, isOn }, call) => {
    await switchSku(context, db, { skuId, isOn, operatorId: memberOf(call).memberId });
    return {};
  },
});
