/** The summary as it will be once today is signed: shown at once, while the server is told. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";

/** The same object when today is signed already. */
export function signedToday(summary: PointsSummary): PointsSummary {
  const { signIn, available, debt } = summary;
  if (signIn.isSigned) return summary;
  // A debt is repaid before anything can be spent.
  const repaid = Math.min(debt, signIn.todayPoints);
  return {
    ...summary,
    available: available + signIn.todayPoints - repaid,
    debt: debt - repaid,
    lifetime: summary.lifetime + signIn.todayPoints,
    signIn: {
      ...signIn,
      isSigned: true,
      streak: signIn.streak + 1,
      days: signIn.days.map((day) => (day.state === "today" ? { ...day, state: "signed" } : day)),
    },
  };
}
