/**
 * Our merchant account at WeChat Pay: our keys, WeChat's keys, and the clock and randomness for
 * signing.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { requireSafeOrigin } from "../signing/call.ts";

/** The settings as configured; keys are PEM. */
export type WechatPaySettings = {
  readonly origin: string;
  readonly appId: string;
  readonly merchantId: string;
  /** The serial of our own certificate, which identifies the key with which we sign. */
  readonly serial: string;
  readonly privateKey: string;
  /** 32 bytes: the key that encrypts the content of notifications. */
  readonly apiV3Key: string;
  /**
   * All keys with which WeChat may sign; two during a rotation. A public key by its id, or a
   * certificate by its serial.
   */
  readonly platformKeys: readonly { readonly id: string; readonly pem: string }[];
  /** The origin to which notifications are sent. */
  readonly notifyOrigin: string;
};

export type WechatPayAccount = Omit<WechatPaySettings, "privateKey" | "platformKeys"> & {
  readonly privateKey: KeyObject;
  readonly platformKeys: readonly PlatformKey[];
  readonly timeoutMs: number;
  readonly clock: { now(): Date };
  readonly random: { bytes(count: number): Uint8Array };
};

/** A key of WeChat, with the id that `Wechatpay-Serial` contains. */
export type PlatformKey = { readonly id: string; readonly key: KeyObject };

/** Throws when a key cannot be parsed or the origin is not safe. */
export function openAccount(
  settings: WechatPaySettings,
  parts: Pick<WechatPayAccount, "timeoutMs" | "clock" | "random">,
): WechatPayAccount {
  requireSafeOrigin(settings.origin);
  return {
    ...settings,
    ...parts,
    privateKey: createPrivateKey(settings.privateKey),
    platformKeys: settings.platformKeys.map(({ id, pem }) => ({ id, key: createPublicKey(pem) })),
  };
}
