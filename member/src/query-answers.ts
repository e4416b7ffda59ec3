/** Gives the queries the answers that a first view of the server shows (decision 0144). */
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
