/**
 * Messages as the trade speaks of them.
 *
 * - message: one thing a member is told; the row itself is the telling in the app (unread, read, hidden)
 * - kind: which news it is of; its words are in `templates.ts`
 * - topic: under which tab it stands
 * - channel: a way beside the app: SMS, or WeChat
 * - sending: one message on its way through one channel
 * - subject: what a member may want to hear of outside the app, each asked for by itself
 */
import type {
  ConsentChannel,
  ConsentSubject,
  MessageTopic,
} from "@yunjing/contract/schemas/messages";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";

export type { ConsentChannel as Channel, ConsentSubject as Subject, MessageTopic };

export const topics = ["order", "asset", "invite", "campaign", "security"] as const;

/** A message before it lies in a member's book. */
export type Draft = {
  readonly memberId: string;
  /** The same thing has the same key, however often it is heard of. */
  readonly dedupeKey: string;
  readonly kind: string;
  readonly topic: MessageTopic;
  readonly title: string;
  readonly text: string;
  /** When it happened, where the news says so; else it happened now. */
  readonly at?: Date | undefined;
  /** A path within the app. */
  readonly link?: string | undefined;
  /** What the channels' own forms ask for. */
  readonly facts: Readonly<Record<string, string>>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nobody is woken from ten in the evening to eight in the morning (domain.md 22). */
const QUIET_FROM_MS = 22 * HOUR_MS;
const QUIET_TO_MS = 8 * HOUR_MS;

/** When the quiet hours that hold `now` are over, or undefined by day. */
export function quietUntil(now: Date): Date | undefined {
  const there = now.getTime() + SHANGHAI_MS;
  const ofDay = there % DAY_MS;
  const midnight = there - ofDay;
  if (ofDay < QUIET_TO_MS) return new Date(midnight + QUIET_TO_MS - SHANGHAI_MS);
  if (ofDay >= QUIET_FROM_MS) return new Date(midnight + DAY_MS + QUIET_TO_MS - SHANGHAI_MS);
  return undefined;
}

/** Midnight of the day of Shanghai that holds `at`. */
export const dayStart = (at: Date): Date => {
  const there = at.getTime() + SHANGHAI_MS;
  return new Date(there - (there % DAY_MS) - SHANGHAI_MS);
};
export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

const shanghaiIso = (at: Date): string => new Date(at.getTime() + SHANGHAI_MS).toISOString();
/** 2026-11-21, of Shanghai. */
export const dayOf = (at: Date): string => shanghaiIso(at).slice(0, 10);
/** 2026-11-21 12:30, of Shanghai. */
export const minuteOf = (at: Date): string => shanghaiIso(at).slice(0, 16).replace("T", " ");
/** 11月21日, of Shanghai. */
export const dayText = (at: Date): string =>
  `${Number(shanghaiIso(at).slice(5, 7))}月${Number(shanghaiIso(at).slice(8, 10))}日`;

/** A path within the app: one slash, then anything but a second one, which browsers read as another host. */
export const isOwnPath = (link: string): boolean => /^\/([^/\\\s][^\\\s]*)?$/.test(link);

/** 12.30 元. */
export const yuanOf = (fen: number): string => `${(fen / 100).toFixed(2)} 元`;
