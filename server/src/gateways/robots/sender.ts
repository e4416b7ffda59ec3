/**
 * Sends texts to the webhooks of group robots: WeCom and DingTalk take one form, Feishu another.
 * Only to hosts of our own settings.
 */
import type { RobotSender } from "../../domain/queues/port.ts";
import { Outage } from "../../platform/refusal.ts";
import { unsignedCall } from "../signing/call.ts";

const FEISHU = /(^|\.)(feishu\.cn|larksuite\.com)$/;

const bodyFor = ({ hostname }: URL, text: string): object =>
  FEISHU.test(hostname)
    ? { msg_type: "text", content: { text } }
    : { msgtype: "text", text: { content: text } };

/** WeCom and DingTalk answer `errcode`, Feishu `code`; 0 is accepted. */
function isAccepted(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { errcode, code } = body as { readonly errcode?: unknown; readonly code?: unknown };
  return errcode === 0 || code === 0;
}

export const robotSender = ({
  hosts,
  timeoutMs,
}: {
  readonly hosts: readonly string[];
  readonly timeoutMs: number;
}): RobotSender => ({
  hosts,
  async send({ url: address, text, key }) {
    // The list may have changed since the address was stored.
    const url = URL.parse(address);
    if (!url || !hosts.includes(url.host)) throw new Outage("robot", "its host is not allowed");
    const reply = await unsignedCall(
      { origin: url.origin, timeoutMs },
      {
        method: "POST",
        path: `${url.pathname}${url.search}`,
        body: bodyFor(url, text),
        headers: { "idempotency-key": key },
      },
    );
    if (!reply.answered) throw new Outage("robot", reply.cause ?? reply.reason);
    if (reply.status !== 200 || !isAccepted(reply.body))
      throw new Outage("robot", `answered ${reply.status}`);
  },
});
