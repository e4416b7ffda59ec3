/** Where operators watch how codes are guessed, make it harder, and lay canaries. */
import { routesOf } from "../../operation.ts";

const may = { caller: "operator", permissions: ["exchange:approve"] } as const;

export const operatorGuesses = routesOf({
  watch: { ...may, method: "GET", path: "/guesses" },
  friction: { ...may, method: "POST", path: "/guesses/friction" },
  plant: { ...may, method: "POST", path: "/guesses/canaries" },
});
