/** Maps operators' operations on the agreements to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { agreementDetail, agreementInForce, agreementVersion } from "./actions/agreements.ts";
import { publishDraft, saveDraft, versionsOf, withdrawVersion } from "./actions/versions.ts";
import { agreementFault } from "./model.ts";

const by = (call: Call) => ({ operatorId: memberOf(call).memberId });

export const operatorAgreementRoutes = (
  context: Context,
  db: Db,
  namesOf: NamesOf,
): Handlers<"operatorAgreements"> => ({
  detail: ({ kind }) => agreementDetail(context, db, { kind, namesOf }),
  saveDraft: async ({ kind: name, text: body, sinceVersion }, call) => ({
    sinceVersion: await saveDraft(context, db, { name, body, sinceVersion, namesOf, ...by(call) }),
    savedAt: context.clock.now().getTime(),
  }),
  versions: async ({ kind: name, ...page }) => {
    const { version: live } = await agreementInForce(context, db, name);
    return versionsOf(context, db, { ...page, name, live, namesOf });
  },
  version: ({ kind, version }) => agreementVersion(db, kind, version),
  publish: async ({ kind: name, at, mustAgreeAgain = false, ...wanted }, call) => ({
    version: await publishDraft(context, db, {
      ...wanted,
      name,
      at,
      mustAgreeAgain,
      faultOf: agreementFault,
      ...by(call),
    }),
  }),
  withdraw: async ({ kind: name, ...wanted }, call) => {
    await withdrawVersion(context, db, { ...wanted, name, ...by(call) });
    return {};
  },
});
