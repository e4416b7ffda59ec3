/** Maps the contract operations of home to actions. */
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { termsVersionOf } from "@yunjing/contract/agreements";
import {
  agreementInForce,
  helpArticles,
  shareTexts,
  siteContacts,
  termsReader,
} from "../content/actions.ts";
import {
  benefitPage,
  brands,
  categories,
  updateFavourite,
  homePage,
  benefitDetail,
  reportLostPage,
  type Shop,
  suggest,
} from "./actions.ts";
import { visitorOf } from "./actions/visitor.ts";
import { cachedResponse } from "./response-cache.ts";

export const homeRoutes = (shop: Shop): Handlers<"home"> => {
  const visitor = (call: Call) => visitorOf(shop, call.member?.memberId);
  return {
    page: async ({ regionCode }, call) => {
      const who = await visitor(call);
      const drawn = () => homePage(shop, regionCode, who);
      return who.memberId === undefined
        ? cachedResponse(shop, ["page", regionCode], drawn)
        : drawn();
    },
    benefits: async (input, call) => {
      const { grade } = await visitor(call);
      return cachedResponse(shop, ["benefits", grade, input], () =>
        benefitPage(shop, input, grade),
      );
    },
    suggest: (input) => suggest(shop, input),
    benefit: async (input, call) => {
      const who = await visitor(call);
      const shown = () => benefitDetail(shop, input, who);
      return who.memberId === undefined ? cachedResponse(shop, ["benefit", input], shown) : shown();
    },
    favour: ({ benefitId, isFavourite }, call) =>
      updateFavourite(shop, { memberId: memberOf(call).memberId, benefitId, isFavourite }),
    categories: () => categories(shop),
    brands: () => brands(shop),
    shareTexts: async () => (await shareTexts(shop.db)).home,
    serviceContacts: () => siteContacts(shop.db),
    agreements: async () => {
      const { current } = await termsReader(shop.context, shop.db).termsInForce();
      return { termsVersion: termsVersionOf("login", current) };
    },
    agreement: ({ kind }) => agreementInForce(shop.context, shop.db, kind),
    help: async () => ({ list: await helpArticles(shop.db) }),
    reportLostPage: async ({ path, from }, { address }) => {
      await reportLostPage(shop.context, shop.db, { path, from, address });
      return {};
    },
  };
};
