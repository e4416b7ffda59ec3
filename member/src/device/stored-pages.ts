/** Pages of one member that are opened again and again, and on which nothing is entered. */
export const STORED =
  /^\/pages\/(?:user\/(?:ordtype|index|orders|coupons|score|score_log|balance_log|wallet|messages|tickets|invoices)|invite\/reward)$/;
