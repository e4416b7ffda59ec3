/** The types of an API operation: its route, its caller, its input and output, and its refusals. */
import type { TObject, TSchema } from "typebox";
import type { RefusalCode } from "./refusals.ts";
import type { StepUp } from "./step-up.ts";

/**
 * Who may call: `anyone` needs no login; `holder` has a code session or receipt token in the path;
 * `member` and `operator` send a token of that audience; `partner` and `channel` sign their
 * requests.
 */
export type Caller = "anyone" | "holder" | "member" | "operator" | "partner" | "channel";

/** The part of an operation that a browser needs to call it. Path parameters are in braces. */
export type Route = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly caller: Caller;
  /** True where `Idempotency-Key` is required; elsewhere a key is accepted and ignored. */
  readonly key?: boolean;
  /** Permissions (`noun:verb`); a logged-in caller must have at least one of them. */
  readonly permissions?: readonly string[];
  /**
   * The second factor of the operator must have been passed within the last five minutes
   * (`operatorProofMs`); the acts and their rules are the table of `step-up.ts`. Refuses
   * STEP_UP_NEEDED.
   */
  readonly stepUp?: StepUp;
  /** True for an operator's read of a person: it is written to the audit log, like every write. */
  readonly isReadAudited?: true;
};

/**
 * The schemas of an operation: one flat input (path, then query or body), one output, and every
 * refusal it may return.
 */
export type Shape = {
  readonly summary: string;
  readonly input: TObject;
  readonly output: TSchema;
  readonly refusals: readonly RefusalCode[];
  /** Output fields that are repeated at the top level of the envelope, beside `data`. */
  readonly topLevelFields?: readonly string[];
  /**
   * The response is bytes of this media type without an envelope; a browser may cache it privately
   * for `cacheSeconds`. Refusals and failures still use the envelope.
   */
  readonly bytes?: { readonly type: string; readonly cacheSeconds: number };
  /**
   * A read that is polled: the answer carries an ETag of its data, and an unchanged one is answered
   * 304. A browser revalidates it by itself.
   */
  readonly isRevalidated?: boolean;
  /** The largest accepted body, in bytes, where it exceeds the server's own limit. */
  readonly bodyBytesMax?: number;
};

/** Declares the routes of a topic and preserves their literal types. */
export const routesOf = <const R extends Record<string, Route>>(routes: R): R => routes;

/** Declares the shapes of a topic; the type requires one for every route of it. */
export const shapesOf =
  <R extends Record<string, Route>>() =>
  <const S extends { readonly [N in keyof R]: Shape }>(shapes: S): S =>
    shapes;
