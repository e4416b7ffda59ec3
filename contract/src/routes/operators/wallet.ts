/** Routes where operators set what can be topped up. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["wallet:edit"] } as const;

export const operatorWallet = routesOf({
  packages: { ...may, method: "GET", path: "/wallet/topup-packages" },
  setPackage: { ...may, method: "POST", path: "/wallet/topup-packages/{packageId}" },
});
