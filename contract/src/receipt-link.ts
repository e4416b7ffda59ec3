/**
 * The short receipt link in an SMS: the token is in the fragment, which browsers do not send to a
 * server.
 */

/** The path of the page that opens a receipt by its token; the order page opens it too. */
export const SHORT_RECEIPT_PATH = "/r";
const TOKEN = /^[\w-]{22}$/;

export const shortReceiptPath = (token: string): string => `${SHORT_RECEIPT_PATH}#${token}`;

/**
 * Returns the token in the fragment (without `#`) of a short link; `undefined` when there is none.
 */
export const shortReceiptToken = (hash: string): string | undefined =>
  TOKEN.test(hash) ? hash : undefined;
