/** Maps operators' operations on code guessing to actions of the exchange module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { guessOverview, createCanaries, setFriction } from "../exchange/actions.ts";

export const operatorGuessRoutes = (context: Context, db: Db): Handlers<"operatorGuesses"> => ({
  watch: () => guessOverview(context, db),
  friction: async ({ mode }) => {
    await setFriction(db, mode);
    return {};
  },
  plant: (wanted, call) =>
    createCanaries(context, db, { ...wanted, makerId: memberOf(call).memberId }),
});
