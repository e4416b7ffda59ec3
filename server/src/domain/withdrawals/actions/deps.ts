/**
 * The dependencies of withdrawals besides the database: the channel, the payee lookup, and the
 * member's proofs.
 */
import type { RiskGuard } from "../../risk/port.ts";
import type { Payers } from "../../payments/port.ts";
import type { PayoutChannel, WithdrawProofs } from "../port.ts";

export type WithdrawDeps = {
  readonly channel: PayoutChannel;
  /** The payee is the member's own identity at the channel, never one from the request. */
  readonly payers: Payers;
  readonly proofs: WithdrawProofs;
  /** Judges who asks for a withdrawal. */
  readonly risk?: RiskGuard;
};
