/** Where a member's posters live; a picture is bytes and no envelope, so pages download it (U05). */
import { routesOf } from "../operation.ts";

export const posters = routesOf({
  list: { method: "GET", path: "/invite/posters", caller: "member" },
  picture: { method: "GET", path: "/invite/posters/{posterId}.png", caller: "member" },
});
