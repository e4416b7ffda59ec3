/**
 * The state of one way to WeChat and back: 128 random bits, kept with their purpose and destination in a cookie that
 * only we can write. A state from another browser has no cookie here; which states were used is in the database.
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
  /** In ms. */
  expiresAt: Type.Integer(),
  /** Whose session asked; empty for a login. */
  sessionId: Type.String(),
  /** Of a login: the member agreed that it takes over nickname and picture. */
  withProfile: Type.Optional(Type.Boolean()),
});
export type StoredState = Static<typeof StoredStateSchema>;

const PLAIN_NAME = "wx";
const SECURE_NAME = `__Host-${PLAIN_NAME}`;
const STATE_BYTES = 16;
/** As the refresh cookie, and for the same reason: our own page asks, wherever the browser came from. */
const cookie = { path: "/", httpOnly: true, sameSite: "strict" } as const;

/** Makes a state, and gives its cookie to the browser; an older one of this browser is over with it. */
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
  const kept: StoredState = {
    state,
    purpose,
    referer: inAppPathOrHome(referer),
    expiresAt,
    sessionId,
    ...(withProfile ? { withProfile } : {}),
  };
  call.setCookie(call.isSecure ? SECURE_NAME : PLAIN_NAME, signText(context, "state", kept), {
    ...cookie,
    secure: call.isSecure,
    maxAgeSeconds: Math.floor(wechatStateMs / 1000),
  });
  return state;
}

/** What this browser's cookie says; undefined when there is none, or one that is not from us. */
export function readState(context: Context, { cookies }: Call): StoredState | undefined {
  const text = cookies[SECURE_NAME] ?? cookies[PLAIN_NAME] ?? "";
  return readSigned(context, { kind: "state", text, shape: StoredStateSchema });
}

/** Takes the cookie away: its state was used. */
export function clearState(call: Call): void {
  call.setCookie(SECURE_NAME, undefined, { ...cookie, secure: true });
  call.setCookie(PLAIN_NAME, undefined, { ...cookie, secure: false });
}
