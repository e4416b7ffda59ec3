/**
 * Signals for the fraud risk check as keyed hashes, so that the values cannot be read
 * (docs/invitations.md).
 */
import type { Context } from "../../../platform/context.ts";

export type Signal = "device" | "ip" | "agent" | "phone-segment" | "account";

/** The same text of the same signal has the same hash. The hash reveals nothing else. */
export const hashOf = (context: Context, signal: Signal, text: string): Buffer =>
  context.secrets.mac("invite-signal", `${signal}:${text}`);
