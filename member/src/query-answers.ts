/** The answers to the queries that the page shows: whether all have come, and those of a first view. */
import type { QueryClient } from "@tanstack/react-query";
import type { FirstViewAnswer } from "@yunjing/contract/first-view";

/** `ownUpdatedAt`: the time, in ms, from which an answer counts that a member reads again. */
export function storeAnswersIn(
  client: QueryClient,
  answers: readonly FirstViewAnswer[],
  ownUpdatedAt?: number,
): void {
  for (const { topic, operation, input, queryKey, isPaged, isOwn, data } of answers)
    client.setQueryData(
      queryKey ?? [topic, operation, input],
      isPaged ? { pages: [data], pageParams: [""] } : data,
      isOwn && ownUpdatedAt !== undefined ? { updatedAt: ownUpdatedAt } : {},
    );
}

/** True once every query that a page shows has an answer or has failed; false without a query. */
export function isAnswered(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ type: "active" });
  return shown.length > 0 && shown.every(({ state }) => state.status !== "pending");
}

/** Runs once the page has been laid out with what it has now. */
const afterLayout = (run: () => void): void =>
  void requestAnimationFrame(() => requestAnimationFrame(run));

/** Resolves once all queries are answered and the page shows the answers. */
export const untilAnswered = (client: QueryClient): Promise<void> =>
  new Promise((done) => {
    const check = () => {
      if (!isAnswered(client)) return;
      // An answer may lead to a further query.
      afterLayout(() => {
        if (!isAnswered(client)) return;
        stop();
        done();
      });
    };
    const stop = client.getQueryCache().subscribe(check);
    check();
  });
