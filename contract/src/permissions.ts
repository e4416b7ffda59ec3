/** The permissions of operators and of members, and which of them a member's session carries. */

/** The permissions of operators; a caller with at least one of them may enter the console. */

export const operatorPermissions = [
  /** The shop's offer: reading it; drafts, prices, stock, names and the home page; and publishing. */
  "catalog:read",
  "catalog:edit",
  "catalog:publish",
  /** Parts of it on their own: agreements' drafts; and stores and menus, with what members see. */
  "content:edit",
  "dining:manage",
  /** Coupon campaigns: creating them, and (another person) approving them. */
  "campaigns:edit",
  "campaigns:approve",
  /**
   * Suppliers: reading them; everything about them, with our own cards; and of that only their money
   * and losses, or only importing cards.
   */
  "supply:read",
  "supply:manage",
  "supply:money",
  "stock:import",
  /** How points are earned. */
  "points:edit",
  /** Compensating a member with a coupon or points. */
  "campaigns:give",
  /** Reading orders; and handling orders that no supplier has decided. */
  "orders:read",
  "orders:handle",
  "orders:refund",
  /** Members: reading them; status, tags, notes and phone; and seeing a whole phone. */
  "members:read",
  "members:edit",
  "members:reveal",
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
  /** Invoices: issuing and rejecting what members ask for. */
  "invoices:handle",
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
  /** Codes and their batches: reading them, and making batches. Dealers have a permission of their own. */
  "codes:read",
  "codes:make",
  /** Codes: approving batches, monitoring code guessing, creating canaries. */
  "exchange:approve",
  /** Members' service tickets: reading, answering and closing them. */
  "tickets:handle",
  /** Nicknames and pictures of members: reviewing them, and the list of words. */
  "moderation:handle",
  /** The figures of the dashboard and their page. */
  "stats:read",
  /** Exports: files of lists that one may read; and files with whole phones. */
  "exports:make",
  "exports:clear",
  "audit:read",
  /** Operators and roles: inviting, granting and (another person) approving; ending access. */
  "operators:manage",
  /** Jobs and the outbox: reading them; and sending dead messages again. */
  "jobs:read",
  "jobs:manage",
  /** The server's settings and kill switches: reading, changing, and (another person) agreeing. */
  "settings:read",
  "settings:edit",
  "settings:approve",
  /** Risk: reading rules, lists and cases; and changing and deciding them. */
  "risk:read",
  "risk:edit",
  /** Uploaded pictures: reading where they are used, blocking and removing them. */
  "files:manage",
] as const;

/**
 * The permissions that a member's session may carry. All others need a session at the console, and
 * with it the second factor.
 */
export const memberPermissions = [
  /** A dealer's own batches of codes: making, exporting and changing them. */
  "exchange:generate",
  /** The developer page. */
  "devop:debug",
] as const;

/** The role that stands for every permission of operators. */
const OPERATOR_ROLE = "admin";

const ofOperators: ReadonlySet<string> = new Set(operatorPermissions);
const ofMembers: ReadonlySet<string> = new Set(memberPermissions);

type Rights = { readonly roles: readonly string[]; readonly permissions: readonly string[] };

/** Returns whether the caller may enter the console. */
export const isOperator = ({ roles, permissions }: Rights): boolean =>
  roles.includes(OPERATOR_ROLE) || permissions.some((permission) => ofOperators.has(permission));

/** Returns the part of a person's rights that a member's session carries: none of an operator. */
export const memberRights = ({ roles, permissions }: Rights) => ({
  roles: roles.filter((role) => role !== OPERATOR_ROLE),
  permissions: permissions.filter((permission) => ofMembers.has(permission)),
});
