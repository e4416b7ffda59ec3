/**
 * The OAuth state of one visit to WeChat: 128 random bits, stored with purpose and destination in a
 * signed cookie. A state from another browser has no cookie here; used states are in the database.
 */
import { inAppPathOrHome } from "@yunjing/contract/in-app-path";
import { statePrefixOf, type WechatPurpose } from "@yunjing/contract/wechat-state";
import Type, { type Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Call } from "../../platform/http/call.ts";
import { readSigned, signText } from "./signed-text.ts";

const StoredStateSchema = Type.Object({
  state: Type.String(),
  purpose: Type.Union([Type.Literal("login"), Type.Literal("link"), Type.Literal("profile")]),
  referer: Type.String(),
  /** Milliseconds since 1970. */
  expiresAt: Type.Integer(),
  /** The session that requested it; empty for a login. */
  sessionId: Type.String(),
  /** For a login: the member agreed to copy nickname and picture. */
  withProfile: Type.Optional(Type.Boolean()),
});
export type StoredState = Static<typeof StoredStateSchema>;

const PLAIN_NAME = "wx";
const SECURE_NAME = `__Host-${PLAIN_NAME}`;
const STATE_BYTES = 16;
/**
 * Like the refresh cookie, and for the same reason: our own page sends the request, wherever the
 * browser came from.
 */
const cookie = { path: "/", httpOnly: true, sameSite: "strict" } as const;

/** Creates a state and sets its cookie; it replaces an older state of this browser. */
export function issueState(
  context: Context,
  call: Call,
  wanted: {
    purpose: WechatPurpose;
    referer: string | undefined;
    sessionId?: string;
    withProfile?: boolean;
  },
): string {
  const { wechatStateMs } = context.settings;
  const { purpose, referer, sessionId = "", withProfile = false } = wanted;
  const random = Buffer.from(context.random.bytes(STATE_BYTES)).toString("hex");
  const state = statePrefixOf(purpose) + random;
  const expiresAt = context.clock.now().getTime() + wechatStateMs;
  const stored: StoredState = {
    state,
    purpose,
    referer: inAppPathOrHome(referer),
    expiresAt,
    sessionId,
    ...(withProfile ? { withProfile } : {}),
  };
  call.setCookie(call.isSecure ? SECURE_NAME : PLAIN_NAME, signText(context, "state", stored), {
    ...cookie,
    secure: call.isSecure,
    maxAgeSeconds: Math.floor(wechatStateMs / 1000),
  });
  return state;
}

/**
 * Returns the state in this browser's cookie; undefined when there is none, or its signature is
 * invalid.
 */
export function readState(context: Context, { cookies }: Call): StoredState | undefined {
  const text = cookies[SECURE_NAME] ?? cookies[PLAIN_NAME] ?? "";
  return readSigned(context, { kind: "state", text, shape: StoredStateSchema });
}

/** Deletes the cookie: its state was used. */
export function clearState(call: Call): void {
  call.setCookie(SECURE_NAME, undefined, { ...cookie, secure: true });
  call.setCookie(PLAIN_NAME, undefined, { ...cookie, secure: false });
}
