/** Maps the contract operations of posters to actions. */
import type { Handlers } from "../../../platform/http/handlers.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { memberOf } from "../../../platform/http/call.ts";
import { shareTexts } from "../../content/actions.ts";
import { posterPicture, posterSheet } from "./actions.ts";
import { drawPoster } from "./draw.ts";
import { createPosterCache } from "./poster-cache.ts";
import type { PosterMemberReader } from "./port.ts";

export function postersRoutes(db: Db, members: PosterMemberReader): Handlers<"posters"> {
  const deps = {
    members,
    cache: createPosterCache({ draw: drawPoster }),
    shareTexts: () => shareTexts(db),
  };
  return {
    list: async (_input, call) =>
      posterSheet(deps, { memberId: memberOf(call).memberId, origin: call.ownOrigin }),
    picture: async ({ posterId }, call) =>
      posterPicture(deps, { posterId, memberId: memberOf(call).memberId, origin: call.ownOrigin }),
  };
}
