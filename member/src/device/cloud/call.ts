/** Calls a cloud function and returns its response in the public client's format (C02, C03). */
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
  /** The cloud responds at once whether it accepted the call. */
  readonly async?: boolean;
  /** When set, the call must be encrypted, which no page can do; it fails with 20000. */
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
 * Runs the bare call: access, token, signature. Rejects with CloudFailure: 20101, 20000, or SYS_ERR
 * for a transport failure.
 */
export async function invoke(cloud: Cloud, call: FunctionCall): Promise<CloudAnswer> {
  const { name, data, timeoutMs, secretType } = call;
  const isSecret = secretType !== undefined && secretType !== "none";
  checkAccess(cloud.access, { name, isSecret }, { appId: APP_ID, platform: UNI_PLATFORM });
  // The token is known to be expired: one renewal is cheaper than a redirect to login.
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

/** Returns the response of an `async` call: accepted with its data, or the error's own code. */
function acceptedResult(result: unknown, requestId: string): unknown {
  const fields: { errCode?: unknown; errMsg?: unknown; data?: unknown } =
    typeof result === "object" && result !== null ? result : {};
  if (fields.errCode === ACCEPTED) return fields.data ?? {};
  throw new CloudFailure({
    ...(fields.errCode === undefined ? {} : { errCode: String(fields.errCode) }),
    ...(typeof fields.errMsg === "string"
      ? { errMsg: fields.errMsg, userMessage: fields.errMsg }
      : {}),
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

/**
 * Calls a plain function; a result with its own `errCode` is a result, not a failure. Rejects with
 * CloudFailure.
 */
export const callFunction = (cloud: Cloud, call: FunctionCall): Promise<FunctionAnswer> =>
  runIntercepted("callFunction", call, () =>
    publishResponse("cloudfunction", callAndWrap(cloud, call)),
  );
