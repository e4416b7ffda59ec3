/** Maps the contract operations of moderation to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { casePage, decideCase, setWord, shownCases, wordList } from "./actions.ts";

export function operatorModerationRoutes(
  context: Context,
  db: Db,
  { namesOf }: { readonly namesOf: NamesOf },
): Handlers<"operatorModeration"> {
  const depsOf = (call: Call) => ({ namesOf, readerId: memberOf(call).memberId });
  const decide = async (
    event: "pass" | "reject",
    input: { readonly caseId: string; readonly reason: string },
    call: Call,
  ) => {
    const operatorId = memberOf(call).memberId;
    const row = await decideCase(context, db, { ...input, event, operatorId });
    return (await shownCases(context, db, depsOf(call), [row]))(row);
  };
  return {
    list: (input, call) => casePage(context, db, depsOf(call), input),
    approve: (input, call) => decide("pass", input, call),
    reject: (input, call) => decide("reject", input, call),
    words: () => wordList(db),
    setWord: (input, call) =>
      setWord(context, db, { ...input, operatorId: memberOf(call).memberId }),
  };
}
