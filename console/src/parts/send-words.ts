/** The words of how a message was sent outside of the app: the channel and the state. */
import { ownValue } from "@yunjing/contract/own-value";
import { EMPTY } from "./format.ts";
import type { Tone } from "./tag.tsx";

const sendStates: Readonly<Record<string, readonly [Tone, string]>> = {
  QUEUED: ["outline", "排队"],
  SENDING: ["sea", "发送中"],
  RETRY: ["warn", "重试中"],
  SENT: ["ok", "已送达"],
  REFUSED: ["bad", "被拒"],
  SKIPPED: ["sand", "未发送"],
  UNSURE: ["warn", "结果未知"],
  DEAD: ["bad", "发送失败"],
};

const channelWords: Readonly<Record<string, string>> = { sms: "短信", wechat: "公众号" };

export const channelWord = (channel: string): string => ownValue(channelWords, channel) ?? channel;

/** The tone and the word of a state: `["ok", "已送达"]`. */
export const sendState = (state: string): readonly [Tone, string] =>
  ownValue(sendStates, state) ?? ["outline", state];

const failureWords: Readonly<Record<string, string>> = {
  no_consent: "会员没有同意接收",
  no_phone: "会员没有绑定手机号",
  no_openid: "会员没有绑定微信",
  "43101": "会员没有订阅或已拒收",
};

/** Why a sending failed; a code of the provider stays as it is, for its support. */
export const failureWord = (word: string | undefined): string =>
  word === undefined ? EMPTY : (ownValue(failureWords, word) ?? `错误码 ${word}`);

/** Returns the tone and the words of one sending: `["ok", "短信 已送达"]`. */
export function sendOf(send: {
  readonly channel: string;
  readonly state: string;
}): readonly [Tone, string] {
  const [tone, word] = sendState(send.state);
  return [tone, `${channelWord(send.channel)} ${word}`];
}
