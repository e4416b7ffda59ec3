/** Who we are at WeChat Pay, whose words we believe there, and the time and chance that signing needs. */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { requireSafeOrigin } from "../signing/call.ts";

/** As the settings say it; keys are PEM. */
export type WechatPaySettings = {
  readonly origin: string;
  readonly appId: string;
  readonly merchantId: string;
  /** The serial of our own certificate, which says by which key we sign. */
  readonly serial: string;
  readonly privateKey: string;
  /** 32 bytes: the key of what notifications seal. */
  readonly apiV3Key: string;
  /** All that WeChat may sign with; two while it rotates. A public key, or a certificate under its serial. */
  readonly platformKeys: readonly { readonly id: string; readonly pem: string }[];
  /** Where notifications are to come. */
  readonly notifyOrigin: string;
};

export type WechatPayAccount = Omit<WechatPaySettings, "privateKey" | "platformKeys"> & {
  readonly privateKey: KeyObject;
  readonly platformKeys: readonly PlatformKey[];
  readonly timeoutMs: number;
  readonly clock: { now(): Date };
  readonly random: { bytes(count: number): Uint8Array };
};

/** A key of WeChat's by the name that `Wechatpay-Serial` calls it. */
export type PlatformKey = { readonly id: string; readonly key: KeyObject };

/** Throws when a key cannot be read or the origin is not a safe one. */
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
