/** Maps the contract operations of addresses to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  addAddress,
  changeAddress,
  listAddresses,
  makeDefault,
  markUsed,
  removeAddress,
} from "./actions.ts";
import type { Regions } from "./model.ts";
import { recogniserOf } from "./recognise/pasted-address.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;

export function addressesRoutes(context: Context, db: Db, regions: Regions): Handlers<"addresses"> {
  const recognise = recogniserOf(regions);
  const own = (addressId: string, call: Call) => ({ memberId: memberIdOf(call), addressId });
  return {
    list: async (_input, call) => ({
      list: await listAddresses(context, db, regions, memberIdOf(call)),
    }),
    add: (input, call) =>
      addAddress(context, db, regions, { ...input, memberId: memberIdOf(call) }),
    recognise: async ({ text }) => recognise(text),
    change: (input, call) =>
      changeAddress(context, db, regions, { ...input, memberId: memberIdOf(call) }),
    remove: async ({ addressId }, call) => {
      await removeAddress(context, db, own(addressId, call));
      return {};
    },
    makeDefault: ({ addressId }, call) => makeDefault(context, db, regions, own(addressId, call)),
    used: async ({ addressId }, call) => {
      await markUsed(context, db, own(addressId, call));
      return {};
    },
  };
}
