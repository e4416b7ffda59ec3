/** Routes where operators review nicknames and pictures, and keep the list of words. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["moderation:handle"] } as const;

export const operatorModeration = routesOf({
  list: { ...may, method: "GET", path: "/moderation/cases" },
  approve: { ...may, method: "POST", path: "/moderation/cases/{caseId}/approve" },
  reject: { ...may, method: "POST", path: "/moderation/cases/{caseId}/reject" },
  words: { ...may, method: "GET", path: "/moderation/words" },
  setWord: { ...may, method: "PUT", path: "/moderation/words" },
});
