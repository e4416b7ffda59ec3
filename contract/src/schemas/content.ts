/** What the company says about itself: help articles, service contacts, and what the law demands. */
import Type, { type Static } from "typebox";

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const HelpArticle = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 40, pattern: "^[\\w-]+$" }),
  /** Articles of one topic stand together. */
  topic: Line(8),
  text: Line(40),
  /** Paragraphs. */
  answer: Type.Array(Line(400), { minItems: 1, maxItems: 8 }),
  /** Other words that the search finds it by. */
  words: Type.Array(Line(20), { maxItems: 20 }),
  link: Type.Optional(
    Type.Object({
      text: Line(12),
      url: Type.String({ minLength: 1, maxLength: 300, pattern: "^/[^/\\\\]\\S*$" }),
    }),
  ),
});
export type HelpArticle = Static<typeof HelpArticle>;

export const Contacts = Type.Object({
  phone: Type.Optional(Line(20)),
  hours: Type.String({ maxLength: 40 }),
  company: Type.Optional(Line(40)),
  /** 备案号 of the website. */
  icp: Type.Optional(Line(40)),
  /** Number of the licence to sell over the network. */
  licence: Type.Optional(Line(60)),
  /** Where members ask about their personal data: an address, a number or a mailbox. */
  privacyContact: Type.Optional(Line(60)),
});
export type Contacts = Static<typeof Contacts>;
