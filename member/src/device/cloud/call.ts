/** Calls a function of the cloud, and gives its answer in the public client's shape (C02, C03). */
import { renewSession } from "../session.ts";
import { storedToken, tokenState } from "../token.ts";
import { checkAccess, secureNetworkFailureIn } from "./access.ts";
import { APP_ID, type Cloud, cloudClientInfo, UNI_PLATFORM } from "./cloud.ts";
import { runIntercepted, publishResponse } from "./interceptors.ts";
import { type CloudAnswer, CloudFailure, functionCall, sendCloud } from "./send.ts";

export type FunctionCall = {
  readonly name: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly timeoutMs?: number;
  /** The cloud answers at once whether it took the call. */
  readonly async?: boolean;
  /** Set: the call is to be encrypted, which no page can; it fails with 20000. */
  readonly secretType?: string | undefined;
};
export type FunctionAnswer = {
  readonly errCode: 0;
  readonly success: true;
  readonly requestId: string;
  readonly result: unknown;
};

function bodyOf(data: FunctionCall["data"] = {}): Readonly<Record<string, unknown>> {
  const token = storedToken();
  const isTokenGiven = Boolean(data["uniIdToken"]);
  return {
    ...data,
    clientInfo: cloudClientInfo(),
    ...(token === "" || isTokenGiven ? {} : { uniIdToken: token }),
  };
}

/**
 * The bare call: access, token, signature. Rejects with CloudFailure: 20101, 20000, or SYS_ERR as
 * the transport says.
 */
export async function invoke(cloud: Cloud, call: FunctionCall): Promise<CloudAnswer> {
  const { name, data, timeoutMs, secretType } = call;
  const isSecret = secretType !== undefined && secretType !== "none";
  checkAccess(cloud.access, { name, isSecret }, { appId: APP_ID, platform: UNI_PLATFORM });
  // Known to be over: one renewal is cheaper than being sent away.
  if (tokenState() === "expired") await renewSession();
  const answer = await sendCloud(await cloud.config(), {
    ...functionCall(name),
    name,
    body: bodyOf(data),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(call.async ? { unsigned: { "x-function-invoke-type": "async" } } : {}),
  });
  const secure = secureNetworkFailureIn(answer.result);
  if (secure) throw secure;
  return answer;
}

const ACCEPTED = "200";

/** What an `async` call answers: accepted with its data, or the error's own code. */
function acceptedResult(result: unknown, requestId: string): unknown {
  const said: { errCode?: unknown; errMsg?: unknown; data?: unknown } =
    typeof result === "object" && result !== null ? result : {};
  if (said.errCode === ACCEPTED) return said.data ?? {};
  throw new CloudFailure({
    ...(said.errCode === undefined ? {} : { errCode: String(said.errCode) }),
    ...(typeof said.errMsg === "string" ? { errMsg: said.errMsg, words: said.errMsg } : {}),
    requestId,
  });
}

async function callAndWrap(cloud: Cloud, call: FunctionCall): Promise<FunctionAnswer> {
  const { result, requestId } = await invoke(cloud, call);
  return {
    errCode: 0,
    success: true,
    requestId,
    result: call.async ? acceptedResult(result, requestId) : result,
  };
}

/** Calls a plain function; a result of its own with an `errCode` is a result. Rejects with CloudFailure. */
export const callFunction = (cloud: Cloud, call: FunctionCall): Promise<FunctionAnswer> =>
  runIntercepted("callFunction", call, () =>
    publishResponse("cloudfunction", callAndWrap(cloud, call)),
  );
