/**
 * Levels (domain.md 21). Terms: *growth* is what purchases bring, each for a year; the *ladder* is all levels by their
 * *grade*, 1 being everybody's; a *period* is the time for which a grade, once reached, cannot fall; a *given* level
 * counts beside the one that growth brings, and the higher wins.
 */

/** Growth counts for so long (`levels_growth`). */
export const GROWTH_DAYS = 365;

export const FIRST_GRADE = 1;

export type Rung = {
  readonly grade: number;
  readonly name: string;
  readonly growthFrom: number;
  /** How long the grade is kept once it is reached. */
  readonly keepDays: number;
  /** Percent of the points an order brings. */
  readonly pointsRate: number;
  /** Given to whoever reaches it for the first time. */
  readonly couponTemplates: readonly string[];
  readonly benefits: readonly {
    readonly icon: string;
    readonly name: string;
    readonly text: string;
  }[];
  /** Grows with every change. */
  readonly version: number;
};

/** 1 growth for each whole 元 of cash kept. */
export const growthFor = (cashFen: number): number => Math.floor(Math.max(0, cashFen) / 100);

/** What an order's growth is kept under, and what a refund takes back of it. */
export const growthRefOf = (orderId: string): string => `order:${orderId}`;
