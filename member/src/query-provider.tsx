/** The TanStack Query provider: one client for all pages that use it, with defaults for phones. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { FirstViewAnswer } from "@yunjing/contract/first-view";
import type { ReactNode } from "react";
import { isDefiniteFailure, userMessageFor } from "./device/failure.ts";
import { isNetworkFailure, persistQueries } from "./query-persistence.ts";
import { storedToken } from "./device/token.ts";
import { storeAnswersIn } from "./query-answers.ts";
import { notice, toast } from "./shell/facade/facade.ts";
import { STORED } from "./device/stored-pages.ts";

const RETRIES_MAX = 2;
const FRESH_MS = 15_000;
const CACHE_MS = 10 * 60_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A failed first load is shown in the page itself; only a failed refresh of shown content needs
    // a toast. The shell reports a lost network.
    onError: (failure, query) => {
      if (query.state.data !== undefined && !isNetworkFailure(failure))
        void toast(userMessageFor(failure), { kind: "failed" });
    },
  }),
  mutationCache: new MutationCache({
    // A mutation that handles its own failures sets `meta: { quiet: true }`.
    onError: (failure, _input, _context, mutation) => {
      if (mutation.meta?.["quiet"] !== true)
        void notice({ content: userMessageFor(failure), type: "error" });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: CACHE_MS,
      retry: (failures, failure) => failures < RETRIES_MAX && !isDefiniteFailure(failure),
      // Phones often leave and return: on return to the page or to the network, stale data is read
      // again.
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

persistQueries(queryClient);

// What a member sees of a page is stored for the next visit, whenever an answer has changed it.
queryClient.getQueryCache().subscribe((event) => {
  const isAnswer = event.type === "updated" && event.action.type === "success";
  if (!isAnswer || !STORED.test(location.pathname)) return;
  // Without its code nothing is stored, and the next visit waits as the first one did.
  Promise.all([import("./shell/view-changes.ts"), import("./query-state.ts")]).then(
    ([{ viewChanged }, { isWhole }]) => viewChanged(() => isWhole(queryClient)),
    () => undefined,
  );
});

/**
 * Gives the queries the answers of a first view. A member's own prices may differ: those answers are
 * stale, so that the page reads them again.
 */
export const storeFirstAnswers = (answers: readonly FirstViewAnswer[]): void =>
  storeAnswersIn(queryClient, answers, storedToken() === "" ? undefined : Date.now() - FRESH_MS);

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
