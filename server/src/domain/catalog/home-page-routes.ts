/** Maps operators' operations on the home page to actions. */
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  homeDetail,
  homeDiff,
  homePreview,
  homeVersions,
  type HomeDeps,
  publishHome,
  rollBackHome,
  saveHomeDraft,
  withdrawHome,
} from "./actions.ts";

type City = { readonly code: string; readonly name: string; readonly pinyin: string };

export const operatorHomePageRoutes = (
  db: Db,
  deps: HomeDeps & { readonly cities: readonly City[] },
): Handlers<"operatorHomePage"> => {
  const by = (call: Call) => ({ operatorId: memberOf(call).memberId });
  return {
    detail: () => homeDetail(deps, db),
    cities: () =>
      Promise.resolve({
        list: deps.cities.map(({ code, name, pinyin }) => ({ code, name, pinyin })),
      }),
    saveDraft: async (input, call) => {
      await saveHomeDraft(deps, db, { ...input, ...by(call) });
      const {
        sinceVersion,
        blocks,
        checks,
        warnings,
        goods,
        changed,
        savedAt = 0,
      } = await homeDetail(deps, db);
      return { sinceVersion, blocks, checks, warnings, goods, changed, savedAt };
    },
    preview: ({ as, ...input }) => homePreview(deps, db, { ...input, ...as }),
    versions: (input) => homeVersions(deps, db, input),
    diff: async (input) => ({ changes: await homeDiff(deps, db, input) }),
    publish: async (input, call) => ({
      version: await publishHome(deps, db, { ...input, ...by(call) }),
    }),
    withdraw: async (input, call) => {
      await withdrawHome(deps, db, { ...input, ...by(call) });
      return {};
    },
    rollBack: async (input, call) => ({
      version: await rollBackHome(deps, db, { ...input, ...by(call) }),
    }),
  };
};
