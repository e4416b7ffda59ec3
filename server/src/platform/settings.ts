/**
 * Every business setting with its default and source; an operator may override each (table
 * `setting`).
 */
import type { AdjustableTopic } from "./settings/adjustable.ts";
import { exchangeAdjustable, exchangeSettings } from "./settings/exchange.ts";
import { invitationsAdjustable, invitationsSettings } from "./settings/invitations.ts";
import { membersAdjustable, membersSettings } from "./settings/members.ts";
import { moneyAdjustable, moneySettings } from "./settings/money.ts";
import { ordersAdjustable, ordersSettings } from "./settings/orders.ts";
import { partnersAdjustable, partnersSettings } from "./settings/partners.ts";
import { platformAdjustable, platformSettings } from "./settings/platform.ts";

export const defaults = {
  ...membersSettings,
  ...exchangeSettings,
  ...ordersSettings,
  ...moneySettings,
  ...partnersSettings,
  ...platformSettings,
  ...invitationsSettings,
};

/** Settings that differ while the sandbox replaces the external partners. */
export const sandboxChanges = {
  smsDayCapsOn: false,
  withdrawAccountAgeMs: 0,
} satisfies Partial<typeof defaults>;

/** What operators may change while the server runs, in the order of the console. */
export const adjustableTopics: readonly AdjustableTopic<Partial<typeof defaults>>[] = [
  moneyAdjustable,
  ordersAdjustable,
  exchangeAdjustable,
  membersAdjustable,
  invitationsAdjustable,
  partnersAdjustable,
  platformAdjustable,
];

export type Settings = { readonly [K in keyof typeof defaults]: (typeof defaults)[K] };

/**
 * Returns the defaults with some settings changed; an unknown name or another type throws an error
 * with the name.
 */
export function settingsWith(changes: Readonly<Record<string, unknown>>): Settings {
  const known: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(known, name) || typeof value !== typeof known[name]) {
      throw new Error(`setting ${name} is unknown or of the wrong type`);
    }
    known[name] = value;
  }
  return known as Settings;
}
