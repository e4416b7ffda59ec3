/** Routes where operators manage partners: links, allowed hosts, clicks, partners' orders. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const may = { caller: "operator", permissions: ["partners:manage"] } as const;

export const operatorPartners = routesOf({
  list: { ...may, method: "GET", path: "/partners" },
  clicks: { ...may, method: "GET", path: "/partners/clicks" },
  orders: { ...may, method: "GET", path: "/partners/orders" },
  setLink: { ...may, method: "POST", path: "/partners/links/{linkId}" },
  switchLink: { ...may, method: "POST", path: "/partners/links/{linkId}/switch" },
  switchPartner: { ...may, method: "POST", path: "/partners/{partnerId}/switch" },
  proposeHost: {
    ...may,
    method: "POST",
    path: "/partners/{partnerId}/hosts",
    stepUp: stepUpOf.proposal,
  },
  closeHost: { ...may, method: "POST", path: "/partners/{partnerId}/hosts/close" },
  pull: { ...may, method: "POST", path: "/partners/{partnerId}/pull" },
});
