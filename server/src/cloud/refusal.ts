/**
 * Refusals of the cloud endpoint before a function runs: an HTTP status, a code, and a text for
 * developers.
 */

export const cloudRefusals = {
  CLOUD_CLOSED: { status: 404, text: "this server has no cloud space: CLOUD_* is not set" },
  BAD_REQUEST: { status: 400, text: "the request cannot be read" },
  NOT_FOUND: { status: 404, text: "there is nothing at this address of the cloud space" },
  TOO_LARGE: { status: 413, text: "the request is too large" },
  SIGNATURE_MISSING: { status: 401, text: "the request is not signed" },
  SIGNED_HEADERS_WRONG: { status: 401, text: "the signed headers are not those of this call" },
  ACCESS_KEY_UNKNOWN: { status: 401, text: "the access key is not this space's" },
  SIGNATURE_WRONG: { status: 401, text: "the signature does not fit the request" },
  SPACE_UNKNOWN: { status: 403, text: "the space or the app is not the one of this server" },
  REQUEST_STALE: { status: 401, text: "the request's time is not now; check the device's clock" },
  REQUEST_ID_MISSING: { status: 400, text: "x-request-id is missing or has no proper form" },
  REQUEST_REPLAYED: { status: 403, text: "this request was made before" },
  HOST_UNKNOWN: { status: 403, text: "the socket's host is not one of this server's" },
  // The client searches for this code and adds its own hint for developers.
  FUNCTION_NOT_FOUND: { status: 404, text: "no function or object of this name is published" },
} as const;

export type CloudRefusalCode = keyof typeof cloudRefusals;

export class CloudRefusal extends Error {
  readonly code: CloudRefusalCode;
  readonly status: number;

  constructor(code: CloudRefusalCode) {
    super(`${code}: ${cloudRefusals[code].text}`);
    this.name = "CloudRefusal";
    this.code = code;
    this.status = cloudRefusals[code].status;
  }
}
