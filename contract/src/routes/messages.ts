/** Routes where a member reads messages and sets the notifications by SMS or WeChat. */
import { routesOf } from "../operation.ts";

export const messages = routesOf({
  list: { method: "GET", path: "/messages", caller: "member" },
  unread: { method: "GET", path: "/messages/unread", caller: "member" },
  read: { method: "POST", path: "/messages/read", caller: "member" },
  hide: { method: "POST", path: "/messages/hide", caller: "member" },
  consents: { method: "GET", path: "/messages/consents", caller: "member" },
  consent: { method: "POST", path: "/messages/consents", caller: "member" },
});
