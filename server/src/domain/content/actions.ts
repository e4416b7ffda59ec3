/** Public actions of the company's texts: what members read, and how operators change it. */
import { isInAppPath } from "@yunjing/contract/in-app-path";
import { builtInShareTexts } from "@yunjing/contract/built-in-share-texts";
import type { Contacts, HelpArticle, ShareTexts } from "@yunjing/contract/schemas/content";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../platform/entity-history.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { deterministicUuid } from "../../platform/random.ts";
import { DEFAULT_HOURS, type SupportContact } from "../../platform/support-contact.ts";
import { Refusal } from "../../platform/refusal.ts";
import { temptingIn } from "./model.ts";
import { type ContentName, readContent, type SiteContent, storeContent } from "./store.ts";

export { contentStateOf } from "./store.ts";
export { agreementInForce, termsReader } from "./actions/agreements.ts";
export { versionedStateOf } from "./store/versions.ts";

/** Returns the operators' help articles; none before the first version. */
export async function helpArticles(db: Db): Promise<HelpArticle[]> {
  const stored = await readContent(db, "help");
  return [...(stored?.body ?? [])];
}

/** Returns the contacts; before their first version there are only the usual hours. */
export async function siteContacts(db: Db): Promise<Contacts> {
  const stored = await readContent(db, "contacts");
  return stored?.body ?? { hours: DEFAULT_HOURS };
}

/** Returns the share texts in force; before their first version those that are installed. */
export async function shareTexts(db: Db): Promise<ShareTexts> {
  const stored = await readContent(db, "share");
  return stored?.body ?? builtInShareTexts;
}

/** Returns the first character that posters cannot draw; the invitations' module implements it. */
export type UndrawableIn = (texts: readonly string[]) => Promise<string | undefined>;

/**
 * Refuses INPUT_INVALID {field} for forbidden words, for a set of posters that is not the built-in
 * one, and for a character that posters cannot draw.
 */
export async function refuseShare(
  { home, invitation, posters }: ShareTexts,
  undrawableIn: UndrawableIn,
): Promise<void> {
  refuseTempting([home.title, home.description], "share.home.description");
  refuseTempting([invitation.title, invitation.text], "share.invitation.text");
  const known = builtInShareTexts.posters.map(({ posterId }) => posterId);
  if (known.join() !== posters.map(({ posterId }) => posterId).join())
    throw invalid("share.posters", "海报的张数和顺序不能改");
  for (const [at, { title, slogan, offer }] of posters.entries()) {
    const lines = [title, ...slogan, ...offer];
    refuseTempting(lines, `share.posters.${at}`);
    const character = await undrawableIn(lines);
    if (character !== undefined)
      throw invalid(`share.posters.${at}`, `海报画不出「${character}」，请换一个字`);
  }
}

/** Who stored a document that no operator wrote. */
const INSTALLATION = "installation";

/**
 * Stores the contacts that an installation gave as settings before they were content; does nothing
 * once there are any.
 */
export async function adoptContacts(
  { clock }: Context,
  db: Db,
  { phone, hours = DEFAULT_HOURS }: Partial<SupportContact>,
): Promise<void> {
  if (phone === undefined && hours === DEFAULT_HOURS) return;
  const body = { hours, ...(phone === undefined ? {} : { phone }) };
  const made = { name: "contacts", sinceVersion: 0, body, savedBy: INSTALLATION } as const;
  await transaction(db, (tx) => storeContent(tx, { ...made, now: clock.sql() }));
}

/** Returns who stored a document and when, and the version that the next change names. */
export async function storedBy(db: Db, namesOf: NamesOf, name: ContentName) {
  const stored = await readContent(db, name);
  if (!stored) return { sinceVersion: 0 };
  const { version, savedBy, savedAt } = stored;
  if (savedBy === INSTALLATION) return { sinceVersion: version };
  const nameOf = await namesOf(db, [savedBy]);
  return { sinceVersion: version, savedAt, savedBy: { id: savedBy, name: nameOf(savedBy) } };
}

const invalid = (field: string, text: string) => new Refusal("INPUT_INVALID", { field, text });

function refuseTempting(texts: readonly string[], field: string): void {
  const fault = temptingIn(texts, field);
  if (fault) throw new Refusal("INPUT_INVALID", fault);
}

/** Refuses INPUT_INVALID {field} for two articles of one id, a link outside the app, forbidden words. */
export function refuseHelp(list: readonly HelpArticle[]): void {
  const ids = list.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw invalid("list", "文章编号重复，请删除一篇");
  list.forEach(({ text, answer, link }, at) => {
    refuseTempting([text, ...answer], `list.${at}.text`);
    if (link && !isInAppPath(link.url)) throw invalid(`list.${at}.link.url`, "页面地址不能打开");
  });
}

/** Refuses INPUT_INVALID {field} for forbidden words. */
export const refuseContacts = (contacts: Contacts): void =>
  refuseTempting([contacts.hours, contacts.company ?? ""], "contacts.hours");

/**
 * Replaces a document at once and returns its version. Refuses STATE_CHANGED {current} with what
 * another operator stored meanwhile; then nothing is stored.
 */
export async function changeContent<N extends ContentName>(
  context: Context,
  db: Db,
  change: {
    readonly name: N;
    readonly body: SiteContent[N];
    readonly sinceVersion: number;
    readonly operatorId: string;
    readonly reason: string;
    readonly namesOf: NamesOf;
  },
): Promise<number> {
  const { name, body, sinceVersion, operatorId, reason, namesOf } = change;
  const version = await transaction(db, async (tx) => {
    const now = context.clock.sql();
    const stored = await storeContent(tx, { name, body, sinceVersion, savedBy: operatorId, now });
    if (stored === undefined) return undefined;
    await writeHistoryEntry(context, tx, {
      memberId: operatorId,
      entity: "site_content",
      entityId: deterministicUuid(`site_content:${name}`),
      name: "changed",
      actor: { kind: "operator", id: operatorId },
      reason,
      data: { name, version: stored },
    });
    return stored;
  });
  if (version !== undefined) return version;
  const current = await readContent(db, name);
  const by = await storedBy(db, namesOf, name);
  throw new Refusal("STATE_CHANGED", current ? { current: { ...by, [name]: current.body } } : {});
}
