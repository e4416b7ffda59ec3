/** A member's invitation posters: the list, and each poster as a picture. */
import type { PosterId, PosterSheet } from "@yunjing/contract/schemas/posters";
import { Refusal } from "../../../platform/refusal.ts";
import type { PosterCache } from "./poster-cache.ts";
import { editionOf, linkOf, type PosterFacts } from "./model.ts";
import type { PosterMemberReader } from "./port.ts";
import { RULES, shareText, templates } from "./templates.ts";

export type PosterDeps = { readonly members: PosterMemberReader; readonly cache: PosterCache };
export type PosterRequester = { readonly memberId: string; readonly origin: string };

/** Refuses AUTH_EXPIRED when the member no longer exists. */
async function factsOf({ members }: PosterDeps, { memberId, origin }: PosterRequester) {
  const member = await members.posterMemberOf(memberId);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  const { nickname, inviteCode, portrait } = member;
  const link = linkOf({ origin, inviteCode });
  return (posterId: PosterId): PosterFacts => ({ posterId, nickname, link, portrait });
}

/**
 * Returns every poster of a member by name and edition, with the texts for sharing. Refuses
 * AUTH_EXPIRED.
 */
export async function posterSheet(
  deps: PosterDeps,
  requester: PosterRequester,
): Promise<PosterSheet> {
  const facts = await factsOf(deps, requester);
  return {
    link: facts("deep-sea").link,
    share: shareText,
    rules: [...RULES],
    posters: templates.map(({ posterId, title, scene, slogan }) => ({
      posterId,
      title,
      edition: editionOf(facts(posterId)),
      alt: `${scene}。${slogan.join("，")}。右下是你的二维码`,
    })),
  };
}

/**
 * Returns one poster of a member as PNG. Refuses AUTH_EXPIRED, and SYS_BUSY while too many posters
 * are being drawn.
 */
export async function posterPicture(
  deps: PosterDeps,
  { posterId, ...requester }: PosterRequester & { readonly posterId: PosterId },
): Promise<Uint8Array> {
  const facts = await factsOf(deps, requester);
  return deps.cache.picture(facts(posterId));
}
