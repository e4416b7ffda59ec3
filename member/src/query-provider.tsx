/**
 * TanStack Query for the pages that read by it: one client for all of them, with the manners of a
 * phone.
 */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isDefiniteFailure, userMessageFor } from "./device/failure.ts";
import { isNetworkFailure, persistQueries } from "./query-persistence.ts";
import { notice, toast } from "./shell/facade/facade.ts";

const RETRIES_MAX = 2;
const FRESH_MS = 15_000;
const CACHE_MS = 10 * 60_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A first load that failed shows in the page itself; only a failed refresh of what is seen
    // needs words. That the network is away, the shell says.
    onError: (failure, query) => {
      if (query.state.data !== undefined && !isNetworkFailure(failure))
        void toast(userMessageFor(failure), { kind: "failed" });
    },
  }),
  mutationCache: new MutationCache({
    // A mutation that answers its own failures says so with `meta: { quiet: true }`.
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
      // Phones come and go all day: back on the page or the network, what is stale is read again.
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

persistQueries(queryClient);

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
