/** What a poster is made of, which link it carries, and which edition of it somebody sees. */
import { createHash } from "node:crypto";
import type { PosterId } from "@yunjing/contract/schemas/posters";

/** Everything that is drawn; the same facts are the same bytes, on every machine of one kind. */
export type PosterFacts = {
  readonly posterId: PosterId;
  readonly nickname: string;
  readonly link: string;
  /** The member's own picture; without one a sea view is drawn. */
  readonly portrait?: Portrait | undefined;
};

export type Portrait = {
  /** Another picture has another key. */
  readonly key: string;
  /** Undefined when it is gone. */
  readonly read: () => Promise<Buffer | undefined>;
};

/** To be raised with every change of a drawing, so that nobody keeps the old one. */
const DRAWING_VERSION = 1;

/** Where a friend arrives, and by which way; the app keeps both on arrival. */
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

/** The link as it is read and typed: without what only a machine needs. */
export function shortLinkOf(link: string): string {
  const { host, searchParams } = new URL(link);
  const code = searchParams.get("inviteCode");
  return code ? `${host}/?inviteCode=${code}` : host;
}

/** Names the bytes without drawing them: 16 digits of the hash of all that goes in. */
export function editionOf({ posterId, nickname, link, portrait }: PosterFacts): string {
  const said = JSON.stringify([
    DRAWING_VERSION,
    posterId,
    nickname,
    link,
    ...(portrait ? [portrait.key] : []),
  ]);
  return createHash("sha256").update(said).digest("hex").slice(0, 16);
}
