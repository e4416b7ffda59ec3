/**
 * Template and subscription messages of the sandbox WeChat: user consents, sent messages and send
 * faults.
 */
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";

export type Received = {
  readonly msgid: number;
  readonly openid: string;
  readonly templateId: string;
  readonly way: "template" | "subscribe";
  readonly data: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly clientMsgId?: string;
  /** ISO instant. */
  readonly at: string;
};
/**
 * A user's answer to WeChat's consent question; each acceptance of a one-time subscription allows
 * one message.
 */
export type Subscription = {
  readonly openid: string;
  readonly templateId: string;
  readonly isRefused: boolean;
  readonly credits: number;
};
export type MessageFaults = {
  /** Returned for every send request; 0 means normal operation. */
  readonly errcode: number;
  /** The message is delivered, but the answer is lost. */
  readonly isUnheard: boolean;
};

export type SendRequest = Readonly<Record<string, unknown>>;

/** WeChat forgets a dedupe key after ten minutes. */
const KEY_MS = 600_000;
const OPENID = /^o[\w-]{6,63}$/;
/** Maximum length of each keyword type, in characters. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ["thing", 20],
  ["character_string", 32],
  ["time", 32],
  ["amount", 16],
  ["phrase", 5],
  ["number", 32],
]);

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Returns the values by keyword, or `undefined` when a value is not valid for its type. */
function dataOf(data: unknown): Record<string, string> | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const values = new Map<string, string>();
  for (const [keyword, given] of Object.entries(data)) {
    const value: unknown = typeof given === "object" && given !== null ? given.value : undefined;
    const text = textOf(value);
    const most = LENGTHS.get(keyword.replace(/\d+$/, ""));
    if (text === undefined || most === undefined || [...text].length > most) return undefined;
    values.set(keyword, text);
  }
  return values.size > 0 ? Object.fromEntries(values) : undefined;
}

export type MessageParts = {
  readonly wechatReceived: Journal<Received>;
  readonly wechatSubscriptions: Journal<Subscription>;
  readonly clock: Clock;
};

const keyOf = (openid: string, templateId: string) => `${openid} ${templateId}`;

/** Users' consents, by user and template. */
const createSubscriptions = (journal: Journal<Subscription>) => ({
  of: (openid: string, templateId: string): Subscription =>
    journal.get(keyOf(openid, templateId)) ?? {
      openid,
      templateId,
      isRefused: false,
      credits: 0,
    },
  keep: (one: Subscription): void => journal.put(keyOf(one.openid, one.templateId), one),
});

/**
 * Validates a send request before the consent check. Returns the parsed request, or WeChat's
 * errcode.
 */
function read(wanted: SendRequest) {
  const openid = textOf(wanted["touser"]);
  const templateId = textOf(wanted["template_id"]);
  if (!openid || !OPENID.test(openid)) return 40_003;
  if (!templateId) return 40_037;
  const data = dataOf(wanted["data"]);
  if (!data) return 47_003;
  const url = textOf(wanted["url"]) ?? textOf(wanted["page"]);
  return { openid, templateId, data, ...(url === undefined ? {} : { url }) };
}

export function createWechatMessages({ wechatReceived, wechatSubscriptions, clock }: MessageParts) {
  let faults: MessageFaults = { errcode: 0, isUnheard: false };
  const subscriptions = createSubscriptions(wechatSubscriptions);

  /**
   * Finds an earlier message with the same key to the same user within ten minutes: WeChat sends it
   * only once.
   */
  const before = (openid: string, clientMsgId: string | undefined) =>
    wechatReceived
      .values()
      .findLast(
        (one) =>
          clientMsgId !== undefined &&
          one.openid === openid &&
          one.clientMsgId === clientMsgId &&
          clock.now().getTime() - Date.parse(one.at) < KEY_MS,
      );

  return {
    faults: () => faults,
    setFaults(next: Partial<MessageFaults>): MessageFaults {
      faults = { errcode: 0, isUnheard: false, ...next };
      return faults;
    },
    /** Messages of one user or of all users, newest first. */
    inbox: (openid: string | undefined): Received[] =>
      wechatReceived
        .values()
        .filter((one) => !openid || one.openid === openid)
        .reverse(),
    subscriptions: () => wechatSubscriptions.values(),
    answer(openid: string, templateId: string, isAccepted: boolean): Subscription {
      const credits = isAccepted ? subscriptions.of(openid, templateId).credits + 1 : 0;
      const next = { openid, templateId, isRefused: !isAccepted, credits };
      subscriptions.keep(next);
      return next;
    },
    /** Returns WeChat's errcode, and the message id when it is 0. */
    send(way: Received["way"], wanted: SendRequest): { errcode: number; msgid?: number } {
      const message = faults.errcode === 0 ? read(wanted) : faults.errcode;
      if (typeof message === "number") return { errcode: message };
      const clientMsgId = way === "template" ? textOf(wanted["client_msg_id"]) : undefined;
      const known = before(message.openid, clientMsgId);
      if (known) return { errcode: 0, msgid: known.msgid };
      const agreed = subscriptions.of(message.openid, message.templateId);
      const isWanted = !agreed.isRefused && (way === "template" || agreed.credits > 0);
      if (!isWanted) return { errcode: 43_101 };
      if (way === "subscribe") subscriptions.keep({ ...agreed, credits: agreed.credits - 1 });
      const msgid = 200_228_332 + wechatReceived.values().length;
      const key = clientMsgId === undefined ? {} : { clientMsgId };
      const at = clock.now().toISOString();
      wechatReceived.put(String(msgid), { ...message, ...key, msgid, way, at });
      return { errcode: 0, msgid };
    },
  };
}
export type SandboxMessages = ReturnType<typeof createWechatMessages>;
