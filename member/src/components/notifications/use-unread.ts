/** How much of what a member was told is unread; asked only of somebody who is logged in, and again when told of more. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Unread } from "@yunjing/contract/schemas/messages";
import { api, operationKey, apiQuery } from "../../api.ts";
import { tokenState } from "../../device/token.ts";

/** The first view does without what hears of new ones. */
const LATER_MS = 3_000;

/** Hears of every new message, from when the first view is over. */
function useMessagePush(hear: () => void): void {
  const heard = useEffectEvent(hear);
  useEffect(() => {
    let stop = () => {};
    let isWanted = true;
    const listen = () =>
      import("../../device/push.ts").then(
        ({ onPush }) => {
          if (isWanted) stop = onPush("message", () => heard());
        },
        () => undefined,
      );
    const timer = setTimeout(() => void listen(), LATER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stop();
    };
  }, []);
}

/** Keeps the lists of messages that are shown as fresh as the count. */
export function useUnread(): Unread | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...apiQuery(api.messages.unread, {}),
    enabled: tokenState() !== "missing",
    refetchOnMount: "always",
  });
  useMessagePush(() => {
    if (tokenState() === "missing") return;
    void queries.invalidateQueries({ queryKey: operationKey(api.messages.unread) });
    void queries.invalidateQueries({ queryKey: operationKey(api.messages.list) });
  });
  return data;
}
