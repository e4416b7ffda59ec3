/** Predicts the summary after today's sign-in, for an optimistic update during the request. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";

/** Returns the same object when today is already signed in. */
export function signedToday(summary: PointsSummary): PointsSummary {
  const { signIn, available, debt } = summary;
  if (signIn.isSigned) return summary;
  // A debt is repaid before points become available.
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
