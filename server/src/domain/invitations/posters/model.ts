/** The content of a poster, its link, and its edition. */
import { createHash } from "node:crypto";
import type { PosterTexts } from "@yunjing/contract/schemas/content";
import type { PosterId } from "@yunjing/contract/schemas/posters";

/** Everything that is drawn. The same facts give the same bytes on every machine of one kind. */
export type PosterFacts = {
  readonly posterId: PosterId;
  readonly texts: Pick<PosterTexts, "slogan" | "offer">;
  readonly nickname: string;
  readonly link: string;
  /** The member's own picture; without one a sea view is drawn. */
  readonly portrait?: Portrait | undefined;
};

export type Portrait = {
  /** Another picture has another key. */
  readonly key: string;
  /** Returns `undefined` when the picture no longer exists. */
  readonly read: () => Promise<Buffer | undefined>;
};

/** Increase it with every change of a drawing, so that caches do not keep the old one. */
const DRAWING_VERSION = 1;

/**
 * Returns the link a friend opens, with its source; the app stores both the code and the source.
 */
export function linkOf({
  origin,
  inviteCode,
}: {
  origin: string;
  inviteCode: string | undefined;
}): string {
  const link = new URL("/", origin);
  if (inviteCode) link.searchParams.set("inviteCode", inviteCode);
  link.searchParams.set("from", "poster");
  return link.href;
}

/** Returns the link as shown and typed: without the parts that only a program needs. */
export function shortLinkOf(link: string): string {
  const { host, searchParams } = new URL(link);
  const code = searchParams.get("inviteCode");
  return code ? `${host}/?inviteCode=${code}` : host;
}

/** Identifies the bytes without drawing them: 16 digits of the hash of all inputs. */
export function editionOf({ posterId, texts, nickname, link, portrait }: PosterFacts): string {
  const content = JSON.stringify([
    DRAWING_VERSION,
    posterId,
    texts.slogan,
    texts.offer,
    nickname,
    link,
    ...(portrait ? [portrait.key] : []),
  ]);
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
