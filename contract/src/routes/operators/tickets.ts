/** Routes of customer support: members' tickets, prepared answers, and accounts to be closed. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["tickets:handle"] } as const;

export const operatorTickets = routesOf({
  list: { ...may, method: "GET", path: "/tickets" },
  detail: { ...may, method: "GET", path: "/tickets/{ticketId}" },
  take: { ...may, method: "POST", path: "/tickets/{ticketId}/take" },
  answer: { ...may, method: "POST", path: "/tickets/{ticketId}/answer", key: true },
  colleagues: { ...may, method: "GET", path: "/ticket-colleagues" },
  handOver: { ...may, method: "POST", path: "/tickets/{ticketId}/hand-over" },
  close: { ...may, method: "POST", path: "/tickets/{ticketId}/close", key: true },
  answers: { ...may, method: "GET", path: "/answers" },
  setAnswer: { ...may, method: "PUT", path: "/answers/{answerId}" },
  stopClosing: { ...may, method: "POST", path: "/closings/{memberNo}/stop", key: true },
  closings: { ...may, method: "GET", path: "/closings" },
});
