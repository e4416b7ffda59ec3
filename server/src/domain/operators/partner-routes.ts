/** Maps operators' operations on partners to actions of the partners module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { memberNames } from "../members/actions.ts";
import {
  clicksOf,
  closeHost,
  partnersView,
  proposeHost,
  pullNow,
  reportsOf,
  setLink,
  switchLink,
  switchPartner,
} from "../partners/actions.ts";
import type { PartnerGateways } from "../partners/port.ts";
import { operatorNames } from "./actions/read.ts";

export const operatorPartnerRoutes = (
  context: Context,
  db: Db,
  { gates }: { readonly gates: PartnerGateways },
): Handlers<"operatorPartners"> => ({
  list: async () => {
    const list = await partnersView(context, db, gates);
    const nameOf = await operatorNames(
      db,
      list.flatMap(({ waiting }) => waiting.map(({ maker }) => maker)),
    );
    return {
      list: list.map((partner) => ({
        ...partner,
        waiting: partner.waiting.map((one) => ({
          ...one,
          makerName: nameOf(one.maker) || one.makerName,
        })),
      })),
    };
  },
  clicks: async (input) => {
    const list = await clicksOf(db, input);
    const names = await memberNames(
      db,
      list.map(({ memberId }) => memberId),
    );
    return { list: list.map((row) => ({ ...row, memberNo: names(row.memberId).memberNo })) };
  },
  orders: async (input) => {
    const list = await reportsOf(db, input);
    const names = await memberNames(
      db,
      list.map(({ memberId }) => memberId),
    );
    const numberOf = (memberId: string | undefined) =>
      memberId === undefined ? {} : { memberNo: names(memberId).memberNo };
    return { list: list.map((row) => ({ ...row, ...numberOf(row.memberId) })) };
  },
  setLink: async (wanted) => ({ version: await setLink(context, db, wanted) }),
  switchLink: async ({ linkId, isOn }) => {
    await switchLink(context, db, { linkId, isOn });
    return {};
  },
  switchPartner: async ({ partnerId, isOn }) => {
    await switchPartner(context, db, { partnerId, isOn });
    return {};
  },
  proposeHost: async (wanted, call) => ({
    approvalId: await proposeHost(context, db, { ...wanted, maker: memberOf(call).memberId }),
  }),
  closeHost: async ({ partnerId, scheme, place }) => {
    await closeHost(context, db, { partnerId, scheme, place });
    return {};
  },
  pull: ({ partnerId }) => pullNow(context, db, gates, partnerId),
});
