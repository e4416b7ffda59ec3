/** The agreements that members accept: their kinds, their texts, and what a member must accept. */
import Type, { type Static } from "typebox";

/** The first two are accepted at login, the last one before the first top-up. */
export const AgreementKind = Type.Union([
  Type.Literal("user"),
  Type.Literal("privacy"),
  Type.Literal("topup"),
]);
export type AgreementKind = Static<typeof AgreementKind>;

/** A draft may be incomplete; what is published has a title, and sections with paragraphs. */
export const Agreement = Type.Object({
  title: Type.String({ maxLength: 20 }),
  intro: Type.String({ maxLength: 400 }),
  sections: Type.Array(
    Type.Object({
      title: Type.String({ maxLength: 60 }),
      /** Paragraphs. */
      text: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: 60 }),
    }),
    { maxItems: 60 },
  ),
});
export type Agreement = Static<typeof Agreement>;

/** What is accepted together: the agreements of a login, and those of a top-up. */
export const TermsOf = Type.Union([Type.Literal("login"), Type.Literal("topup")]);
export type TermsOf = Static<typeof TermsOf>;

/** The texts of one acceptance in force, and whether a member has to accept them again. */
export const AskedTerms = Type.Object({
  termsVersion: Type.String({ description: "names the texts in force" }),
  isNeeded: Type.Boolean(),
  /** The agreements that must be accepted. */
  kinds: Type.Array(AgreementKind),
});
export type AskedTerms = Static<typeof AskedTerms>;
