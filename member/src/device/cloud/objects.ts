/** Cloud objects: a method is a call, and a failure is shown as the options require (C08). */
import { ownValue } from "@yunjing/contract/own-value";
import { invoke } from "./call.ts";
import type { Cloud } from "./cloud.ts";
import { runIntercepted, storeReturnedToken, publishResponse } from "./interceptors.ts";
import { sendToLoginIfNeeded } from "./login.ts";
import { CloudFailure, SYS_ERR } from "./send.ts";

const LOADING_TITLE = "加载中...";
const MODAL_TITLE = "提示";
const CONFIRM_TEXT = "确定";
const RETRY_TEXT = "重试";
const CANCEL_TEXT = "取消";
const SILENT_TEXT = "网络错误，请检查网络后再试";

export type SystemError = {
  readonly objectName: string;
  readonly methodName: string;
  readonly params: readonly unknown[];
  readonly errSubject: string | undefined;
  readonly errCode: string | number;
  readonly errMsg: string;
};

export type ObjectOptions = {
  /** The caller shows everything itself: no loading dialog and no message. */
  readonly customUI?: boolean;
  readonly loadingOptions?: { readonly title?: string };
  readonly errorOptions?: { readonly type?: string; readonly retry?: boolean };
  /** Returns another message for a transport failure; the rejection itself is unchanged. */
  readonly parseSystemError?: (error: SystemError) => Promise<{ readonly errMsg: string }>;
  /** Methods that must be encrypted, which no page can do: `*` is all. */
  readonly secretMethods?: Readonly<Record<string, string>>;
};

type Method = (...params: readonly unknown[]) => Promise<unknown>;
export type CloudObject<Methods extends string> = Readonly<Record<Methods, Method>>;

type ObjectCall = {
  readonly cloud: Cloud;
  readonly objectName: string;
  readonly methodName: string;
  readonly params: readonly unknown[];
  readonly options: ObjectOptions;
};

/** Fields of a result's body. */
type ResultFields = {
  readonly errCode?: unknown;
  readonly errMsg?: unknown;
  readonly errSubject?: unknown;
  readonly newToken?: unknown;
};

const resultFields = (result: unknown): ResultFields =>
  typeof result === "object" && result !== null ? result : {};

function failureOf(result: unknown, requestId: string): CloudFailure | undefined {
  const { errCode, errMsg, errSubject } = resultFields(result);
  if (!errCode) return undefined;
  const text = typeof errMsg === "string" ? errMsg : undefined;
  return new CloudFailure({
    errCode: typeof errCode === "number" ? errCode : String(errCode),
    ...(text === undefined ? {} : { errMsg: text }),
    errSubject: typeof errSubject === "string" ? errSubject : undefined,
    requestId,
    detail: result,
    userMessage: text,
  });
}

async function ask({
  cloud,
  objectName,
  methodName,
  params,
  options,
}: ObjectCall): Promise<unknown> {
  const { secretMethods = {} } = options;
  const { result, requestId } = await invoke(cloud, {
    name: objectName,
    data: { method: methodName, params },
    secretType: ownValue(secretMethods, methodName) ?? secretMethods["*"],
  });
  // Runs on success and on failure.
  storeReturnedToken(resultFields(result).newToken);
  const failure = failureOf(result, requestId);
  if (failure) throw failure;
  return result;
}

/** Returns the message that is shown for a failure. */
async function failureText(objectCall: ObjectCall, failure: CloudFailure): Promise<string> {
  const { errCode, errMsg, subject, userMessage } = failure;
  if (errCode !== SYS_ERR) return errMsg;
  const { objectName, methodName, params, options } = objectCall;
  const error = { objectName, methodName, params, errSubject: subject, errCode, errMsg };
  const parsed = await options.parseSystemError?.(error);
  return parsed?.errMsg ?? userMessage ?? SILENT_TEXT;
}

/** Shows a failure and resolves after it has closed: true to call again. */
async function showFailureAndAskRetry(
  objectCall: ObjectCall,
  failure: CloudFailure,
): Promise<boolean> {
  const { cloud, options } = objectCall;
  if (await sendToLoginIfNeeded(cloud.ui, "object", failure.errCode)) return false;
  if (options.customUI) return false;
  const { type = "modal", retry = false } = options.errorOptions ?? {};
  const content = await failureText(objectCall, failure);
  if (type === "toast") {
    await cloud.ui.toast(content);
    return false;
  }
  const modal = { title: MODAL_TITLE, content };
  if (retry) {
    const texts = { confirmText: RETRY_TEXT, cancelText: CANCEL_TEXT };
    return cloud.ui.confirm({ ...modal, ...texts });
  }
  await cloud.ui.notice({ ...modal, confirmText: CONFIRM_TEXT });
  return false;
}

async function run(objectCall: ObjectCall): Promise<unknown> {
  const { cloud, options } = objectCall;
  const { title = LOADING_TITLE } = options.loadingOptions ?? {};
  const cover = options.customUI ? undefined : cloud.ui.loading(title);
  return publishResponse("cloudobject", ask(objectCall))
    .finally(() => cover?.close())
    .catch(async (failure: unknown) => {
      if (failure instanceof CloudFailure && (await showFailureAndAskRetry(objectCall, failure)))
        return run(objectCall);
      throw failure;
    });
}

/**
 * Returns the object of that name; each method resolves with the body of its result, or rejects
 * with CloudFailure once its message has closed. Throws for an `errorOptions.type` that is neither
 * `toast` nor `modal`.
 */
export function importObject<Methods extends string>(
  cloud: Cloud,
  objectName: string,
  options: ObjectOptions = {},
): CloudObject<Methods> {
  const { type = "modal" } = options.errorOptions ?? {};
  if (type !== "toast" && type !== "modal") throw new Error(`Invalid errorOptions.type: ${type}`);
  const call = (methodName: string): Method => {
    return (...params) => {
      const objectCall = { cloud, objectName, methodName, params, options };
      return runIntercepted("callObject", { objectName, methodName, params }, () =>
        run(objectCall),
      );
    };
  };
  // Every property is a method except `then`, so that the object is not mistaken for a promise.
  const target: Partial<CloudObject<Methods>> = {};
  return new Proxy(target, {
    get: (_, name) => (typeof name === "string" && name !== "then" ? call(name) : undefined),
  }) as CloudObject<Methods>;
}
