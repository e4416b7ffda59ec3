/**
 * Routes of a member's posters. A picture is returned as bytes without an envelope, so pages
 * download it (U05).
 */
import { routesOf } from "../operation.ts";

export const posters = routesOf({
  list: { method: "GET", path: "/invite/posters", caller: "member" },
  picture: { method: "GET", path: "/invite/posters/{posterId}.png", caller: "member" },
});
