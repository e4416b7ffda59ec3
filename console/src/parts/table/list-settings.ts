/** How this person wants a list: hidden columns and rows of a page, kept on the server. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { tellFailure } from "../toast.tsx";

type Settings = Item<typeof api.operatorQueues.listSettings>;
type PageSize = NonNullable<Settings["pageSize"]>;

export const PAGE_SIZES = [20, 50, 100] as const satisfies readonly PageSize[];

const QUERY = {
  ...apiQuery(api.operatorQueues.listSettings, {}),
  staleTime: Number.POSITIVE_INFINITY,
};
const NONE: readonly string[] = [];

export type ListSettings = {
  readonly hidden: readonly string[];
  readonly pageSize: PageSize;
  readonly hide: (ids: readonly string[]) => void;
  readonly resize: (pageSize: PageSize) => void;
};

/**
 * Returns the settings of the list and functions that change them. A change holds at once; one that
 * the server did not keep is said, and holds until the page is loaded again.
 */
export function useListSettings(list: string, ownPageSize: PageSize): ListSettings {
  const queries = useQueryClient();
  const { data } = useQuery(QUERY);
  const found = data?.list.find((one) => one.list === list);
  const hidden = found?.hidden ?? NONE;
  const save = useCallback(
    (patch: Partial<Settings>) => {
      const settings: Settings = { list, hidden: [...hidden], ...found, ...patch };
      queries.setQueryData(QUERY.queryKey, (old: typeof data) => ({
        list: [...(old?.list ?? []).filter((one) => one.list !== list), settings],
      }));
      api.operatorQueues
        .setListSettings(settings)
        .catch((failure: unknown) => tellFailure(sentenceFor(failure)));
    },
    [queries, list, hidden, found],
  );
  return {
    hidden,
    pageSize: found?.pageSize ?? ownPageSize,
    hide: (ids) => save({ hidden: [...ids] }),
    resize: (pageSize) => save({ pageSize }),
  };
}
