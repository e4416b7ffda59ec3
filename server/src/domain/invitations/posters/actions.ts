/** A member's invitation posters: the list, and each poster as a picture. */
import { builtInShareTexts } from "@yunjing/contract/built-in-share-texts";
import type { PosterTexts, ShareTexts } from "@yunjing/contract/schemas/content";
import type { PosterId, PosterSheet } from "@yunjing/contract/schemas/posters";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import type { PosterCache } from "./poster-cache.ts";
import { editionOf, linkOf, type PosterFacts } from "./model.ts";
import type { PosterMemberReader } from "./port.ts";
import { RULES, templates } from "./templates.ts";

export { undrawableIn } from "./draw.ts";

export type PosterDeps = {
  readonly members: PosterMemberReader;
  readonly cache: PosterCache;
  /** The operators' texts in force. */
  readonly shareTexts: () => Promise<ShareTexts>;
};
export type PosterRequester = { readonly memberId: string; readonly origin: string };

/** Refuses AUTH_EXPIRED when the member no longer exists. */
async function factsOf({ members }: PosterDeps, { memberId, origin }: PosterRequester) {
  const member = await members.posterMemberOf(memberId);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  const { nickname, inviteCode, portrait } = member;
  const link = linkOf({ origin, inviteCode });
  return (posterId: PosterId, texts: PosterFacts["texts"]): PosterFacts => ({
    posterId,
    texts: { slogan: texts.slogan, offer: texts.offer },
    nickname,
    link,
    portrait,
  });
}

/** Returns the texts of a poster; those that are installed where the stored ones lack it. */
function textsOf({ posters }: ShareTexts, posterId: PosterId): PosterTexts {
  const isIt = (one: PosterTexts) => one.posterId === posterId;
  const texts = posters.find(isIt) ?? builtInShareTexts.posters.find(isIt);
  invariant(texts, `poster ${posterId} has texts`);
  return texts;
}

/**
 * Returns every poster of a member by name and edition, with the texts for sharing. Refuses
 * AUTH_EXPIRED.
 */
export async function posterSheet(
  deps: PosterDeps,
  requester: PosterRequester,
): Promise<PosterSheet> {
  const [facts, shared] = await Promise.all([factsOf(deps, requester), deps.shareTexts()]);
  const posters = templates.map(({ posterId, scene }) => {
    const { title, slogan, offer } = textsOf(shared, posterId);
    const drawn = facts(posterId, { slogan, offer });
    const alt = `${scene}。${slogan.join("，")}。右下是你的二维码`;
    return { link: drawn.link, poster: { posterId, title, edition: editionOf(drawn), alt } };
  });
  const [first] = posters;
  invariant(first, "there are posters");
  return {
    link: first.link,
    share: shared.invitation,
    rules: [...RULES],
    posters: posters.map(({ poster }) => poster),
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
  const [facts, shared] = await Promise.all([factsOf(deps, requester), deps.shareTexts()]);
  return deps.cache.picture(facts(posterId, textsOf(shared, posterId)));
}
