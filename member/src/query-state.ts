/** Whether the queries of the shown page are answered (decision 0210). */
import type { QueryClient } from "@tanstack/react-query";

/** True once every query that a page shows has an answer or has failed; false without a query. */
function isAnswered(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ type: "active" });
  return shown.length > 0 && shown.every(({ state }) => state.status !== "pending");
}

/** True once all that a page shows has been read, without a failure. */
export const isWhole = (client: QueryClient): boolean =>
  isAnswered(client) &&
  client
    .getQueryCache()
    .findAll({ type: "active" })
    .every(({ state }) => state.status === "success");

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
