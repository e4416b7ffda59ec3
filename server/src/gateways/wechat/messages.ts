/**
 * Sends template and subscription messages through WeChat, with the access token shared by all
 * processes.
 */
import Type from "typebox";
import Value from "typebox/value";
import type { WechatAnswer, WechatMessage, WechatMessages } from "../../domain/messages/port.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Outage } from "../../platform/refusal.ts";
import { unsignedCall, type Reply, requireSafeOrigin } from "../signing/call.ts";
import { type Credential, type CredentialValue, sharedCredential } from "./credential.ts";
import { type WechatAccount, wechatPlatform } from "./platform.ts";

const SendResponse = Type.Object({ errcode: Type.Integer() });

/** The token is not the latest, is invalid, or has expired (WeChat, global return codes). */
const TOKEN_REFUSED: ReadonlySet<number> = new Set([40_001, 40_014, 42_001]);
/**
 * The meaning of WeChat's codes for a message; any other code is our own defect and must be
 * investigated.
 */
const meanings: Readonly<Record<number, Exclude<WechatAnswer["state"], "sent">>> = {
  /** The member declined the message, or withdrew their consent. */
  43101: "refused",
  /** The openid does not belong to this account, does not follow it, or has blocked it. */
  40003: "unreachable",
  43004: "unreachable",
  43019: "unreachable",
  /** WeChat is busy, the daily quota is used up, or there are too many concurrent calls. */
  [-1]: "later",
  45009: "later",
  45047: "later",
};

type SendOutcome = WechatAnswer | "token_refused";

function outcomeOf(reply: Reply): SendOutcome {
  // With an unreadable answer the message may still have been sent.
  if (!reply.answered || reply.status !== 200 || !Value.Check(SendResponse, reply.body)) {
    return { state: "unheard", errorCode: "unheard" };
  }
  const { errcode } = reply.body;
  if (errcode === 0) return { state: "sent" };
  if (TOKEN_REFUSED.has(errcode)) return "token_refused";
  return { state: meanings[errcode] ?? "impossible", errorCode: String(errcode) };
}

/** Returns the current token, or `undefined` while there is none. */
async function currentToken(tokens: Credential): Promise<CredentialValue | undefined> {
  try {
    return await tokens.current();
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}

/** A tap on a message opens its link on `ownOrigin`; without it a message has no link. */
export function wechatMessages(
  context: Context,
  db: Db,
  account: WechatAccount,
  { ownOrigin }: { readonly ownOrigin: string | undefined },
): WechatMessages {
  requireSafeOrigin(account.origin);
  const platform = wechatPlatform(account);
  const tokens = sharedCredential(context, db, {
    name: `${account.appId}:access_token`,
    fetch: (isRefused) => platform.accessToken(isRefused),
  });
  const sendOnce = async (path: string, body: object): Promise<SendOutcome> => {
    const token = await currentToken(tokens);
    if (!token) return { state: "later", errorCode: "no_token" };
    const query = new URLSearchParams({ access_token: token.value });
    const answer = outcomeOf(
      await unsignedCall(account, { method: "POST", path: `${path}?${query}`, body }),
    );
    if (answer === "token_refused") await tokens.invalidate(token);
    return answer;
  };
  const send = async (path: string, body: object): Promise<WechatAnswer> => {
    const first = await sendOnce(path, body);
    // Another process may have requested a new token, which ends this one, so the token is fetched
    // again, once.
    const answer = first === "token_refused" ? await sendOnce(path, body) : first;
    return answer === "token_refused" ? { state: "later", errorCode: "40001" } : answer;
  };
  const linkOf = ({ link }: WechatMessage) =>
    link === undefined || ownOrigin === undefined ? undefined : new URL(link, ownOrigin).href;
  const bodyOf = (message: WechatMessage) => ({
    touser: message.openid,
    template_id: message.templateId,
    data: Object.fromEntries(Object.entries(message.data).map(([key, value]) => [key, { value }])),
  });
  return {
    sendTemplate: (message) =>
      send("/cgi-bin/message/template/send", {
        ...bodyOf(message),
        url: linkOf(message),
        client_msg_id: message.messageId.replaceAll("-", ""),
      }),
    sendSubscribe: (message) =>
      send("/cgi-bin/message/subscribe/bizsend", { ...bodyOf(message), page: linkOf(message) }),
  };
}
