/** The type of a message template, and the formatting of its values. */
import { ownValue } from "@yunjing/contract/own-value";
import type { DomainEvent } from "../../platform/jobs/domain-events.ts";
import { type MessageTopic, minuteOf, type Subject } from "./model.ts";
import type { OrderSummary } from "./port.ts";

/** The data available when the texts are chosen. */
export type Facts = {
  readonly ref: string;
  readonly data: NonNullable<DomainEvent["data"]>;
  /** Set for domain events of an order. */
  readonly order?: OrderSummary | undefined;
  /** What to do if the member did not do this: `callHotline` of the settings. */
  readonly service?: string;
};

export type Template = {
  readonly topic: MessageTopic;
  readonly title: string | ((facts: Facts) => string);
  readonly text: (facts: Facts) => string;
  readonly link?: (facts: Facts) => string | undefined;
  /** `now` is also sent at night: issued codes, and security (domain.md 22). */
  readonly urgency: "now" | "daytime";
  /** `asked`: to members who want SMS on this subject. */
  readonly sms: "always" | "asked" | "never";
  /** By SMS to the phone left with the order; the consent was given when it was left. */
  readonly isForContact?: (facts: Facts) => boolean;
  /**
   * The text has the placeholder for the order's pickup codes, and the SMS a link to the receipt.
   */
  readonly hasPickup?: (facts: Facts) => boolean;
  /** The subject, for members who want it outside the app. */
  readonly subject?: Subject;
  /** Overrides the deduplication key; the default is the event's kind and ref. */
  readonly once?: (facts: Facts) => string;
};

/** Returns a text value of the event; empty when the event has none. */
export const dataText = ({ data }: Facts, name: string): string =>
  String(ownValue(data, name) ?? "");
/** Formats an instant in ms like 2026-11-21 12:30. */
export const minuteText = (at: unknown): string =>
  typeof at === "number" ? minuteOf(new Date(at)) : "刚才";
