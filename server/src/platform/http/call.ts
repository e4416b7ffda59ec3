/**
 * The context of one call that a handler receives besides its input: the caller, the address, the
 * device and the key.
 */
import type { Context } from "../context.ts";

/**
 * A logged-in member according to the token and the session; permissions are read from the
 * database.
 */
export type MemberCaller = {
  readonly memberId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** Until when an operator's second factor counts as fresh, ms. */
  readonly provenUntil?: number;
};

/** Returns whether an operator's second factor is fresh at an instant (ms). */
export const isProven = ({ provenUntil }: MemberCaller, nowMs: number): boolean =>
  provenUntil !== undefined && provenUntil > nowMs;

/** What a write changed, for the audit log; without secrets and whole phones. */
export type AuditChange = {
  /** What it concerns, as operators read it: a number or a name. */
  readonly object?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

export type Call = {
  readonly requestId: string;
  /**
   * Set when a valid token was sent; required for `member` operations, optional for `anyone` and
   * `holder`.
   */
  readonly member: MemberCaller | undefined;
  /** The client's address, from the socket or the trusted proxy. */
  readonly address: string;
  /** An opaque id of the browser, from its device cookie; used only for limits. */
  readonly device: string;
  readonly userAgent: string;
  /** `Idempotency-Key`; always present where the route requires one. */
  readonly key: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The `Origin` header as sent. */
  readonly origin: string | undefined;
  /** The origin this call was sent to. */
  readonly ownOrigin: string;
  /** True on https and on localhost, where Secure cookies work. */
  readonly isSecure: boolean;
  readonly fetchSite: string | undefined;
  /** Adds to the call's audit record; absent where no operator calls. */
  readonly noteChange?: (change: AuditChange) => void;
  /** Sets a cookie on the response; `value` undefined clears it. */
  setCookie(name: string, value: string | undefined, options: CookieOptions): void;
};

/**
 * Prefix of a device id that several clients may share, because their client sends no device id.
 */
export const SHARED_DEVICE = "shared.";

/** Returns whether several clients may share a device id. */
export const isSharedDevice = (device: string): boolean =>
  device === "" || device.startsWith(SHARED_DEVICE);

export type CookieOptions = {
  readonly path: string;
  readonly maxAgeSeconds?: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "strict" | "lax";
};

/** Returns the caller of a `member` operation, which `serve` has already authenticated. */
export function memberOf(call: Call): MemberCaller {
  if (!call.member) throw new Error("a member operation was called without a member");
  return call.member;
}

/** Returns the operator of a call, and whether the second factor is fresh now. */
export function operatorOf(
  { clock }: Pick<Context, "clock">,
  call: Call,
): { readonly actor: string; readonly isProven: boolean } {
  const member = memberOf(call);
  return { actor: member.memberId, isProven: isProven(member, clock.now().getTime()) };
}

/** What a write changes, as the audit shows it: the object's number and its states. */
export type AuditedState = {
  readonly object: string;
  readonly state: Readonly<Record<string, unknown>>;
};

/**
 * Runs an operator's write between two reads of what it changes; the call's audit record gets both.
 * What does not exist before or after has no fields. A refused write records none.
 */
export async function recordChange<T>(
  { noteChange }: Call,
  read: (output?: T) => Promise<AuditedState | undefined>,
  write: () => Promise<T>,
): Promise<T> {
  const before = await read();
  const output = await write();
  const after = await read(output);
  const object = after?.object ?? before?.object;
  if (object !== undefined)
    noteChange?.({ object, before: before?.state ?? {}, after: after?.state ?? {} });
  return output;
}
