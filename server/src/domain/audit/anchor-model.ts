/**
 * Anchors of the audit's chains.
 *
 * - head: the end of one operator's chain, the number and the hash of its last line.
 * - anchor: the heads of all chains once a day, signed, in the file store; each names the hash of the one before.
 * - checkpoint: the heads of the latest check, signed, in one file that every check writes anew.
 * - fault: what does not agree; its subject is an operator's id, or the file it is about.
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
  /** When it was written, ms since 1970. */
  at: Type.Integer(),
  /** SHA-256 of the file of the anchor before, hex; empty for the first. */
  previous: Type.String(),
  /** A chain that was broken keeps the head that the anchor before had. */
  heads: Type.Array(Head),
  /** Operators whose chains were broken. */
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
