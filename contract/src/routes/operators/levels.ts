/** Routes where operators set the levels, and grant a level by hand. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["levels:edit"] } as const;

export const operatorLevels = routesOf({
  list: { ...may, method: "GET", path: "/levels" },
  change: { ...may, method: "PUT", path: "/levels/{grade}" },
  give: { ...may, method: "POST", path: "/levels/{grade}/give" },
});
