/** Maps the contract operations of merging to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { type Authenticator, refuseForeignOrigin, setRefreshCookie } from "../members/actions.ts";
import { mergeByPhone, previewMerge } from "./actions.ts";

export const mergingRoutes = (
  context: Context,
  db: Db,
  { authenticator }: { readonly authenticator: Authenticator },
): Handlers<"merging"> => ({
  preview: (shown, call) =>
    previewMerge(context, db, { ...shown, memberId: memberOf(call).memberId }),
  run: async (input, call) => {
    refuseForeignOrigin(call);
    const { memberId } = memberOf(call);
    const shown = { ...input, memberId };
    const wanted = { shown, key: call.key, device: call.device };
    const { refreshToken, ...answer } = await mergeByPhone(context, db, wanted);
    authenticator.invalidate(memberId);
    setRefreshCookie(context, call, refreshToken);
    return answer;
  },
});
