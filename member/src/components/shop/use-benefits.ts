/**
 * The shop's benefits, filtered and paged; the previous list stays visible until the new one has
 * loaded.
 */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, operationKey } from "../../api.ts";

type Narrowed = Omit<Parameters<typeof api.home.benefits>[0], "cursor">;

export const useBenefits = (input: Narrowed) =>
  useInfiniteQuery({
    queryKey: [...operationKey(api.home.benefits), input],
    queryFn: ({ pageParam, signal }) =>
      api.home.benefits({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
