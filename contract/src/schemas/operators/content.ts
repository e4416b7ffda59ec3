/** Help articles, service contacts and legal lines as operators change them. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorContent as routes } from "../../routes/operators/content.ts";
import { Instant, Version } from "../../values.ts";
import { Contacts, HelpArticle, ShareTexts } from "../content.ts";
import { Person } from "./people.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });
const stored = {
  /** The version that the next change names; 0 before the first one. */
  sinceVersion: Type.Integer(),
  savedAt: Type.Optional(Instant),
  savedBy: Type.Optional(Person),
};

export const operatorContent = shapesOf<typeof routes>()({
  help: {
    summary: "The help articles in their order; none while members read the built-in ones",
    input: Type.Object({}),
    output: Type.Object({ ...stored, list: Type.Array(HelpArticle) }),
    refusals: [],
  },
  setHelp: {
    summary: "Replace the help articles at once; a stale version is refused with the stored ones",
    input: Type.Object({
      sinceVersion: Version,
      list: Type.Array(HelpArticle, { maxItems: 200 }),
      reason: Reason,
    }),
    output: Type.Object({ sinceVersion: Type.Integer() }),
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  contacts: {
    summary: "The service number, its hours, and the lines that the law demands",
    input: Type.Object({}),
    output: Type.Object({ ...stored, contacts: Contacts }),
    refusals: [],
  },
  share: {
    summary: "What pages and invitations are shared as, and what the posters say",
    input: Type.Object({}),
    output: Type.Object({ ...stored, share: ShareTexts }),
    refusals: [],
  },
  setShare: {
    summary: "Replace the share texts at once; a stale version is refused with the stored ones",
    input: Type.Object({ sinceVersion: Version, share: ShareTexts, reason: Reason }),
    output: Type.Object({ sinceVersion: Type.Integer() }),
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  setContacts: {
    summary: "Replace the contacts at once; a stale version is refused with the stored ones",
    input: Type.Object({ sinceVersion: Version, contacts: Contacts, reason: Reason }),
    output: Type.Object({ sinceVersion: Type.Integer() }),
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
});
