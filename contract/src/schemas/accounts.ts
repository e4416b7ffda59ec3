/** Accounts that a member charged before, saved for the next order; always shown masked. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { accounts as routes } from "../routes/accounts.ts";
import { Instant, listOf, Token } from "../values.ts";

/** The most saved accounts of one form kind; a new one replaces the oldest (features.md B3). */
export const ACCOUNTS_MAX = 10;

export const SavedAccount = Type.Object({
  savedAccountId: Type.String(),
  text: Type.String({ description: "masked: 138****1234" }),
  usedAt: Instant,
});
export type SavedAccount = Static<typeof SavedAccount>;

export const accounts = shapesOf<typeof routes>()({
  list: {
    summary: "The accounts kept for one kind of form, the last used first",
    input: Type.Object({
      formKind: Type.String({ minLength: 1, maxLength: 200, description: "see `formKindOf`" }),
    }),
    output: listOf(SavedAccount),
    refusals: [],
  },
  remove: {
    summary: "Forgets an account; orders made with it keep theirs",
    input: Type.Object({ savedAccountId: Token }),
    output: Type.Object({}),
    refusals: ["NOT_FOUND"],
  },
});
