/** Routes of a member's copy of their own data: ask for one, get a link, download it once. */
import { routesOf } from "../operation.ts";

export const copies = routesOf({
  show: { method: "GET", path: "/member/copies", caller: "member" },
  request: { method: "POST", path: "/member/copies", caller: "member", key: true },
  link: { method: "POST", path: "/member/copies/{copyId}/link", caller: "member" },
  file: { method: "GET", path: "/member/copies/{copyId}/file/{link}", caller: "member" },
});
