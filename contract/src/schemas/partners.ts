/** Business links to partners. A client sends only a link's id, never a URL. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { partners as routes } from "../routes/partners.ts";
import { Instant, RegionCode } from "../values.ts";

export const LinkId = Type.String({ maxLength: 32, pattern: "^[a-z][a-z0-9-]{1,31}$" });
/** A page, a mini-program, or another app by its scheme. */
export const LinkKind = Type.Union([
  Type.Literal("h5"),
  Type.Literal("mini"),
  Type.Literal("deeplink"),
]);
export type LinkKind = Static<typeof LinkKind>;

const linkInput = { linkId: LinkId, regionCode: Type.Optional(RegionCode) };

/**
 * What the jump page shows: the owner of the link, its destination, and whether the member may go.
 */
export const LinkPreview = Type.Object({
  linkId: Type.String(),
  title: Type.String(),
  brandName: Type.String(),
  artwork: Type.String(),
  tint: Type.String(),
  kind: LinkKind,
  host: Type.String({ description: "where it leads: a host, or the app's name" }),
  tip: Type.String(),
  available: Type.Boolean(),
  reason: Type.Optional(Type.String({ description: "why one may not go now" })),
});
export type LinkPreview = Static<typeof LinkPreview>;

export const partners = shapesOf<typeof routes>()({
  link: {
    summary: "What the jump page shows of a business link, for a city",
    input: Type.Object(linkInput),
    output: LinkPreview,
    refusals: ["NOT_FOUND"],
  },
  go: {
    summary: "A signed link that is good once and shortly; it carries nothing personal",
    input: Type.Object(linkInput),
    output: Type.Object({ kind: LinkKind, url: Type.String(), expiresAt: Instant }),
    refusals: ["NOT_FOUND", "BIZ_CLOSED", "RATE_LIMITED"],
  },
});
