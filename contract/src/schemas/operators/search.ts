/** The operators' search over orders, members, codes, numbers and names. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorSearch as routes } from "../../routes/operators/search.ts";
import { listOf } from "../../values.ts";

const SearchKind = Type.Union([
  Type.Literal("member"),
  Type.Literal("order"),
  Type.Literal("code"),
  Type.Literal("supplierOrder"),
  Type.Literal("withdrawal"),
  Type.Literal("batch"),
  Type.Literal("campaign"),
  Type.Literal("benefit"),
]);

/** One found object; `to` is its page in the console, without the prefix. */
const SearchItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String(),
  state: Type.Optional(Type.String()),
  to: Type.String(),
});
const SearchGroup = Type.Object({ kind: SearchKind, items: Type.Array(SearchItem) });
export type SearchGroup = Static<typeof SearchGroup>;

export const operatorSearch = shapesOf<typeof routes>()({
  search: {
    summary:
      "Finds members, orders, codes and numbers, at most five of each kind, newest first; only " +
      "what the operator may read",
    input: Type.Object({
      q: Type.String({ minLength: 2, maxLength: 64 }),
      kind: Type.Optional(SearchKind),
    }),
    output: Type.Object({ groups: listOf(SearchGroup).properties.list }),
    refusals: [],
  },
});
