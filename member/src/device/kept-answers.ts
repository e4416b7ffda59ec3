/**
 * Keeps what one member read, so that a page opened without a network can show it: compressed,
 * bounded, of this build only, and gone with the member.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { BUILD_ID } from "./platform.ts";
import { forget, keep, keptKeys, recall } from "./storage.ts";

const INDEX = "read-index";
const PREFIX = "read:";
/** Orders already seen by their number; those by a receipt belong to whoever holds it. */
const SEEN_ORDER = /^order:\d+$/;
/** As long as orders already seen are kept. */
const KEPT_MS = 14 * 86_400_000;
/** The storage of a site is some 5 MB; half a megabyte packs into about a tenth of it. */
const ANSWERS_MAX = 24;
const ANSWER_CHARS_MAX = 60_000;

/** Whose answers these are, and when each was read, in ms, by its name. */
type Index = {
  readonly owner: string;
  readonly build: string;
  readonly at: Readonly<Record<string, number>>;
};
/** An answer as it was read at `at`, in ms. */
export type KeptAnswer = { readonly at: number; readonly data: unknown };

const isIndex = (value: unknown): value is Index =>
  typeof value === "object" &&
  value !== null &&
  "owner" in value &&
  "build" in value &&
  "at" in value &&
  typeof value.at === "object";
const isBoxed = (value: unknown): value is { readonly data: unknown } =>
  typeof value === "object" && value !== null && "data" in value;

const indexNow = (): Index | undefined => recall(INDEX, isIndex);

function forgetAnswers(): void {
  const names = keptKeys().filter((key) => key === INDEX || key.startsWith(PREFIX));
  names.forEach(forget);
}

/** Forgets what another member read, or another build kept; `uid` is null without a login. */
export function settleOwner(uid: string | null, build = BUILD_ID): void {
  const index = indexNow();
  if (!index || uid === null) return;
  if (index.owner === uid && index.build === build) return;
  forgetAnswers();
  if (index.owner !== uid) {
    for (const key of keptKeys()) if (SEEN_ORDER.test(key)) forget(key);
  }
}

/** Keeps an answer of this member; the longest read ones make room. One too large is not kept. */
export function keepAnswer(owner: string, name: string, { at, data }: KeptAnswer): void {
  settleOwner(owner);
  if (JSON.stringify(data).length > ANSWER_CHARS_MAX) return;
  const newestFirst = Object.entries({ ...indexNow()?.at, [name]: at }).sort(
    ([, one], [, other]) => other - one,
  );
  for (const [old] of newestFirst.slice(ANSWERS_MAX)) forget(PREFIX + old);
  const expiresAt = at + KEPT_MS;
  keep(PREFIX + name, { data }, expiresAt);
  const index: Index = {
    owner,
    build: BUILD_ID,
    at: Object.fromEntries(newestFirst.slice(0, ANSWERS_MAX)),
  };
  keep(INDEX, index, expiresAt);
}

/** What this member read under a name, if this build kept it. */
export function recallAnswer(owner: string, name: string): KeptAnswer | undefined {
  const index = indexNow();
  const at = ownValue(index?.at, name);
  if (index?.owner !== owner || index.build !== BUILD_ID || at === undefined) return undefined;
  const boxed = recall(PREFIX + name, isBoxed);
  return boxed && { at, data: boxed.data };
}
