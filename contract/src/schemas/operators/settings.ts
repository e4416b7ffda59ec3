/** The server's settings, kill switches and the notice as operators read and change them. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorSettings as routes } from "../../routes/operators/settings.ts";
import { Instant, listOf, Planned, Version } from "../../values.ts";
import { Reason, Uuid } from "./adjustments.ts";
import { Person } from "./people.ts";

const Name = Type.String({ minLength: 1, maxLength: 60, pattern: "^[A-Za-z0-9_]+$" });
/** A number in the setting's unit, a text, or true and false. */
const Value = Type.Union([
  Type.Number({ minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 }),
  Type.String({ maxLength: 200 }),
  Type.Boolean(),
]);

export const SettingUnit = Type.Union([
  Type.Literal("fen"),
  Type.Literal("points"),
  Type.Literal("ms"),
  Type.Literal("seconds"),
  Type.Literal("months"),
  Type.Literal("days"),
  Type.Literal("count"),
  Type.Literal("percent"),
  Type.Literal("permille"),
  Type.Literal("flag"),
]);
export type SettingUnit = Static<typeof SettingUnit>;

/** `text` is the value as operators read it. */
const Shown = Type.Object({ value: Value, text: Type.String() });

const Changed = { changedAt: Type.Optional(Instant), changedBy: Type.Optional(Person) };

export const SettingLine = Type.Object({
  name: Type.String(),
  topic: Type.String(),
  label: Type.String(),
  unit: SettingUnit,
  now: Shown,
  /** The installation's own figure, which rolling back to version 0 restores. */
  start: Shown,
  /** The bounds, both included: of a number in its unit, of a text its length. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  /** The bounds as operators read them, with the setting that this one may not be below. */
  boundsText: Type.String(),
  needsTwo: Type.Boolean(),
  version: Version,
  ...Changed,
  /** The proposal that waits for a second person. */
  approvalId: Type.Optional(Type.String()),
});
export type SettingLine = Static<typeof SettingLine>;

export const SettingVersion = Type.Object({
  version: Version,
  value: Type.Optional(Shown),
  reason: Type.String(),
  changedBy: Person,
  approvedBy: Type.Optional(Person),
  changedAt: Instant,
});
export type SettingVersion = Static<typeof SettingVersion>;

export const FlagLine = Type.Object({
  name: Type.String(),
  label: Type.String(),
  /** What members read while it is off; the end follows it. */
  text: Type.String(),
  isOff: Type.Boolean(),
  endsAt: Type.Optional(Instant),
  reason: Type.Optional(Type.String()),
  version: Version,
  ...Changed,
});
export type FlagLine = Static<typeof FlagLine>;

const change = { sinceVersion: Version, reason: Reason };
/** A version when it is in force, a proposal when a second person must agree. */
const Outcome = Type.Object({
  version: Type.Optional(Version),
  approvalId: Type.Optional(Uuid),
});
const NewVersion = Type.Object({ version: Version });

export const operatorSettings = shapesOf<typeof routes>()({
  list: {
    summary: "Every setting that operators may change, with bounds, value and start value",
    input: Type.Object({
      topic: Type.Optional(Type.String({ maxLength: 20 })),
      /** `changed`: not at its start value; `waiting`: a second person must agree. */
      state: Type.Optional(Type.Union([Type.Literal("changed"), Type.Literal("waiting")])),
    }),
    output: Type.Object({ list: Type.Array(SettingLine), topics: Type.Array(Type.String()) }),
    refusals: [],
  },
  change: {
    summary: "Change a setting; limits of money and of access wait for a second person",
    input: Type.Object({ name: Name, value: Value, ...change }),
    output: Outcome,
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
  versions: {
    summary: "The changes of a setting, the latest first",
    input: Type.Object({ name: Name, before: Type.Optional(Version) }),
    output: Type.Object({ list: Type.Array(SettingVersion), hasMore: Type.Boolean() }),
    refusals: [],
  },
  rollBack: {
    summary: "Go back to the value of a version; 0 is the installation's own figure",
    input: Type.Object({ name: Name, version: Version, ...change }),
    output: Outcome,
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
  flags: {
    summary: "Every kill switch",
    input: Type.Object({}),
    output: listOf(FlagLine),
    refusals: [],
  },
  setFlag: {
    summary: "Switch a function of members off until an instant, or on",
    input: Type.Object({
      name: Name,
      isOff: Type.Boolean(),
      endsAt: Type.Optional(Planned),
      ...change,
    }),
    output: NewVersion,
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
  notice: {
    summary: "The maintenance notice as it was stored last",
    input: Type.Object({}),
    output: Type.Object({
      text: Type.String(),
      startsAt: Type.Optional(Instant),
      endsAt: Type.Optional(Instant),
      reason: Type.Optional(Type.String()),
      version: Version,
      ...Changed,
    }),
    refusals: [],
  },
  setNotice: {
    summary: "Show members a notice until an instant, or none with an empty text",
    input: Type.Object({
      text: Type.String({ maxLength: 140 }),
      startsAt: Type.Optional(Planned),
      endsAt: Type.Optional(Planned),
      ...change,
    }),
    output: NewVersion,
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
});
