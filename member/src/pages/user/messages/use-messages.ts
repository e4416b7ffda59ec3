/**
 * Hooks for a member's messages by topic and the actions on them; every list and count updates at
 * once.
 */
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Output } from "@yunjing/contract/operations";
import type { MessageTopic, Unread } from "@yunjing/contract/schemas/messages";
import { api, operationKey, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { toast } from "../../../shell/facade/facade.ts";

export type Tab = MessageTopic | "all";
type Page = Output<"messages", "list">;
type Pages = InfiniteData<Page, string>;

export function useMessages(tab: Tab) {
  const input = tab === "all" ? {} : { topic: tab };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.messages.list), "pages", input],
    queryFn: ({ pageParam, signal }) =>
      api.messages.list({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/**
 * The actions on messages. Each ends when the server confirmed it, and shows a message when that
 * failed.
 */
export function useMessageActions(tab: Tab) {
  const queries = useQueryClient();
  const change = (edit: (list: Page["list"]) => Page["list"]) =>
    queries.setQueriesData<Pages>(
      { queryKey: operationKey(api.messages.list) },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, list: edit(page.list) })) },
    );
  const follow = async (work: Promise<Unread>): Promise<void> => {
    await work.then(
      async (unread) => {
        queries.setQueryData(apiQuery(api.messages.unread, {}).queryKey, unread);
        void queries.invalidateQueries({ queryKey: operationKey(api.member.me) });
        // A list that was asked for before the change is old, even when its answer is still to come.
        await queries.invalidateQueries({ queryKey: operationKey(api.messages.list) });
      },
      async (failure: unknown) => {
        await queries.invalidateQueries({ queryKey: ["messages"] });
        await toast(userMessageFor(failure), { kind: "failed" });
      },
    );
  };
  return {
    read(id: string): Promise<void> {
      change((list) =>
        list.map((each) => (each.messageId === id ? { ...each, isRead: true } : each)),
      );
      return follow(api.messages.read({ ids: [id] }));
    },
    readAll: () =>
      follow(api.messages.read(tab === "all" ? { all: true } : { all: true, topic: tab })),
    hide(id: string): Promise<void> {
      change((list) => list.filter(({ messageId }) => messageId !== id));
      return follow(api.messages.hide({ ids: [id], isHidden: true }));
    },
    restore: (id: string) => follow(api.messages.hide({ ids: [id], isHidden: false })),
  };
}
