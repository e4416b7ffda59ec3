/** What withdrawals work with besides the database: the channel, who the payee is, and how the member proves it. */
import type { Payers } from "../../payments/port.ts";
import type { PayoutChannel, WithdrawProofs } from "../port.ts";

export type WithdrawDeps = {
  readonly channel: PayoutChannel;
  /** The payee is the member's own identity at the channel, never one that a request names. */
  readonly payers: Payers;
  readonly proofs: WithdrawProofs;
};
