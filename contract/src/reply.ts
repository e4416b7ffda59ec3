/** The one envelope of every JSON answer (H03): success, or a refusal or failure of the same shape. */
import type { RefusalCode } from "./refusals.ts";

/** A success carries `data`; `status: false` is a "no" or a failure and carries `code`. */
export type Reply<T> =
  | { readonly status: true; readonly msg: string; readonly data: T; readonly requestId: string }
  | {
      readonly status: false;
      readonly code: RefusalCode;
      readonly msg: string;
      readonly data?: unknown;
      readonly requestId: string;
    };
