/** The outside world as this process knows it: one gateway per partner, live or pretend as the settings say. */
import type { Config, Partner as PartnerSettings } from "./config.ts";
import { rememberNonces } from "./gateways/signing/nonces.ts";
import { smsSender } from "./gateways/sms/sender.ts";
import { readSupplierCallback } from "./gateways/suppliers/callback.ts";
import { diningSource, diningSupplier } from "./gateways/suppliers/dining.ts";
import type { DiningSource } from "./domain/dining/port.ts";
import type { CallbackReader, Supplier } from "./domain/fulfilment/port.ts";
import type { SmsSender } from "./domain/members/port.ts";
import type { Context } from "./platform/context.ts";

export type Partners = {
  readonly sms: SmsSender;
  readonly dining: Supplier;
  readonly diningSource: DiningSource;
  /** Tells genuine callbacks from others, by supplier id. */
  readonly callbackReaders: Readonly<Record<string, CallbackReader>>;
};

export function createPartners(context: Context, config: Config): Partners {
  const wired = ({ origin, keyId, secret }: PartnerSettings) => ({
    origin,
    key: { keyId, secret },
    timeoutMs: context.settings.supplierTimeoutMs,
    clock: context.clock,
    random: context.random,
  });
  const { callbackKeyId, callbackSecret } = config.dining;
  const nonces = rememberNonces();
  return {
    sms: smsSender(wired(config.sms)),
    dining: diningSupplier(wired(config.dining)),
    diningSource: diningSource(wired(config.dining)),
    callbackReaders: {
      dining: (message) =>
        readSupplierCallback(message, {
          keys: [{ keyId: callbackKeyId, secret: callbackSecret }],
          nonces,
          now: context.clock.now(),
        }),
    },
  };
}
