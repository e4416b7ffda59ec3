/** Settings of the outbox, push, files and the cloud protocol. */
import { DAY, MINUTE, SECOND } from "./durations.ts";

export const platformSettings = {
  /** Searches of one operator in a minute. */
  searchesPerMinute: 60,
  // Outbox (reliability.md 3.6)
  outboxLeaseMs: 30 * SECOND,
  outboxTriesMax: 20,
  outboxBatch: 20,
  idempotencyKeptMs: 7 * DAY,
  // Push (reliability.md 2.5, WebSocket): the intervals of pings, and of checking sessions without
  // a hint.
  pushPingMs: 30 * SECOND,
  pushCheckMs: MINUTE,
  /**
   * The time over which a stopping server spreads its closes, so that clients do not all reconnect
   * to the next process at once.
   */
  pushDrainMs: 2 * SECOND,
  // Files (reliability.md 2.5, Uploads; cloud-protocol.md 8)
  fileTicketMs: 10 * MINUTE,
  fileLinkMs: 10 * MINUTE,
  /** How long an unused upload is stored. */
  fileUnusedMs: DAY,
  /** Uploads and kilobytes per day, of a member, or of an address without a login. */
  filesPerDay: 500,
  fileKbPerDay: 204_800,
  /** Uploads per day of all callers without a login together. */
  filesOfNobodyPerDay: 20_000,
  /** Concurrent uploads of one member, or of one address. */
  filesAtOnce: 5,
  /** Requests per minute and address; off while the sandbox is on. */
  floodPerMinute: 1_200,
  // Cloud protocol (cloud-protocol.md, Freshness): how far a client's clock may differ from the
  // server's.
  cloudWindowMs: 15 * MINUTE,
  /**
   * A token with less remaining lifetime than this is renewed in the response (cloud-protocol.md
   * 6).
   */
  cloudRenewBelowMs: 5 * MINUTE,
};
