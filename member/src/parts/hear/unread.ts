/** How much of what a member was told is unread; asked only of somebody who is logged in, and again when told of more. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Unread } from "@yunjing/contract/schemas/messages";
import { useEffect } from "react";
import { api, keyOf, q } from "../../api.ts";
import { onPush } from "../../device/push.ts";
import { tokenState } from "../../device/token.ts";

/** Keeps the lists of messages that are shown as fresh as the count. */
export function useUnread(): Unread | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...q(api.messages.unread, {}),
    enabled: tokenState() !== "missing",
    refetchOnMount: "always",
  });
  useEffect(
    () =>
      onPush("message", () => {
        void queries.invalidateQueries({ queryKey: keyOf(api.messages.unread) });
        void queries.invalidateQueries({ queryKey: keyOf(api.messages.list) });
      }),
    [queries],
  );
  return data;
}
