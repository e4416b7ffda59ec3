/** Routes where operators publish announcements and see undelivered messages. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["messages:send"] } as const;

export const operatorMessages = routesOf({
  announcements: { ...may, method: "GET", path: "/messages/announcements" },
  announce: { ...may, method: "POST", path: "/messages/announcements" },
  withdraw: { ...may, method: "POST", path: "/messages/announcements/{announcementId}/withdraw" },
  dead: { ...may, method: "GET", path: "/messages/dead" },
  resend: { ...may, method: "POST", path: "/messages/resend" },
  figures: { ...may, method: "GET", path: "/messages/figures" },
});
