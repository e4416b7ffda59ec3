/** The envelope of every JSON response (H03): success, refusal and failure have the same shape. */
import type { RefusalCode } from "./refusals.ts";

/** A success has `data`; `status: false` is a refusal or a failure and has `code`. */
export type Reply<T> =
  | { readonly status: true; readonly msg: string; readonly data: T; readonly requestId: string }
  | {
      readonly status: false;
      readonly code: RefusalCode;
      readonly msg: string;
      readonly data?: unknown;
      readonly requestId: string;
    };
