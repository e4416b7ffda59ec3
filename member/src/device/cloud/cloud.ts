/** A cloud as its callers need it: its keys, the UI of the app, and the access rules. */
import { attempt } from "../attempt.ts";
import { platform, VERSION, VERSION_CODE } from "../platform.ts";
import { isString, writeEntry, readEntry } from "../storage.ts";
import type { AccessRule } from "./access.ts";
import type { CloudConfig } from "./config.ts";
import { newRequestId } from "./send.ts";

/** The UI that calls use; passed in by the shell, because this folder draws nothing. */
export type CloudUi = {
  /** Covers the page until `close`. */
  loading(title: string): { close(): Promise<void> };
  toast(text: string): Promise<void>;
  /** Resolves after the notice has closed. */
  notice(ask: Modal): Promise<unknown>;
  /** Resolves with the answer after the dialog has closed. */
  confirm(ask: Modal & { readonly cancelText: string }): Promise<boolean>;
  /**
   * Notifies the registered listeners, else opens the login page; does nothing where that is open
   * already.
   */
  openLogin(fault: { readonly errCode: string; readonly errMsg: string }): Promise<void>;
};
type Modal = { readonly title: string; readonly content: string; readonly confirmText: string };

export type Cloud = {
  config(): Promise<CloudConfig>;
  readonly ui: CloudUi;
  readonly access: readonly AccessRule[];
};

/** The id of this app in access lists. */
export const APP_ID = "__UNI__YUNJING";
/** The platform that the public client sends from any browser. */
export const UNI_PLATFORM = "web";
const DEVICE_KEY = "cloud-device";

function deviceId(): string {
  const known = readEntry(DEVICE_KEY, isString);
  if (known !== undefined) return known;
  const made = newRequestId();
  writeEntry(DEVICE_KEY, made);
  return made;
}

function systemName(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent)) return "ios";
  if (userAgent.includes("Android")) return "android";
  return /Mac OS/.test(userAgent) ? "macos" : /Windows/.test(userAgent) ? "windows" : "linux";
}

/**
 * Returns what the client sends about itself in every call (cloud-protocol §4); it grants no
 * rights.
 */
export function cloudClientInfo(): Readonly<Record<string, unknown>> {
  const userAgent = attempt(() => navigator.userAgent) ?? "";
  const [device, osName] = [deviceId(), systemName(userAgent)];
  const locale = "zh-Hans";
  return {
    PLATFORM: UNI_PLATFORM,
    OS: osName,
    APPID: APP_ID,
    DEVICEID: device,
    appId: APP_ID,
    appVersion: VERSION,
    appVersionCode: String(VERSION_CODE),
    deviceId: device,
    osName,
    ua: userAgent,
    hostName: platform(),
    uniPlatform: UNI_PLATFORM,
    locale,
    LOCALE: locale,
  };
}
