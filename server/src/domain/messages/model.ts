/**
 * Messages to members. Terms:
 *
 * - message: one notification of a member; its row is also the notification in the app (unread,
 *   read, hidden)
 * - kind: the kind of domain event it is about; its texts are in `templates.ts`
 * - topic: the tab it is shown under
 * - channel: a way outside the app: SMS, or WeChat
 * - sending: the delivery of one message through one channel
 * - subject: what a member can be notified of outside the app, each with its own consent
 */
import type {
  ConsentChannel,
  ConsentSubject,
  MessageTopic,
} from "@yunjing/contract/schemas/messages";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";

export type { ConsentChannel as Channel, ConsentSubject as Subject, MessageTopic };

export const topics = ["order", "asset", "invite", "campaign", "security"] as const;

/** A message before it is stored for a member. */
export type Draft = {
  readonly memberId: string;
  /** The same event has the same key, however often it is delivered. */
  readonly dedupeKey: string;
  readonly kind: string;
  readonly topic: MessageTopic;
  readonly title: string;
  readonly text: string;
  /** When it happened, if the event contains it; otherwise now. */
  readonly at?: Date | undefined;
  /** A path within the app. */
  readonly link?: string | undefined;
  /** The values for the channels' own templates. */
  readonly facts: Readonly<Record<string, string>>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Quiet hours: no member is disturbed from ten in the evening to eight in the morning (domain.md
 * 22).
 */
const QUIET_FROM_MS = 22 * HOUR_MS;
const QUIET_TO_MS = 8 * HOUR_MS;

/** Returns the end of the quiet hours that contain `now`, or `undefined` by day. */
export function quietUntil(now: Date): Date | undefined {
  const there = now.getTime() + SHANGHAI_MS;
  const ofDay = there % DAY_MS;
  const midnight = there - ofDay;
  if (ofDay < QUIET_TO_MS) return new Date(midnight + QUIET_TO_MS - SHANGHAI_MS);
  if (ofDay >= QUIET_FROM_MS) return new Date(midnight + DAY_MS + QUIET_TO_MS - SHANGHAI_MS);
  return undefined;
}

/** Returns midnight, in Shanghai time, of the day that contains `at`. */
export const dayStart = (at: Date): Date => {
  const there = at.getTime() + SHANGHAI_MS;
  return new Date(there - (there % DAY_MS) - SHANGHAI_MS);
};
export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

const shanghaiIso = (at: Date): string => new Date(at.getTime() + SHANGHAI_MS).toISOString();
/** Like 2026-11-21, in Shanghai time. */
export const dayOf = (at: Date): string => shanghaiIso(at).slice(0, 10);
/** Like 2026-11-21 12:30, in Shanghai time. */
export const minuteOf = (at: Date): string => shanghaiIso(at).slice(0, 16).replace("T", " ");
/** Like 11月21日, in Shanghai time. */
export const dayText = (at: Date): string =>
  `${Number(shanghaiIso(at).slice(5, 7))}月${Number(shanghaiIso(at).slice(8, 10))}日`;

/**
 * Returns whether this is a path within the app: a single leading slash, because browsers read two
 * as another host.
 */
export const isOwnPath = (link: string): boolean => /^\/([^/\\\s][^\\\s]*)?$/.test(link);

/** For example 12.30 元. */
export const yuanOf = (fen: number): string => `${(fen / 100).toFixed(2)} 元`;
