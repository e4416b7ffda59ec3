/**
 * All numbers and texts that the spec gives for the shell's dialogs (§3, §4, §9), with units in the
 * names.
 */

export const TOAST_MS = 2_000;
export const TOAST_LEAVE_MS = 300;
/** Toasts shown by the cloud runtime. */
export const RUNTIME_TOAST_MS = 1_500;

/** A call made before the host has mounted polls for it at this interval. */
export const FACADE_POLL_MS = 88;
/** The same as the other time limits of the spec; after it the call is refused. */
export const FACADE_WAIT_MAX_MS = 60_000;
export const FACADE_MISSING = "Failed to initialize Facade Interface !";

export const DIALOG_TITLE = "提示";
export const CANCEL_TEXT = "取消";
export const CONFIRM_TEXT = "确定";
export const NOTICE_BUTTON = "我知道了";

export const LOADING_TEXT = "加载中...";
export const LOADING_START = 5;
export const LOADING_STEP_MS = 80;
export const LOADING_CAP = 88;
export const LOADING_DONE = 100;
export const LOADING_CLOSE_MS = 180;

export const PROMPT_CANCEL_TEXT = "返回";
/** The spec's value for "any length" (D06). */
export const LENGTH_UNLIMITED = -1;

export const LOGIN_TITLE = "请登录";
export const LOGIN_INTRO = "登录后可用会员价，订单和卡券都在账号里";
export const TERMS_QUESTION = "请确认是否阅读并同意所有相关协议?";
