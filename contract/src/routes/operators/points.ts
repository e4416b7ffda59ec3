/** Routes where operators set how points are earned. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["points:edit"] } as const;

export const operatorPoints = routesOf({
  rules: { ...may, method: "GET", path: "/points/rules" },
  changeRule: { ...may, method: "POST", path: "/points/rules/{ruleId}" },
});
