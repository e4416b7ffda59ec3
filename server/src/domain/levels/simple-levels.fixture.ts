/**
 * A simple model of levels that advances day by day; the database's results are compared with it.
 */

export type SimpleLevel = {
  readonly grade: number;
  readonly growthFrom: number;
  readonly keepDays: number;
};

const YEAR = 365;

/** Days are whole numbers, and so are all other values. */
export function simpleLevels(ladder: readonly SimpleLevel[]) {
  let today = 0;
  let grade = 1;
  let until: number | undefined;
  const entries: { ref: string; day: number; growth: number }[] = [];
  const gifts: { grade: number; from: number; to: number }[] = [];
  const levelOf = (of: number) => {
    const found = ladder.find((one) => one.grade === of);
    if (!found) throw new Error(`no level ${of}`);
    return found;
  };
  /** Returns the growth of the year that ends with a day. */
  const counted = (day: number) =>
    entries.filter((one) => one.day > day - YEAR).reduce((sum, { growth }) => sum + growth, 0);
  const given = () => gifts.filter(({ from, to }) => from <= today && today < to);

  function raiseLevel(): void {
    const reached = ladder.findLast(({ growthFrom }) => growthFrom <= counted(today));
    if (!reached || reached.grade <= grade) return;
    grade = reached.grade;
    until = today + reached.keepDays;
  }

  return {
    /** Advances day by day to this one: a period that ends keeps the grade or lowers it by one. */
    goTo(day: number): void {
      while (today < day) {
        today += 1;
        if (today !== until) continue;
        if (counted(today) < levelOf(grade).growthFrom) grade -= 1;
        until = grade === 1 ? undefined : today + levelOf(grade).keepDays;
      }
    },
    grow(ref: string, growth: number): void {
      if (growth !== 0) entries.push({ ref, day: today, growth });
      raiseLevel();
    },
    /** Reduces an entry to `keep`. */
    takeBack(ref: string, keep: number): void {
      const of = entries.find((one) => one.ref === ref);
      if (of) of.growth = Math.min(of.growth, keep);
    },
    give: (to: number, days: number) => gifts.push({ grade: to, from: today, to: today + days }),
    stand() {
      const shown = Math.max(grade, ...given().map((gift) => gift.grade));
      const ends = given()
        .filter((gift) => gift.grade === shown)
        .map(({ to }) => to);
      if (until !== undefined && grade === shown) ends.push(until);
      const keptUntil = ends.length === 0 ? undefined : Math.max(...ends);
      const growthAtEnd = keptUntil === undefined ? 0 : counted(keptUntil);
      const lacking = Math.max(0, levelOf(shown).growthFrom - growthAtEnd);
      return { grade: shown, growth: counted(today), keptUntil, toKeep: shown === 1 ? 0 : lacking };
    },
  };
}
