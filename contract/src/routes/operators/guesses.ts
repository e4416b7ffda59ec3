/** Routes where operators monitor code guessing, make it harder, and create canaries. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["exchange:approve"] } as const;

export const operatorGuesses = routesOf({
  watch: { ...may, method: "GET", path: "/guesses" },
  friction: { ...may, method: "POST", path: "/guesses/friction" },
  plant: { ...may, method: "POST", path: "/guesses/canaries" },
});
