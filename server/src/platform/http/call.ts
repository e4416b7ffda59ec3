/** What a handler is told about one call besides its input: who calls, from where, and under which key. */

/** A logged-in member as the token and the session say; permissions are read from the database. */
export type MemberCaller = {
  readonly memberId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
};

export type Call = {
  readonly requestId: string;
  /** Set when a valid token was sent; demanded for `member` operations, optional for `anyone` and `holder`. */
  readonly member: MemberCaller | undefined;
  /** The client's address, from the socket or the trusted proxy. */
  readonly address: string;
  /** An opaque id of the browser, from its device cookie; only feeds limits. */
  readonly device: string;
  readonly userAgent: string;
  /** `Idempotency-Key`; always present where the route demands one. */
  readonly key: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The `Origin` header as sent. */
  readonly origin: string | undefined;
  /** The origin this call was made to. */
  readonly ownOrigin: string;
  /** True on https and on localhost, where Secure cookies work. */
  readonly isSecure: boolean;
  readonly fetchSite: string | undefined;
  /** Sets a cookie on the answer; `value` undefined clears it. */
  setCookie(name: string, value: string | undefined, options: CookieOptions): void;
};

/** Begins a device id that several clients may have, because theirs names none. */
export const SHARED_DEVICE = "shared.";

/** Whether a device id tells one client from another. */
export const isSharedDevice = (device: string): boolean =>
  device === "" || device.startsWith(SHARED_DEVICE);

export type CookieOptions = {
  readonly path: string;
  readonly maxAgeSeconds?: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "strict" | "lax";
};

/** The caller of a `member` operation, whom `serve` has already let in. */
export function memberOf(call: Call): MemberCaller {
  if (!call.member) throw new Error("a member operation was called without a member");
  return call.member;
}
