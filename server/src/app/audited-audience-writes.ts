/** Maps the writes on audiences to the states that the audit shows before and after them. */
import {
  listStateOf,
  messageTextStateOf,
  segmentStateOf,
  sendStateOf,
} from "../domain/audiences/actions.ts";
import type { Db } from "../platform/database/pool.ts";
import type { AuditedWrites } from "../platform/http/audited-writes.ts";

const READS = {
  reason: "It reads members and stores nothing but the record of this call.",
} as const;

/** Readers return `undefined` for what does not exist. */
export const audienceWrites = (db: Db): AuditedWrites["operatorAudiences"] => ({
  createSegment: async (_input, made) => made && segmentStateOf(db, made.segmentId),
  countSegment: READS,
  changeSegment: ({ segmentId }) => segmentStateOf(db, segmentId),
  deleteSegment: ({ segmentId }) => segmentStateOf(db, segmentId),
  createList: async (_input, made) => made && listStateOf(db, made.listId),
  forecast: READS,
  giveSegment: async (_input, made) => made && sendStateOf(db, made.sendId),
  sendMessage: async (_input, made) => made && sendStateOf(db, made.sendId),
  pause: ({ sendId }) => sendStateOf(db, sendId),
  resume: ({ sendId }) => sendStateOf(db, sendId),
  cancel: ({ sendId }) => sendStateOf(db, sendId),
  setTemplate: ({ code }) => messageTextStateOf(db, code),
});
