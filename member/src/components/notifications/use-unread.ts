/**
 * The number of unread messages; read only for a logged-in member, and again when a new message is
 * pushed.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Unread } from "@yunjing/contract/schemas/messages";
import { api, operationKey, apiQuery } from "../../api.ts";
import { tokenState } from "../../device/token.ts";

/** Milliseconds. The first view does not need the subscription to new messages. */
const LATER_MS = 3_000;

/** Subscribes to new messages after the first view. */
function useMessagePush(onMessage: () => void): void {
  const handleMessage = useEffectEvent(onMessage);
  useEffect(() => {
    let stop = () => {};
    let isWanted = true;
    const listen = () =>
      import("../../device/push.ts").then(
        ({ onPush }) => {
          if (isWanted) stop = onPush("message", () => handleMessage());
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

/**
 * Returns the unread counts; a push also refreshes the lists of messages that are shown. While
 * `isWanted` is false, only the counts that an earlier page has read.
 */
export function useUnread({ isWanted = true } = {}): Unread | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...apiQuery(api.messages.unread, {}),
    enabled: isWanted && tokenState() !== "missing",
    refetchOnMount: "always",
  });
  useMessagePush(() => {
    if (tokenState() === "missing") return;
    void queries.invalidateQueries({ queryKey: operationKey(api.messages.unread) });
    void queries.invalidateQueries({ queryKey: operationKey(api.messages.list) });
  });
  return data;
}
