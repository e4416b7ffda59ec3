/**
 * Anchors of the audit log's hash chains.
 *
 * - head: the end of one operator's chain, the number and the hash of its last line.
 * - anchor: the heads of all chains once a day, signed, in the file store; each contains the hash
 *   of the previous anchor.
 * - checkpoint: the heads of the latest check, signed, in one file that every check overwrites.
 * - fault: a mismatch; its subject is an operator's id or the file concerned.
 */
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";

export const Head = Type.Object({
  operatorId: Type.String(),
  seq: Type.Integer({ minimum: 1 }),
  /** Hex. */
  hash: Type.String(),
});
export type Head = Static<typeof Head>;

const Anchor = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  /** The day in Shanghai, YYYY-MM-DD. */
  day: Type.String(),
  /** Time of writing, ms since 1970. */
  at: Type.Integer(),
  /** SHA-256 of the previous anchor's file, hex; empty for the first. */
  previous: Type.String(),
  /** A broken chain keeps its head from the previous anchor. */
  heads: Type.Array(Head),
  /** Ids of operators whose chains are broken. */
  broken: Type.Array(Type.String()),
});
export type Anchor = Static<typeof Anchor>;

const Checkpoint = Type.Object({ at: Type.Integer(), heads: Type.Array(Head) });
export type Checkpoint = Static<typeof Checkpoint>;

export const asAnchor = (content: unknown): Anchor | undefined =>
  Value.Check(Anchor, content) ? content : undefined;
export const asCheckpoint = (content: unknown): Checkpoint | undefined =>
  Value.Check(Checkpoint, content) ? content : undefined;

export type Fault = { readonly subject: string; readonly text: string };

export const CHECKPOINT_KEY = "audit/latest.json";
export const anchorKey = (number: number): string =>
  `audit/anchors/${String(number).padStart(8, "0")}.json`;
