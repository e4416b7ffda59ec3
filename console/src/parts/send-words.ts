/** The words of how a message was sent outside of the app: the channel and the state. */
import { ownValue } from "@yunjing/contract/own-value";
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

/** Returns the tone and the words of one sending: `["ok", "短信 已送达"]`. */
export function sendOf(send: {
  readonly channel: string;
  readonly state: string;
}): readonly [Tone, string] {
  const [tone, word] = ownValue(sendStates, send.state) ?? ["outline", send.state];
  return [tone, `${ownValue(channelWords, send.channel) ?? send.channel} ${word}`];
}
