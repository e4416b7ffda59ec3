/** Limits that clients and server share (spec §9 and domain.md, default limits). */
export const PAGE_SIZE = 20;
export const PAGE_FIRST = 1;
export const TREE_LEVEL_MAX = 10;
/** Names the installed texts of the agreements; raised when those change (`agreements.ts`). */
export const TERMS_VERSION = "2026-11-23";

/** The most pictures that one refund request may contain. */
export const EVIDENCE_MAX = 6;

/** The most stores that one member, or one device without a login, marks as favourites. */
export const FAVOURITE_STORES_MAX = 20;

/** The most pictures that one text of a ticket may contain, and its longest text. */
export const TICKET_PICTURES_MAX = 6;
export const TICKET_TEXT_MAX = 500;
