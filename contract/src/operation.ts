/** Says what an operation is: where it lives, who may call it, what goes in and out, what it may refuse. */
import type { TObject, TSchema } from "typebox";
import type { RefusalCode } from "./refusals.ts";

/**
 * Who may call: `anyone` needs no login; `holder` carries a code session or receipt token in the path; `member` and
 * `operator` carry a token of that audience; `partner` and `channel` sign their requests.
 */
export type Caller = "anyone" | "holder" | "member" | "operator" | "partner" | "channel";

/** The plain half of an operation: all that a browser needs to call it. Path parameters stand in braces. */
export type Route = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly caller: Caller;
  /** True where `Idempotency-Key` is demanded; elsewhere a key is accepted and ignored. */
  readonly key?: boolean;
  /** The permissions (`noun:verb`) of which the caller must hold one besides being logged in. */
  readonly permissions?: readonly string[];
};

/** The shaped half: one flat input (path, then query or body), one output, and every "no" it may answer. */
export type Shape = {
  readonly summary: string;
  readonly input: TObject;
  readonly output: TSchema;
  readonly refusals: readonly RefusalCode[];
  /** Fields of the output that also stand at the top of the envelope, beside `data`. */
  readonly topLevelFields?: readonly string[];
  /**
   * The answer is bytes of this media type and stands in no envelope; a browser may keep it for itself so long.
   * Refusals and failures come in the envelope all the same.
   */
  readonly bytes?: { readonly type: string; readonly keptSeconds: number };
  /** The largest body it takes, in bytes, where that is more than the server's own limit. */
  readonly bodyBytesMax?: number;
};

/** Marks a topic's routes as such and keeps their literal types. */
export const routesOf = <const R extends Record<string, Route>>(routes: R): R => routes;

/** Marks a topic's shapes and demands one for every route of it. */
export const shapesOf =
  <R extends Record<string, Route>>() =>
  <const S extends { readonly [N in keyof R]: Shape }>(shapes: S): S =>
    shapes;
