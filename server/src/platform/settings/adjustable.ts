/**
 * What makes a setting changeable while the server runs: its texts, unit and bounds, declared once
 * beside the setting. A setting without a declaration is changed by `SETTINGS` and a restart only.
 */

/** How a value is typed and shown. `ms` is a duration, `permille` a share in thousandths. */
export type SettingUnit =
  | "fen"
  | "points"
  | "ms"
  | "seconds"
  | "months"
  | "days"
  | "count"
  | "percent"
  | "permille"
  | "flag";

export type Adjustable = {
  /** What operators read. */
  readonly label: string;
  readonly help?: string;
  readonly unit: SettingUnit;
  /** The bounds of a number, both included, in the unit. */
  readonly min?: number;
  readonly max?: number;
  /** A second person agrees, because the change moves limits of money or of access. */
  readonly needsTwo?: "money" | "rights";
  /** The name of a setting that this one may not be below. */
  readonly notBelow?: string;
};

/** The settings of one file that operators may change, under the topic that the console shows. */
export type AdjustableTopic<S> = {
  readonly topic: string;
  readonly settings: { readonly [K in keyof S]?: Adjustable };
};

/** Declares a number with its bounds, both included. */
const numberOf =
  (unit: SettingUnit) =>
  (label: string, min: number, max: number, more: Partial<Adjustable> = {}): Adjustable => ({
    label,
    unit,
    min,
    max,
    ...more,
  });

export const fen = numberOf("fen");
export const points = numberOf("points");
export const ms = numberOf("ms");
export const seconds = numberOf("seconds");
export const months = numberOf("months");
export const days = numberOf("days");
export const count = numberOf("count");
export const percent = numberOf("percent");
export const permille = numberOf("permille");
/** Declares a setting that is on or off. */
export const flag = (label: string, more: Partial<Adjustable> = {}): Adjustable => ({
  label,
  unit: "flag",
  ...more,
});

export const money = { needsTwo: "money" } as const;
export const rights = { needsTwo: "rights" } as const;
