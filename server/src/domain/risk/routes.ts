/** Maps the operations of risk to actions; a change is in force in this process at once. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  decideRiskCase,
  endEntry,
  type LiveRisk,
  listSubject,
  pageOfCases,
  pageOfEntries,
  readRiskCase,
  readRiskRules,
  setRule,
} from "./actions.ts";

type Deps = { readonly risk: Pick<LiveRisk, "refresh">; readonly namesOf: NamesOf };

export const operatorRiskRoutes = (
  context: Context,
  db: Db,
  { risk, namesOf }: Deps,
): Handlers<"operatorRisk"> => {
  const operatorOf = (call: Call) => ({ operatorId: memberOf(call).memberId });
  return {
    rules: async () => ({ list: await readRiskRules(context, db, namesOf) }),
    setRule: async (input, call) => {
      const version = await setRule(context, db, { ...input, ...operatorOf(call) });
      await risk.refresh(db);
      return { version };
    },
    lists: (input) => pageOfEntries(context, db, namesOf, input),
    list: async (input, call) => {
      const entryId = await listSubject(context, db, { ...input, ...operatorOf(call) });
      await risk.refresh(db);
      return { entryId };
    },
    endEntry: async (input, call) => {
      await endEntry(context, db, { ...input, ...operatorOf(call) });
      await risk.refresh(db);
      return {};
    },
    cases: (input) => pageOfCases(db, namesOf, input),
    caseDetail: ({ caseId }) => readRiskCase(db, namesOf, caseId),
    decide: async (input, call) => {
      await decideRiskCase(context, db, { ...input, ...operatorOf(call) });
      await risk.refresh(db);
      return {};
    },
  };
};
