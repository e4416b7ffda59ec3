/**
 * When an act of an operator needs a fresh second factor: the one table of it. A route names its
 * act; the server's refusal STEP_UP_NEEDED and the field of the console's prompt follow from that.
 */

/**
 * `always`; `byAmount` when the call moves more than `operatorProofAboveFen`; `whenProposed` when
 * the call becomes a proposal that waits for a second person.
 */
export type StepUp = "always" | "byAmount" | "whenProposed";

export const stepUpOf = {
  /** The maker of what a second person decides: adjustments, hosts, campaigns, bulk coupons. */
  proposal: "always",
  /** The second person who approves. */
  decision: "always",
  /** Operators, roles and grants. */
  grant: "always",
  /** Settings, kill switches, the maintenance notice, and the recipients of alerts. */
  setting: "always",
  /** Rules, lists and cases of risk. */
  riskRule: "always",
  /** The first full phone of a session; within the time of the proof the next ones are free. */
  reveal: "always",
  /** A member's assets are frozen or thawed. */
  freeze: "always",
  /** Codes live, stop, end later or are given out: a batch, or one code. */
  codes: "always",
  /** Cards with their secrets come into stock. */
  cardImport: "always",
  /** A supplier that failed gets orders again. */
  circuit: "always",
  /** It is decided who pays for a loss. */
  loss: "always",
  /** An order that failed is placed, and paid, at a supplier once more. */
  secondOrder: "always",
  /** A picture of a member is removed. */
  fileRemoval: "always",
  /** Refunds, withdrawals, orders decided by hand, money of suppliers and from dealers. */
  payment: "byAmount",
  /** A payment that was entered wrongly is taken back. */
  paymentReversal: "always",
  /** A reward under review: above `inviteReviewAloneFen` it is only proposed. */
  reward: "whenProposed",
  /** Points for an order are proposed; a coupon is given at once. */
  compensation: "whenProposed",
} as const satisfies Readonly<Record<string, StepUp>>;
