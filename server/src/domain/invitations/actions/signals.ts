/** What a judge of fraud may compare without anybody reading it: keyed hashes (docs/invitations.md). */
import type { Context } from "../../../platform/context.ts";

export type Signal = "device" | "ip" | "agent" | "phone-segment" | "account";

/** The same text of the same signal has the same hash; nothing else can be told from it. */
export const hashOf = (context: Context, signal: Signal, text: string): Buffer =>
  context.secrets.mac("invite-signal", `${signal}:${text}`);
