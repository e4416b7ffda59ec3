/** The permissions of operators; a caller with at least one of them may enter the console. */

export const operatorPermissions = [
  /** Prices, stock, publishing, the home page. */
  "catalog:edit",
  /** Coupon campaigns: creating them, and (another person) approving them. */
  "campaigns:edit",
  "campaigns:approve",
  /** Suppliers: their money, circuits and losses, and our own cards. */
  "supply:manage",
  /** How points are earned. */
  "points:edit",
  /** Orders that no supplier has decided. */
  "orders:handle",
  "orders:refund",
  /** What can be topped up, and with which bonus. */
  "wallet:edit",
  /**
   * The ledger: reading it, proposing adjustments, (another person) posting them, and freezing
   * money.
   */
  "ledger:read",
  "ledger:adjust",
  "ledger:approve",
  "ledger:freeze",
  /** Approving and denying withdrawals of reward cash. */
  "withdrawals:review",
  /** The levels, and levels granted by hand. */
  "levels:edit",
  /** Invitation campaigns; and invitation bindings and rewards that need a review. */
  "invitations:edit",
  "invitations:review",
  /** Announcements, and messages that could not be delivered. */
  "messages:send",
  /** Partners: allowed link destinations, the links themselves, clicks and partners' orders. */
  "partners:manage",
  /** Dealers of codes: their prices, their quotas, and what they owe. */
  "dealers:manage",
  /** Codes: approving batches, monitoring code guessing, creating canaries. */
  "exchange:approve",
  "audit:read",
  /** Operators and roles: inviting, granting and (another person) approving; ending access. */
  "operators:manage",
] as const;

const known: ReadonlySet<string> = new Set(operatorPermissions);

/** Returns whether the caller may enter the console. */
export const isOperator = (rights: {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}): boolean =>
  rights.roles.includes("admin") || rights.permissions.some((permission) => known.has(permission));
