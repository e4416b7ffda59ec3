/** Maps operators' operations on help articles and contacts to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  changeContent,
  helpArticles,
  refuseContacts,
  refuseHelp,
  refuseShare,
  shareTexts,
  siteContacts,
  storedBy,
  type UndrawableIn,
} from "./actions.ts";

export const operatorContentRoutes = (
  context: Context,
  db: Db,
  { namesOf, undrawableIn }: { readonly namesOf: NamesOf; readonly undrawableIn: UndrawableIn },
): Handlers<"operatorContent"> => ({
  help: async () => ({
    ...(await storedBy(db, namesOf, "help")),
    list: await helpArticles(db),
  }),
  setHelp: async ({ list, ...change }, call) => {
    refuseHelp(list);
    const operatorId = memberOf(call).memberId;
    const made = { ...change, name: "help" as const, body: list, operatorId, namesOf };
    return { sinceVersion: await changeContent(context, db, made) };
  },
  contacts: async () => ({
    ...(await storedBy(db, namesOf, "contacts")),
    contacts: await siteContacts(db),
  }),
  share: async () => ({
    ...(await storedBy(db, namesOf, "share")),
    share: await shareTexts(db),
  }),
  setShare: async ({ share, ...change }, call) => {
    await refuseShare(share, undrawableIn);
    const operatorId = memberOf(call).memberId;
    const made = { ...change, name: "share" as const, body: share, operatorId, namesOf };
    return { sinceVersion: await changeContent(context, db, made) };
  },
  setContacts: async ({ contacts, ...change }, call) => {
    refuseContacts(contacts);
    const operatorId = memberOf(call).memberId;
    const made = { ...change, name: "contacts" as const, body: contacts, operatorId, namesOf };
    return { sinceVersion: await changeContent(context, db, made) };
  },
});
