/**
 * Routes where operators look a code up and change one code. The code is in the body, so that no
 * address contains it.
 */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";

const read = { caller: "operator", permissions: ["codes:read"] } as const;
const change = { caller: "operator", permissions: ["exchange:approve"] } as const;
const propose = { caller: "operator", permissions: ["codes:make", "exchange:approve"] } as const;

export const operatorCodes = routesOf({
  lookup: { ...read, method: "POST", path: "/codes/lookup" },
  detail: { ...read, method: "GET", path: "/codes/{codeId}" },
  release: { ...change, method: "POST", path: "/codes/{codeId}/release", key: true },
  freeze: {
    ...change,
    method: "POST",
    path: "/codes/{codeId}/freeze",
    key: true,
    stepUp: stepUpOf.codes,
  },
  resume: {
    ...change,
    method: "POST",
    path: "/codes/{codeId}/resume",
    key: true,
    stepUp: stepUpOf.codes,
  },
  extend: {
    ...change,
    method: "POST",
    path: "/codes/{codeId}/extend",
    key: true,
    stepUp: stepUpOf.codes,
  },
  void: {
    ...propose,
    method: "POST",
    path: "/codes/{codeId}/void",
    key: true,
    stepUp: stepUpOf.codes,
  },
});
