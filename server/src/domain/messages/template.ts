/** What a template of a message is, and what its words are made of. */
import { ownValue } from "@yunjing/contract/own-value";
import type { DomainEvent } from "../../platform/jobs/domain-events.ts";
import { type MessageTopic, minuteOf, type Subject } from "./model.ts";
import type { OrderSummary } from "./port.ts";

/** What is known when the words are chosen. */
export type Facts = {
  readonly ref: string;
  readonly data: NonNullable<DomainEvent["data"]>;
  /** Of news of an order. */
  readonly order?: OrderSummary | undefined;
  /** What to do when it was somebody else: `callHotline` of the settings. */
  readonly service?: string;
};

export type Template = {
  readonly topic: MessageTopic;
  readonly title: string | ((facts: Facts) => string);
  readonly text: (facts: Facts) => string;
  readonly link?: (facts: Facts) => string | undefined;
  /** `now` is said at night too: a code that was issued, and security (domain.md 22). */
  readonly urgency: "now" | "daytime";
  /** `asked`: to whoever wants SMS on this subject. */
  readonly sms: "always" | "asked" | "never";
  /** By SMS to the phone left with the order, which was asked for when it was left. */
  readonly isForContact?: (facts: Facts) => boolean;
  /** Its words have a place for the pickup codes of the order, and its SMS a link to the receipt. */
  readonly hasPickup?: (facts: Facts) => boolean;
  /** What it is about for those who want to hear of it outside the app. */
  readonly subject?: Subject;
  /** What makes it the same thing, where that is not the news' own kind and ref. */
  readonly once?: (facts: Facts) => string;
};

/** A word of the news; empty where it brings none. */
export const dataText = ({ data }: Facts, name: string): string =>
  String(ownValue(data, name) ?? "");
/** 2026-11-21 12:30, of an instant in ms. */
export const minuteText = (at: unknown): string =>
  typeof at === "number" ? minuteOf(new Date(at)) : "刚才";
