/** What an operator may be allowed to do; whoever holds one of these may enter the console. */

export const operatorPermissions = [
  /** Prices, stock, publishing, the home page. */
  "catalog:edit",
  /** Coupon campaigns: making them, and (another person) letting them live. */
  "campaigns:edit",
  "campaigns:approve",
  /** Suppliers: their money, circuits and losses, and cards of our own. */
  "supply:manage",
  /** How points are earned. */
  "points:edit",
  /** The desk of what no supplier decided. */
  "orders:handle",
  "orders:refund",
  /** What can be topped up, and with which bonus. */
  "wallet:edit",
  /** The books: seeing them, proposing entries, (another person) booking them, and keeping money from being spent. */
  "ledger:read",
  "ledger:adjust",
  "ledger:approve",
  "ledger:freeze",
  /** Letting reward cash out, or not. */
  "withdrawals:review",
  /** The ladder of levels, and levels given by hand. */
  "levels:edit",
  /** Invitation campaigns; and bonds and rewards that need a person. */
  "invitations:edit",
  "invitations:review",
  /** Announcements, and what could not be told. */
  "messages:send",
  /** Partners: where links may lead, the links themselves, clicks and partners' orders. */
  "partners:manage",
  /** Dealers of codes: what they pay and may make, and what they owe. */
  "dealers:manage",
  /** Codes: letting batches live, watching how they are guessed, laying canaries. */
  "exchange:approve",
  "audit:read",
] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

const known: ReadonlySet<string> = new Set(operatorPermissions);

/** True of whoever may enter the console at all. */
export const isOperator = (rights: {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}): boolean =>
  rights.roles.includes("admin") || rights.permissions.some((permission) => known.has(permission));
