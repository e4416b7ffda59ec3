/** What the company says about itself: help articles, service contacts, and what the law demands. */
import Type, { type Static } from "typebox";
import { PosterId } from "./posters.ts";

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

/** What a poster says; the drawing behind it is built in. */
export const PosterTexts = Type.Object({
  posterId: PosterId,
  /** By which a member recognises the poster. */
  title: Line(8),
  /** Two lines that fit the drawing. */
  slogan: Type.Array(Line(9), { minItems: 2, maxItems: 2 }),
  offer: Type.Array(Line(14), { minItems: 2, maxItems: 2 }),
});
export type PosterTexts = Static<typeof PosterTexts>;

/** What our pages, and a member's invitation, are shared as. */
export const ShareTexts = Type.Object({
  home: Type.Object({ title: Line(20), description: Line(40) }),
  invitation: Type.Object({ title: Line(20), text: Line(60) }),
  /** One for each drawing, in display order. */
  posters: Type.Array(PosterTexts, { minItems: 1, maxItems: 8 }),
});
export type ShareTexts = Static<typeof ShareTexts>;
