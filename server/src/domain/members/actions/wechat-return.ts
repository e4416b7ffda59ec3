/**
 * Handles a browser's return from WeChat: checks and consumes its state, then exchanges the code,
 * once.
 */
import type { WechatPurpose } from "@yunjing/contract/wechat-state";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { Call } from "../../../platform/http/call.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken, constantTimeEqual } from "../../../platform/secrets.ts";
import { consumeState } from "../store/identities.ts";
import type { WechatOAuth, WechatPerson } from "../port.ts";
import { clearState, type StoredState, readState } from "../wechat-state.ts";

export type WechatCallback = { readonly code: string; readonly state: string };
export type WechatReturnResult = {
  readonly storedState: StoredState;
  readonly person: WechatPerson;
};

/**
 * Returns the cookie's state if it matches this browser, this purpose and this session, and has not
 * expired.
 */
function checkState(
  context: Context,
  call: Call,
  { state, purposes }: { state: string; purposes: readonly WechatPurpose[] },
): StoredState {
  const storedState = readState(context, call);
  if (
    !storedState ||
    !constantTimeEqual(storedState.state, state) ||
    !purposes.includes(storedState.purpose)
  ) {
    throw new Refusal("WECHAT_STATE");
  }
  const isTheirs =
    storedState.sessionId === (storedState.purpose === "login" ? "" : call.member?.sessionId);
  const isLate = storedState.expiresAt <= context.clock.now().getTime();
  if (!isTheirs || isLate) throw new Refusal("WECHAT_STATE", { referer: storedState.referer });
  return storedState;
}

/**
 * Returns the person and the purpose. The state is consumed before WeChat is called, so that a code
 * is never exchanged twice. Refuses WECHAT_STATE (foreign, expired, used, of another session),
 * WECHAT_CODE and WECHAT_SNAPSHOT, each with the referer when it is known. Throws Outage when
 * WeChat's response is unknown: the member must then start again.
 */
export async function completeWechatReturn(
  context: Context,
  db: Db,
  oauth: WechatOAuth,
  {
    call,
    code,
    state,
    purposes,
  }: WechatCallback & { call: Call; purposes: readonly WechatPurpose[] },
): Promise<WechatReturnResult> {
  const storedState = checkState(context, call, { state, purposes });
  const { referer } = storedState;
  clearState(call);
  const isFirst = await consumeState(db, {
    stateHash: hashToken(state),
    expiresAt: new Date(storedState.expiresAt),
    now: context.clock.sql(),
  });
  if (!isFirst) throw new Refusal("WECHAT_STATE", { referer });
  if (code === "") throw new Refusal("WECHAT_CODE", { referer });
  const person = await oauth.exchange(code);
  if (person === "refused") throw new Refusal("WECHAT_CODE", { referer });
  if (person === "snapshot") throw new Refusal("WECHAT_SNAPSHOT", { referer });
  return { storedState, person };
}
