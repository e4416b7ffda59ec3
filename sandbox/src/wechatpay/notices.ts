/**
 * Sends signed and encrypted notifications to the merchant, and retries on WeChat's schedule until
 * they are confirmed.
 */
import { randomUUID } from "node:crypto";
import type { Scheduler, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { type NoticeKind, signatureHeaders, encryptResource } from "./crypto.ts";
import type { WechatPayKeys } from "./keys.ts";

/** WeChat's pauses: 15s/15s/30s/3m/10m/20m/30m/30m/30m/60m/3h/3h/3h/6h/6h, about a day in all. */
export const NOTICE_RETRY_MS = [
  15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800, 21_600, 21_600,
].map((seconds) => seconds * 1_000);
const ANSWER_WITHIN_MS = 5_000;

/** `nextAt` is in ms since 1970, or null when the notice was confirmed or given up. */
export type Notice = {
  id: string;
  about: string;
  url: string;
  rawBody: string;
  tries: number;
  nextAt: number | null;
  last?: string;
};

export type NoticeParts = {
  keys: WechatPayKeys;
  journal: Journal<Notice>;
  clock: Clock;
  agenda: Scheduler;
  retryMs: readonly number[];
  /** Returns the merchant's actual origin; when it is unknown, the notice's own address is used. */
  origin: () => string | undefined;
  closing: AbortSignal;
};

export function createNotices(parts: NoticeParts) {
  const { journal, clock, agenda, keys } = parts;
  const plan = ({ id, nextAt }: Notice) => {
    if (nextAt !== null) agenda.at(nextAt, () => void deliver(id));
  };
  const deliver = async (id: string) => {
    const notice = journal.get(id);
    if (!notice || notice.nextAt === null) return;
    const last = await post(notice, parts);
    if (parts.closing.aborted) return;
    const pauseMs = parts.retryMs[notice.tries];
    const isOver = last === "204" || last === "200" || pauseMs === undefined;
    const nextAt = isOver ? null : clock.now().getTime() + pauseMs;
    const delivered = { ...notice, tries: notice.tries + 1, nextAt, last };
    journal.put(id, delivered);
    plan(delivered);
  };
  return {
    /** Starts a notification; each call creates one with its own id. */
    begin(event: {
      type: string;
      kind: NoticeKind;
      summary: string;
      url: string;
      about: string;
      content: object;
    }): void {
      const id = randomUUID();
      const now = clock.now();
      const rawBody = JSON.stringify({
        id,
        create_time: now.toISOString().replace(/\.\d+Z$/, "+00:00"),
        resource_type: "encrypt-resource",
        event_type: event.type,
        summary: event.summary,
        resource: encryptResource(event.kind, event.content, keys.apiV3Key),
      });
      const { url, about } = event;
      const notice = { id, about, url, rawBody, tries: 0, nextAt: now.getTime() };
      journal.put(id, notice);
      plan(notice);
    },
    of: (about: string) =>
      journal
        .values()
        .filter((notice) => notice.about === about)
        .map(({ id, tries, nextAt, last }) => ({ id, tries, nextAt, last })),
    resume: () => journal.values().forEach(plan),
  };
}
export type Notices = ReturnType<typeof createNotices>;

/** Returns the HTTP status as text, or the reason why there is none. */
async function post(notice: Notice, parts: NoticeParts): Promise<string> {
  const { pathname } = new URL(notice.url);
  const url = new URL(pathname, parts.origin() ?? notice.url);
  return fetch(url, {
    method: "POST",
    headers: {
      ...signatureHeaders(notice.rawBody, parts.keys, parts.clock.now()),
      "wechatpay-signature-type": "WECHATPAY2-SHA256-RSA2048",
      "content-type": "application/json",
      "user-agent": "Mozilla/4.0",
    },
    body: notice.rawBody,
    redirect: "error",
    signal: AbortSignal.any([parts.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    },
    () => "no answer",
  );
}
